import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useEffect, useState } from 'react';
import { DELAYS_BEFORE_ATTEMPT_MS } from '../../../../functions/webhooks/plan.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { type BulkInput, type BulkRun, type Counted, useBulkCount } from './use-bulk-resend.ts';
import { bulkResendWords } from './words.ts';

interface BulkResultsProps {
  run: BulkRun;
  counted: Counted;
  list: BulkInput;
}

/** How far a bulk resend is, in events and euros, and what is left when its attempts have been made. */
export function BulkResults({ run, counted, list }: BulkResultsProps) {
  const text = useWords(bulkResendWords);
  const format = useFormat();
  const isDone = run.state === 'done';
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(setOver, ATTEMPTS_MS, true);
    return () => clearTimeout(timer);
  }, [isDone]);
  const queued = text.count(format.count(run.count), run.count === 1, format.euros(run.euros));
  return (
    <SpaceBetween size="m">
      <ProgressBar
        label={text.progress}
        value={isDone ? 100 : (run.count / Math.max(1, counted.count)) * 100}
        additionalInfo={text.goingOf(format.count(run.count), format.count(counted.count))}
      />
      <StatusIndicator type={isDone ? 'success' : run.state === 'running' ? 'in-progress' : 'warning'}>
        {text.queued(queued)} {isDone ? text.failAgain : text.moreRemain}
      </StatusIndicator>
      {isOver && <StillUndelivered list={list} />}
    </SpaceBetween>
  );
}

/** The delays between four attempts, and a moment for their answers. */
const ATTEMPTS_MS = DELAYS_BEFORE_ATTEMPT_MS.reduce<number>((sum, each) => sum + each, 0) + 2_000;

/** What is on its way is not in the list, and an event that fails again returns: counted when the attempts are over. */
function StillUndelivered({ list }: { list: BulkInput }) {
  const text = useWords(bulkResendWords);
  const format = useFormat();
  const { data, reload } = useBulkCount({ ...list, refunded: true });
  useEffect(() => {
    const timer = setInterval(reload, ATTEMPTS_MS);
    return () => clearInterval(timer);
  }, [reload]);
  if (data === undefined) return null;
  return <div>{text.still(text.count(format.count(data.count), data.count === 1, format.euros(data.euros)))}</div>;
}
