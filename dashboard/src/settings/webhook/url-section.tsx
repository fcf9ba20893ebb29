import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { type FormEvent, useState } from 'react';
import type { WebhookSettings } from '../../../../functions/dashboard/settings/webhook-settings.ts';
import { checkWebhookUrl } from '../../../../functions/webhooks/endpoint/webhook-url.ts';
import { call } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useFlash } from '../../app/flash.tsx';
import { Panel } from '../../components/panel.tsx';
import { useWords } from '../../i18n/language.ts';
import { outcomeWords } from '../../i18n/sentences.ts';
import { commonWords } from '../../i18n/shared-words.ts';
import { useSignedIn } from '../../session/session-context.ts';
import { webhookWords } from './words.ts';

/** The URL, checked while it is typed by the rule of the service. */
export function UrlSection({ settings, onSaved }: { settings: WebhookSettings; onSaved: () => void }) {
  const text = useWords(webhookWords);
  const common = useWords(commonWords);
  const outcomes = useWords(outcomeWords);
  const { isLocal } = useSignedIn().config;
  const flash = useFlash();
  const [typed, setTyped] = useState(settings.url ?? '');
  const [isAskedFor, setAskedFor] = useState(false);
  const { isBusy, problem: refusal, run, forget } = useAction({ isShownHere: true });

  const wanted = typed.trim();
  const reading = checkWebhookUrl(wanted, { permitLoopback: isLocal });
  const isChanged = wanted !== (settings.url ?? '');
  // No error while the beginning is being typed.
  const isPartOfHttps = !isAskedFor && 'https://'.startsWith(wanted.toLowerCase());
  const mistake = !reading.ok && isChanged && !isPartOfHttps ? outcomes.webhookUrl[reading.problem] : '';
  const problem = refusal?.what ?? mistake;

  const save = (event: FormEvent) => {
    event.preventDefault();
    setAskedFor(true);
    if (!reading.ok || isBusy) return;
    void run(async () => {
      const saved = await call('PUT /merchant/webhook/url', { url: wanted });
      setTyped(saved.url);
      setAskedFor(false);
      flash({ type: 'success', header: text.urlSaved, content: saved.enabled ? text.urlSavedOn : text.urlSavedOff });
      onSaved();
    });
  };

  return (
    <Panel title={text.url}>
      <form onSubmit={save} noValidate>
        <SpaceBetween size="m">
          <FormField
            label={text.urlLabel}
            description={text.urlHint}
            errorText={problem}
            constraintText={
              isChanged && reading.ok && !refusal ? (
                <StatusIndicator type="success">{text.urlGood}</StatusIndicator>
              ) : undefined
            }
            stretch
          >
            <Input
              value={typed}
              onChange={({ detail }) => {
                forget();
                setTyped(detail.value);
              }}
              type="url"
              inputMode="url"
              autoComplete={false}
              spellcheck={false}
              placeholder="https://shop.example/webhooks"
              invalid={problem !== ''}
            />
          </FormField>
          <Button formAction="submit" variant="primary" loading={isBusy} disabled={!isChanged}>
            {common.save}
          </Button>
        </SpaceBetween>
      </form>
    </Panel>
  );
}
