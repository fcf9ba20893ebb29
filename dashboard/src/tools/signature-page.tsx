import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Textarea from '@cloudscape-design/components/textarea';
import { useState } from 'react';
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { useWords } from '../i18n/language.ts';
import { EXAMPLE } from '../signature/example.ts';
import { type Form, SignatureVerdicts } from './signature-verdicts.tsx';
import { signatureWords } from './words.ts';

const EMPTY: Form = { headers: '', body: '', secret: '', otherSecret: '' };

/** Compares received signatures with what they should be, and says why they differ. All in the browser. */
export function SignaturePage() {
  const text = useWords(signatureWords);
  const [form, setForm] = useState(EMPTY);
  // No field hides what is in it: that white space came along is what one wants to see.
  const field = (name: keyof Form, label: string, description?: string) => {
    const shared = {
      value: form[name],
      onChange: ({ detail }: { detail: { value: string } }) =>
        setForm((before) => ({ ...before, [name]: detail.value })),
      autoComplete: false,
      spellcheck: false,
    };
    return (
      <FormField label={label} description={description} stretch>
        {name === 'headers' || name === 'body' ? <Textarea {...shared} rows={7} /> : <Input {...shared} />}
      </FormField>
    );
  };
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          <Button onClick={() => setForm({ ...EXAMPLE, body: `${EXAMPLE.body}\n` })}>{text.example}</Button>
          <Button onClick={() => setForm(EMPTY)}>{text.clear}</Button>
        </SpaceBetween>
      }
    >
      <div className="beside">
        <Panel title={text.given}>
          <SpaceBetween size="m">
            {field('headers', text.headers, text.headersHint)}
            {field('body', text.body, text.bodyHint)}
            {field('secret', text.secret, text.secretHint)}
            {field('otherSecret', text.otherSecret)}
          </SpaceBetween>
        </Panel>
        <Panel title={text.verdict}>
          <SignatureVerdicts form={form} />
        </Panel>
      </div>
    </Page>
  );
}
