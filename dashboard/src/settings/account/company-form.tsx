import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input, { type InputProps } from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type FormEvent, useState } from 'react';
import { type Company, isContact } from '../../../../functions/merchants/accounts/company.ts';
import { compactNif, nifProblem } from '../../../../functions/merchants/accounts/nif.ts';
import { MAX_COMPANY_TEXT_CHARACTERS } from '../../../../functions/runtime/text-limits.ts';
import { isBlank } from '../../../../functions/runtime/visible-text.ts';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useFlash } from '../../app/flash.tsx';
import { visibleText } from '../../i18n/format.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { commonWords } from '../../i18n/shared-words.ts';
import { companyWords } from './company-words.ts';

interface CompanyFormProps {
  /** Null where nothing was given before. */
  company: Company | null;
  onClose: (isSaved: boolean) => void;
}

/** Asks for company, NIF and contact, by the rules of the service. */
export function CompanyForm({ company, onClose }: CompanyFormProps) {
  const text = useWords(companyWords);
  const common = useWords(commonWords);
  const format = useFormat();
  const flash = useFlash();
  const [draft, setDraft] = useState<Company>(company ?? { name: '', nif: '', contact: '' });
  const [isAskedFor, setAskedFor] = useState(false);
  const { isBusy, problem: refusal, run } = useAction({ isShownHere: true });
  const tooLong = (typed: string) => {
    const { length } = typed.trim();
    return length > MAX_COMPANY_TEXT_CHARACTERS ? text.tooLong(format.count(length)) : undefined;
  };
  const ofNif = nifProblem(compactNif(draft.nif));
  const problems: Record<keyof Company, string | undefined> = {
    name: isBlank(draft.name) ? text.nameMissing : tooLong(draft.name),
    nif: ofNif && text.nifProblem[ofNif],
    contact: isContact(draft.contact) ? tooLong(draft.contact) : text.contactMissing,
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    setAskedFor(true);
    if (isBusy || Object.values(problems).some((problem) => problem !== undefined)) return;
    void run(async () => {
      await call('PUT /merchant/company', draft);
      flash({ type: 'success', content: text.saved });
      onClose(true);
    });
  };
  const field = (name: keyof Company, more: { hint?: string; inputMode?: InputProps['inputMode'] } = {}) => (
    <FormField label={text[name]} description={more.hint} errorText={isAskedFor ? problems[name] : undefined} stretch>
      <Input
        value={draft[name]}
        onChange={({ detail }) => setDraft({ ...draft, [name]: visibleText(detail.value) })}
        invalid={isAskedFor && problems[name] !== undefined}
        {...(more.inputMode && { inputMode: more.inputMode })}
        ariaRequired
      />
    </FormField>
  );
  return (
    <form onSubmit={save} noValidate>
      <SpaceBetween size="m">
        {field('name')}
        {field('nif', { hint: text.nifHint, inputMode: 'numeric' })}
        {field('contact', { hint: text.contactHint })}
        {refusal && <Alert type="error">{refusal.what}</Alert>}
        <SpaceBetween direction="horizontal" size="xs">
          <Button formAction="submit" variant="primary" loading={isBusy}>
            {common.save}
          </Button>
          {company && (
            <Button formAction="none" variant="link" onClick={() => onClose(false)}>
              {common.cancel}
            </Button>
          )}
        </SpaceBetween>
      </SpaceBetween>
    </form>
  );
}
