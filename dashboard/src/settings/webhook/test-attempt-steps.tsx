import Box from '@cloudscape-design/components/box';
import Steps, { type StepsProps } from '@cloudscape-design/components/steps';
import type { TestAttempt, TestAttempts } from '../../../../functions/dashboard/settings/webhook-test.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { outcomeWords } from '../../i18n/sentences.ts';
import { Small } from '../../lists/cells.tsx';
import { AttemptDetails } from '../../transactions/timeline/attempt-details.tsx';
import { testWords } from './words.ts';

/** Each attempt: made, waited for, or not needed. */
export function TestAttemptSteps({ seen }: { seen: TestAttempts }) {
  const text = useWords(testWords);
  const { madeStep } = useMadeStep(seen.payload);
  const made = seen.attempts.map(madeStep);
  const left = Math.max(0, seen.maximumAttempts - made.length);
  const coming = Array.from({ length: left }, (_, index): StepsProps.Step => {
    const header = text.attempt(made.length + index + 1);
    if (seen.isEnded) return { header, status: 'stopped', details: text.notNeeded };
    return index === 0
      ? { header, status: 'loading', details: text.waiting }
      : { header, status: 'pending', details: <Box color="text-body-secondary">{text.ifNeeded}</Box> };
  });
  return <Steps ariaLabel={text.attempts} steps={[...made, ...coming]} />;
}

function useMadeStep(payload: string) {
  const text = useWords(testWords);
  const format = useFormat();
  const outcomes = useWords(outcomeWords);
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
          <Small>{text.started(format.clock(startedAt))}</Small>
          <AttemptDetails attempt={attempt} payload={payload} />
        </Box>
      ),
    };
  };
  return { madeStep };
}
