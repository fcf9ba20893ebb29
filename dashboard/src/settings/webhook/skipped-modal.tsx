import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Skipped } from '../../../../functions/dashboard/settings/webhook-skipped.ts';
import { ReasonField } from '../../components/reason-field.tsx';
import { ErrorState } from '../../components/states.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { type SkippedRun, useSkippedResend } from './use-skipped-resend.ts';

interface SkippedModalProps {
  skipped: Skipped;
  /** Whether anything may have been sent. */
  onClose: (isChanged: boolean) => void;
}

/** Sends what was skipped, with a reason, and shows how far it is and what came of it. */
export function SkippedModal({ skipped, onClose }: SkippedModalProps) {
  const text = useText('webhook');
  const common = useText('common');
  const format = useFormat();
  // Of when the window opened: the settings below it are read anew meanwhile.
  const [{ count }] = useState(skipped);
  const [why, setWhy] = useState('');
  const [isAskedFor, setAskedFor] = useState(false);
  const { run, start, stop } = useSkippedResend();
  const isRunning = run.state === 'running';
  const close = () => !isRunning && onClose(run.state !== 'idle');
  const begin = () => {
    setAskedFor(true);
    if (why.trim() !== '') void start(why.trim());
  };
  return (
    <Modal
      visible
      header={text.sendSkipped}
      closeAriaLabel={common.close}
      onDismiss={close}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={isRunning ? stop : close}>
              {isRunning ? text.stop : run.state === 'idle' ? common.cancel : common.close}
            </Button>
            {run.state !== 'done' && (
              <Button variant="primary" loading={isRunning} onClick={begin}>
                {run.state === 'idle' || isRunning ? text.send : text.resume}
              </Button>
            )}
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <Box>{text.skippedModal(format.count(count), count === 1)}</Box>
        <ReasonField
          label={common.reason}
          hint={common.reasonHint}
          missing={common.reasonMissing}
          placeholder={text.reasonPlaceholder}
          value={why}
          onChange={setWhy}
          isAskedFor={isAskedFor}
          isDisabled={run.state !== 'idle'}
        />
        {run.state !== 'idle' && <Progress run={run} of={count} />}
      </SpaceBetween>
    </Modal>
  );
}

function Progress({ run, of }: { run: SkippedRun; of: number }) {
  const text = useText('webhook');
  const format = useFormat();
  const { resend } = useText('outcomes');
  const { queued } = useText('bulkResend');
  const outcomes = Object.entries(run.outcomes) as [keyof typeof resend, number][];
  return (
    <SpaceBetween size="s">
      <ProgressBar
        label={text.progress}
        value={run.state === 'done' ? 100 : Math.min(99, (100 * run.done) / Math.max(1, of))}
        additionalInfo={`${format.count(run.done)} / ${format.count(Math.max(of, run.done))}`}
      />
      {outcomes.map(([kind, count]) => (
        <Box key={kind}>
          {kind === 'resent' ? queued(format.count(count), count === 1) : `${format.count(count)} × ${resend[kind]}`}
        </Box>
      ))}
      {run.error && <ErrorState error={run.error} />}
      {run.state === 'stopped' && <Alert type="info">{text.stopped}</Alert>}
      {run.state === 'done' && <Alert type="success">{text.allDone}</Alert>}
    </SpaceBetween>
  );
}
