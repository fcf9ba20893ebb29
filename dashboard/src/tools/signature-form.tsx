import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import FileInput from '@cloudscape-design/components/file-input';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useFormat, useText } from '../i18n/language.ts';
import type { Bytes } from '../signature/bytes.ts';
import type { Header as SignatureHeader } from '../signature/received.ts';

export interface Form {
  header: SignatureHeader;
  body: string;
  /** Takes the place of the typed body. */
  file: { name: string; bytes: Bytes } | null;
  secret: string;
  otherSecret: string;
  received: string;
  id: string;
  timestamp: string;
}

export const EMPTY_FORM: Form = {
  header: 'contract',
  body: '',
  file: null,
  secret: '',
  otherSecret: '',
  received: '',
  id: '',
  timestamp: '',
};

interface SignatureFormProps {
  form: Form;
  onChange: (change: Partial<Form>) => void;
}

export function SignatureForm({ form, onChange }: SignatureFormProps) {
  const text = useText('signature');
  const isStandard = form.header === 'standard';
  return (
    <Container header={<Header variant="h2">{text.given}</Header>}>
      <SpaceBetween size="m">
        <FormField label={text.header}>
          <RadioGroup
            value={form.header}
            onChange={({ detail }) => onChange({ header: detail.value as SignatureHeader })}
            items={[
              { value: 'contract', label: text.contract },
              { value: 'standard', label: text.standard },
            ]}
          />
        </FormField>
        <BodyField form={form} onChange={onChange} />
        <TextField label={text.secret} hint={text.secretHint} name="secret" form={form} onChange={onChange} />
        {isStandard && (
          <>
            <TextField label={text.id} name="id" form={form} onChange={onChange} />
            <TextField label={text.timestamp} name="timestamp" form={form} onChange={onChange} />
          </>
        )}
        <TextField label={text.received} hint={text.receivedHint} name="received" form={form} onChange={onChange} />
        <TextField label={text.otherSecret} isOptional name="otherSecret" form={form} onChange={onChange} />
      </SpaceBetween>
    </Container>
  );
}

interface TextFieldProps extends SignatureFormProps {
  label: string;
  hint?: string;
  name: 'secret' | 'otherSecret' | 'received' | 'id' | 'timestamp';
  isOptional?: boolean;
}

// No field hides what is in it: that white space came along is what one wants to see.
function TextField({ label, hint, name, isOptional = false, form, onChange }: TextFieldProps) {
  const { optional } = useText('signature');
  return (
    <FormField label={isOptional ? `${label} – ${optional}` : label} description={hint} stretch>
      <Input
        value={form[name]}
        onChange={({ detail }) => onChange({ [name]: detail.value })}
        autoComplete={false}
        spellcheck={false}
      />
    </FormField>
  );
}

function BodyField({ form, onChange }: SignatureFormProps) {
  const text = useText('signature');
  const format = useFormat();
  const take = async ([file]: File[]) => {
    if (file) onChange({ file: { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } });
  };
  if (form.file) {
    const { name, bytes } = form.file;
    return (
      <FormField label={text.body}>
        <SpaceBetween size="xs">
          <Box>
            <span className="long-value">{text.fileTaken(name, format.count(bytes.length))}</span>
          </Box>
          <Button onClick={() => onChange({ file: null })}>{text.fileDrop}</Button>
        </SpaceBetween>
      </FormField>
    );
  }
  return (
    <FormField label={text.body} description={text.bodyHint} stretch>
      <SpaceBetween size="xs">
        <Textarea
          value={form.body}
          onChange={({ detail }) => onChange({ body: detail.value })}
          rows={8}
          spellcheck={false}
          autoComplete={false}
          ariaLabel={text.body}
        />
        <FileInput value={[]} onChange={({ detail }) => void take(detail.value)}>
          {text.file}
        </FileInput>
      </SpaceBetween>
    </FormField>
  );
}
