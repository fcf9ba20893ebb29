import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import LiveRegion from '@cloudscape-design/components/live-region';
import Modal from '@cloudscape-design/components/modal';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import type { Input } from '../../api/client.ts';
import { errorText } from '../../components/error-text.ts';
import { ReasonField } from '../../components/reason-field.tsx';
import { useFormat, useLanguage, useText } from '../../i18n/language.ts';
import type { Undelivered } from './undelivered-columns.tsx';
import { type BulkRun, useBulkResend } from './use-bulk-resend.ts';

interface BulkModalProps {
  input: Input<'POST /finance/undelivered'>;
  /** Undefined: everything in the list. */
  selected: readonly Undelivered[] | undefined;
  /** Whether anything may have been sent. */
  onClose: (isChanged: boolean) => void;
}

/** Sends many events again, with a reason; shows how far it is and what came of each. */
export function BulkModal({ input, selected, onClose }: BulkModalProps) {
  const text = useText('bulkResend');
  // The selection of when the window opened: the list below it may change.
  const [those] = useState(selected);
  const [why, setWhy] = useState('');
  const [isAskedFor, setAskedFor] = useState(false);
  const { run, start, stop } = useBulkResend();
  const where = useWhere(input);
  const [isStopping, setStopping] = useState(false);
  const begin = () => {
    setAskedFor(true);
    setStopping(false);
    if (why.trim() !== '') void start({ why: why.trim(), selected: those, input });
  };
  const isRunning = run.state === 'running';
  // What is under way is stopped first, and the window says what came of it.
  const close = () => {
    if (!isRunning) return onClose(run.state !== 'idle');
    setStopping(true);
    stop();
  };
  const isOver = run.state === 'done';
  return (
    <Modal
      visible
      header={those ? text.titleSelected(those.length) : text.titleAll}
      closeAriaLabel={text.close}
      onDismiss={close}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            {isRunning ? (
              <Button onClick={close} loading={isStopping}>
                {text.stop}
              </Button>
            ) : (
              <Button variant="link" onClick={close}>
                {run.state === 'idle' ? text.cancel : text.close}
              </Button>
            )}
            {!isOver && (
              <Button variant="primary" loading={isRunning} onClick={begin}>
                {run.state === 'idle' || isRunning ? text.start : text.resume}
              </Button>
            )}
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <Box>{those ? text.whatSelected : text.whatAll(where)}</Box>
        <ReasonField
          label={text.why}
          hint={text.whyHint}
          missing={text.whyMissing}
          value={why}
          onChange={setWhy}
          isAskedFor={isAskedFor}
          isDisabled={run.state !== 'idle'}
        />
        <Progress run={run} of={those?.length} />
      </SpaceBetween>
    </Modal>
  );
}

function Progress({ run, of }: { run: BulkRun; of: number | undefined }) {
  const text = useText('bulkResend');
  const format = useFormat();
  const language = useLanguage();
  const { resend } = useText('outcomes');
  const { state, done, outcomes, refusals, error } = run;
  if (state === 'idle') return null;
  const failure = error && errorText(error, language);
  const { resent = 0, ...others } = outcomes;
  const times = (count: number, sentence: string) => `${format.count(count)} × ${sentence}`;
  const lines = [
    ...(resent > 0 ? [text.queued(format.count(resent), resent === 1)] : []),
    ...(Object.entries(others) as [keyof typeof resend, number][]).map(([kind, count]) => times(count, resend[kind])),
    ...refusals.map(({ error: refusal, count }) => times(count, errorText(refusal, language).what)),
  ];
  return (
    <SpaceBetween size="m">
      {of !== undefined && (state === 'running' || state === 'done') && (
        <ProgressBar
          label={text.progress}
          value={(done / of) * 100}
          status={state === 'done' ? 'success' : 'in-progress'}
          resultText={text.done}
          additionalInfo={text.goingOf(done, of)}
        />
      )}
      {of === undefined && (state === 'running' || state === 'done') && (
        <LiveRegion tagName="div">
          <StatusIndicator type={state === 'done' ? 'success' : 'in-progress'}>
            {state === 'done' ? text.done : text.progress}: {text.going(format.count(done))}
          </StatusIndicator>
        </LiveRegion>
      )}
      {state === 'stopped' && <Alert type="info">{text.stopped}</Alert>}
      {failure && (
        <Alert type="error" header={failure.title}>
          {failure.what} {text.failed}
        </Alert>
      )}
      {lines.length > 0 && (
        <div>
          <Box variant="awsui-key-label">{text.outcome}</Box>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </SpaceBetween>
  );
}

/** Which list it is, in words. */
function useWhere({ from, to, merchantId }: BulkModalProps['input']): string {
  const text = useText('bulkResend');
  const format = useFormat();
  const period =
    from !== undefined && to !== undefined ? text.wherePeriod(format.day(from), format.day(to)) : text.whereEver;
  return period + (merchantId === undefined ? text.whereAll : text.whereMerchant(merchantId));
}
