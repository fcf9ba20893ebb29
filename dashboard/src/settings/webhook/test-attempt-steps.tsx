import Box from '@cloudscape-design/components/box';
import Steps, { type StepsProps } from '@cloudscape-design/components/steps';
import { useEffect, useState } from 'react';
import type { TestAttempt, TestAttempts } from '../../../../functions/dashboard/settings/webhook-test.ts';
import { serviceNow } from '../../api/service-time.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import { AttemptDetails } from '../../transactions/timeline/attempt-details.tsx';
import { useWebhookTexts } from './webhook-texts.ts';

/** Each attempt: made, being made, or not needed. */
export function TestAttemptSteps({ seen }: { seen: TestAttempts }) {
  const text = useWebhookTexts().webhookTest;
  const waiting = useWaiting(seen.nextAttemptAt);
  const { madeStep } = useMadeStep(seen.payload);
  const made = seen.attempts.map(madeStep);
  const left = Math.max(0, seen.maximumAttempts - made.length);
  const coming = Array.from({ length: left }, (_, index): StepsProps.Step => {
    const header = text.attempt(made.length + index + 1);
    if (seen.isEnded) return { header, status: 'stopped', details: text.notNeeded };
    return index === 0
      ? { header, status: waiting === null ? 'loading' : 'pending', details: waiting ?? text.nextNow }
      : { header, status: 'pending', details: <Box color="text-body-secondary">{text.ifNeeded}</Box> };
  });
  return <Steps ariaLabel={text.attempts} steps={[...made, ...coming]} />;
}

function useMadeStep(payload: string) {
  const text = useWebhookTexts().webhookTest;
  const format = useFormat();
  const outcomes = useText('outcomes');
  const madeStep = (attempt: TestAttempt): StepsProps.Step => {
    const { number, outcome, statusCode, durationMs, startedAt } = attempt;
    const answer = statusCode === null ? text.noAnswer : text.answered(statusCode);
    return {
      status: outcome === 'delivered' ? 'success' : 'error',
      statusIconAriaLabel: answer,
      header: `${text.attempt(number)} · ${answer} · ${text.took(format.duration(durationMs))}`,
      details: (
        <Box color="text-body-secondary">
          <Box>{outcomes.attempt[outcome]}</Box>
          <Box variant="small">{text.started(format.clock(startedAt))}</Box>
          <AttemptDetails attempt={attempt} payload={payload} />
        </Box>
      ),
    };
  };
  return { madeStep };
}

const TICK_MS = 100;

/** How long until the next attempt, in words; null when it is due. */
function useWaiting(nextAttemptAt: string | null): string | null {
  const text = useWebhookTexts().webhookTest;
  const format = useFormat();
  const [nowMs, setNowMs] = useState(serviceNow);
  useEffect(() => {
    if (nextAttemptAt === null) return;
    const timer = setInterval(() => setNowMs(serviceNow()), TICK_MS);
    return () => clearInterval(timer);
  }, [nextAttemptAt]);
  const leftMs = nextAttemptAt === null ? 0 : new Date(nextAttemptAt).getTime() - nowMs;
  // Whole seconds for long waits, so that a screen reader does not read ten times a second.
  return leftMs <= 0 ? null : text.nextIn(format.duration(leftMs < 1_000 ? leftMs : Math.ceil(leftMs / 1_000) * 1_000));
}
