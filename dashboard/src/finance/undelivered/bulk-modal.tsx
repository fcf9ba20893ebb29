import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { errorText } from '../../components/error-text.ts';
import { ReasonField } from '../../components/reason-field.tsx';
import { Loading } from '../../components/states.tsx';
import { useFormat, useLanguage, useWords } from '../../i18n/language.ts';
import { commonWords } from '../../i18n/shared-words.ts';
import { BulkResults } from './bulk-results.tsx';
import { type BulkInput, type Counted, useBulkCount, useBulkResend } from './use-bulk-resend.ts';
import { bulkResendWords } from './words.ts';

interface BulkModalProps {
  title: string;
  what: string;
  input: BulkInput;
  /** Whether anything may have been sent. */
  onClose: (isChanged: boolean) => void;
}

/** Resends the events of a list with a reason: how many and how much before, and how far it is. */
export function BulkModal({ title, what, input: given, onClose }: BulkModalProps) {
  const text = useWords(bulkResendWords);
  const common = useWords(commonWords);
  const language = useLanguage();
  // Of when the window opened: the list below it may change.
  const [list] = useState(given);
  const [refunded, setRefunded] = useState(false);
  const input = { ...list, refunded };
  const counted = useBulkCount(input);
  const [why, setWhy] = useState('');
  const [isAskedFor, setAskedFor] = useState(false);
  const [isStopping, setStopping] = useState(false);
  const { run, start, stop } = useBulkResend();
  const isRunning = run.state === 'running';
  const isIdle = run.state === 'idle';
  const isOver = run.state === 'done' || counted.data?.count === 0;
  const begin = () => {
    setAskedFor(true);
    setStopping(false);
    if (why.trim() !== '') void start(input, why.trim());
  };
  // What is under way is stopped first, and the window says what came of it.
  const close = () => {
    if (!isRunning) return onClose(!isIdle);
    setStopping(true);
    stop();
  };
  const failure = run.error && errorText(run.error, language);
  return (
    <Modal
      visible
      size="large"
      header={title}
      closeAriaLabel={common.close}
      onDismiss={close}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button {...(!isRunning && { variant: 'link' })} onClick={close} loading={isRunning && isStopping}>
              {isRunning ? text.stop : isIdle ? common.cancel : common.close}
            </Button>
            {!isOver && (
              <Button variant="primary" loading={isRunning} disabled={counted.data === undefined} onClick={begin}>
                {isIdle || isRunning ? text.start : text.resume}
              </Button>
            )}
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <Box>{what}</Box>
        <Checkbox checked={refunded} disabled={!isIdle} onChange={({ detail }) => setRefunded(detail.checked)}>
          {text.refunded}
        </Checkbox>
        <Loading of={counted} loadingText={text.counting}>
          {(found) => (
            <SpaceBetween size="m">
              <Count counted={found} />
              {!isIdle && <BulkResults run={run} counted={found} list={list} />}
            </SpaceBetween>
          )}
        </Loading>
        <ReasonField value={why} onChange={setWhy} isAskedFor={isAskedFor} isDisabled={!isIdle} />
        {run.state === 'stopped' && <Alert type="info">{text.stopped}</Alert>}
        {failure && (
          <Alert type="error" header={failure.title}>
            {failure.what} {text.failed}
          </Alert>
        )}
      </SpaceBetween>
    </Modal>
  );
}

function Count({ counted: { count, euros, leftOut } }: { counted: Counted }) {
  const text = useWords(bulkResendWords);
  const format = useFormat();
  return (
    <div>
      <Box variant="strong">{text.count(format.count(count), count === 1, format.euros(euros))}</Box>
      {leftOut > 0 && <Box>{text.leftOut(format.count(leftOut), leftOut === 1)}</Box>}
    </div>
  );
}
