import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useFormat, useWords } from '../../i18n/language.ts';
import type { BulkRun, Counted } from './use-bulk-resend.ts';
import { bulkResendWords } from './words.ts';

/** How far a bulk resend is, in events and euros. */
export function BulkResults({ run, counted }: { run: BulkRun; counted: Counted }) {
  const text = useWords(bulkResendWords);
  const format = useFormat();
  const isDone = run.state === 'done';
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
    </SpaceBetween>
  );
}
