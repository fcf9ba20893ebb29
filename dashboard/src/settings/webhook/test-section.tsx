import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { hrefOf } from '../../components/inner-links.ts';
import { Panel } from '../../components/panel.tsx';
import { ErrorState } from '../../components/states.tsx';
import { useWords } from '../../i18n/language.ts';
import { outcomeWords } from '../../i18n/sentences.ts';
import { TestAttemptSteps } from './test-attempt-steps.tsx';
import { useWebhookTest, type WebhookTest } from './use-webhook-test.ts';
import { testWords } from './words.ts';

/** The button "Test webhook" (§6) and what came of it, attempt by attempt. */
export function TestSection({ url }: { url: string | null }) {
  const text = useWords(testWords);
  const { test, start, follow } = useWebhookTest();
  const isUnderWay = test.state === 'starting' || test.state === 'watching';
  return (
    <Panel
      title={text.title}
      description={url === null ? text.noUrl : text.what}
      actions={
        <Button iconName="send" disabled={url === null} loading={isUnderWay} onClick={() => void start()}>
          {test.state === 'idle' || isUnderWay ? text.button : text.again}
        </Button>
      }
    >
      {test.state !== 'idle' && (
        <SpaceBetween size="m">
          <LiveRegion tagName="div">
            <Outcome test={test} />
          </LiveRegion>
          {test.seen && <TestAttemptSteps seen={test.seen} />}
          {test.state === 'slow' && test.testId !== undefined && (
            <Button onClick={() => void follow(test.testId ?? '')}>{text.refresh}</Button>
          )}
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

function Outcome({ test }: { test: WebhookTest }) {
  const text = useWords(testWords);
  const { delivery } = useWords(outcomeWords);
  if (test.state === 'failed' && test.error) return <ErrorState error={test.error} />;
  if (test.state === 'slow') return <Alert type="warning">{text.slow}</Alert>;
  if (test.state !== 'ended' || !test.seen) return <Box color="text-body-secondary">{text.sending}</Box>;
  const { state, attempts, outcome } = test.seen;
  if (state === 'delivered')
    return (
      <Alert type="success" header={text.good}>
        {text.goodWhat}
      </Alert>
    );
  const isUnauthorized = attempts.some(({ statusCode }) => statusCode === 401 || statusCode === 403);
  return (
    <Alert type="error" header={text.bad}>
      {outcome === null ? text.badWhat : delivery[outcome]}{' '}
      {isUnauthorized && <Link href={hrefOf('/tools/signature')}>{text.signatureHelp}</Link>}
    </Alert>
  );
}
