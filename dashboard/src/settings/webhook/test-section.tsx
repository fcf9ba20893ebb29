import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import type { WebhookSettings } from '../../../../functions/dashboard/settings/webhook-settings.ts';
import { Panel } from '../../components/panel.tsx';
import { ErrorState } from '../../components/states.tsx';
import { useWords } from '../../i18n/language.ts';
import { outcomeWords } from '../../i18n/sentences.ts';
import { TestAttemptSteps } from './test-attempt-steps.tsx';
import { useToggle } from './use-toggle.ts';
import { useWebhookTest, type WebhookTest } from './use-webhook-test.ts';
import { testWords, webhookWords } from './words.ts';

interface TestSectionProps {
  settings: WebhookSettings;
  onChanged: () => void;
}

/** The button "Test webhook" (§6) and what came of it, attempt by attempt. A good one offers to turn webhooks on. */
export function TestSection({ settings: { url, enabled }, onChanged }: TestSectionProps) {
  const text = useWords(testWords);
  const { toggleNoUrl } = useWords(webhookWords);
  const { test, start } = useWebhookTest();
  const { isBusy, toggle } = useToggle(onChanged);
  const turnOn = (
    <Button loading={isBusy} onClick={() => void toggle(true)}>
      {text.turnOn}
    </Button>
  );
  const isUnderWay = test.state === 'watching';
  return (
    <Panel
      title={text.title}
      description={url === null ? toggleNoUrl : text.what}
      actions={
        <Button iconName="send" disabled={url === null} loading={isUnderWay} onClick={() => void start()}>
          {test.state === 'idle' || isUnderWay ? text.button : text.again}
        </Button>
      }
    >
      {test.state !== 'idle' && (
        <SpaceBetween size="m">
          <LiveRegion tagName="div">
            <Outcome test={test} turnOn={!enabled && turnOn} />
          </LiveRegion>
          {test.seen && <TestAttemptSteps seen={test.seen} />}
          {test.testId !== undefined && (
            <Box variant="small" color="text-body-secondary">
              <span className="long-value">{text.eventId(test.testId)}</span>
            </Box>
          )}
        </SpaceBetween>
      )}
    </Panel>
  );
}

function Outcome({ test, turnOn }: { test: WebhookTest; turnOn: ReactNode }) {
  const text = useWords(testWords);
  const { delivery } = useWords(outcomeWords);
  if (test.state === 'failed' && test.error) return <ErrorState error={test.error} />;
  if (test.state === 'slow') return <Alert type="warning">{text.slow}</Alert>;
  if (test.state !== 'ended' || !test.seen) return <Box color="text-body-secondary">{text.sending}</Box>;
  const { state, attempts, outcome } = test.seen;
  if (state === 'delivered')
    return (
      <Alert type="success" header={text.good} action={turnOn}>
        {text.goodWhat}
      </Alert>
    );
  const isUnauthorized = attempts.some(({ statusCode }) => statusCode === 401 || statusCode === 403);
  return (
    <Alert type="error" header={text.bad}>
      {outcome === null ? text.badWhat : delivery[outcome]} {isUnauthorized && text.signatureHelp}
    </Alert>
  );
}
