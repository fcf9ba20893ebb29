import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Input } from '../../api/client.ts';
import { errorText } from '../../components/error-text.ts';
import { ReasonField } from '../../components/reason-field.tsx';
import { Loading } from '../../components/states.tsx';
import { addEuros } from '../../i18n/add-euros.ts';
import { useFormat, useLanguage, useWords } from '../../i18n/language.ts';
import { commonWords } from '../../i18n/shared-words.ts';
import { useList } from '../../lists/use-list.ts';
import { BulkResults } from './bulk-results.tsx';
import type { Undelivered } from './undelivered-columns.tsx';
import { useBulkResend } from './use-bulk-resend.ts';
import { bulkResendWords } from './words.ts';

// 100 entries each: more than this are resent in several runs.
const MAX_PAGES = 20;

interface BulkModalProps {
  title: string;
  what: string;
  /** The events to resend, or the list to load them from. */
  events:
    | { kind: 'selected'; events: readonly Undelivered[] }
    | { kind: 'list'; input: Input<'POST /finance/undelivered'> };
  /** Whether anything may have been sent. */
  onClose: (isChanged: boolean) => void;
}

/** Resends many events with a reason: how many and how much before, what came of each after. */
export function BulkModal({ title, what, events: given, onClose }: BulkModalProps) {
  const text = useWords(bulkResendWords);
  const common = useWords(commonWords);
  const language = useLanguage();
  // Of when the window opened: the list below it may change.
  const [source] = useState(given);
  const isList = source.kind === 'list';
  const input = isList ? source.input : null;
  const scan = useList('POST /finance/undelivered', input, { minRows: Infinity, maxPages: MAX_PAGES });
  const events = isList ? scan.rows : source.events;
  const isCounted = !isList || (!scan.isLoading && scan.error === undefined);
  const isComplete = !isList || scan.isComplete;
  const [why, setWhy] = useState('');
  const [isAskedFor, setAskedFor] = useState(false);
  const [isStopping, setStopping] = useState(false);
  const { run, start, stop, isFollowing } = useBulkResend();
  const isRunning = run.state === 'running';
  const isOver = run.state === 'done' || (isCounted && events.length === 0);
  const begin = () => {
    setAskedFor(true);
    setStopping(false);
    if (why.trim() !== '') void start(events, why.trim());
  };
  // What is under way is stopped first, and the window says what came of it.
  const close = () => {
    if (!isRunning) return onClose(run.state !== 'idle');
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
              {isRunning ? text.stop : run.state === 'idle' ? common.cancel : common.close}
            </Button>
            {!isOver && (
              <Button variant="primary" loading={isRunning} disabled={!isCounted} onClick={begin}>
                {run.state === 'idle' || isRunning ? text.start : text.resume}
              </Button>
            )}
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <Box>{what}</Box>
        {isCounted ? (
          <Count events={events} isComplete={isComplete} />
        ) : (
          <Loading of={{ ...scan, data: undefined }} loadingText={text.counting}>
            {() => null}
          </Loading>
        )}
        <ReasonField
          label={common.reason}
          hint={common.reasonHint}
          missing={common.reasonMissing}
          value={why}
          onChange={setWhy}
          isAskedFor={isAskedFor}
          isDisabled={run.state !== 'idle'}
        />
        {run.state === 'stopped' && <Alert type="info">{text.stopped}</Alert>}
        {failure && (
          <Alert type="error" header={failure.title}>
            {failure.what} {text.failed}
          </Alert>
        )}
        {run.state !== 'idle' && <BulkResults events={events} run={run} isFollowing={isFollowing} />}
      </SpaceBetween>
    </Modal>
  );
}

/** How many events, and how much money they are about. */
function Count({ events, isComplete }: { events: readonly Undelivered[]; isComplete: boolean }) {
  const text = useWords(bulkResendWords);
  const format = useFormat();
  const count = format.count(events.length);
  const euros = format.euros(addEuros(...events.map(({ amount }) => amount)));
  return (
    <Box variant="strong">
      {isComplete ? text.count(count, events.length === 1, euros) : text.countAtLeast(count, euros)}
    </Box>
  );
}
