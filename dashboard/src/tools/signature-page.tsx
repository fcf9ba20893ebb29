import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMemo, useState } from 'react';
import { Page } from '../components/page.tsx';
import { useText } from '../i18n/language.ts';
import { utf8 } from '../signature/bytes.ts';
import { EXAMPLE } from '../signature/standard.ts';
import { BytesView } from './bytes-view.tsx';
import { EMPTY_FORM, type Form, SignatureForm } from './signature-form.tsx';
import { VerdictView } from './verdict-view.tsx';

/** Compares a received signature with what it should be, and says why they differ. All in the browser. */
export function SignaturePage() {
  const text = useText('signature');
  const [form, setForm] = useState<Form>(EMPTY_FORM);
  const { body: typed, file, header } = form;
  const body = useMemo(() => file?.bytes ?? utf8(typed), [typed, file]);
  const fillIn = () =>
    setForm({ ...EMPTY_FORM, ...EXAMPLE, header, file: null, received: EXAMPLE[header], body: `${EXAMPLE.body}\n` });
  return (
    <Page
      title={text.title}
      description={text.description}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          <Button onClick={fillIn}>{text.example}</Button>
          <Button onClick={() => setForm({ ...EMPTY_FORM, header })}>{text.clear}</Button>
        </SpaceBetween>
      }
    >
      <div className="beside">
        <SignatureForm form={form} onChange={(change) => setForm((before) => ({ ...before, ...change }))} />
        <SpaceBetween size="l">
          <VerdictView form={form} body={body} />
          <BytesView body={body} />
        </SpaceBetween>
      </div>
    </Page>
  );
}
