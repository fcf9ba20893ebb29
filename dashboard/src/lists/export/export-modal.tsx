import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Modal from '@cloudscape-design/components/modal';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useCallback, useState } from 'react';
import { errorText } from '../../components/error-text.ts';
import { useFormat, useLanguage, useText } from '../../i18n/language.ts';
import { saveFile } from '../../lists/save-file.ts';
import { useMe } from '../../session/session-context.ts';
import { keepExport, lastExport } from './export-memory.ts';
import { SumsText } from './sums-text.tsx';
import { type ExportRun, type FileSource, useExport } from './use-export.ts';

interface ExportModalProps {
  source: FileSource;
  fileName: string;
  /** Names this list and its filters among the exports of this browser. */
  memoryName: string;
  /** What the file has, of which period, and with which filters. */
  what: string;
  period: string;
  filters?: string;
  onClose: () => void;
}

/** Exports a list part by part, and saves it as one file. */
export function ExportModal(props: ExportModalProps) {
  const { source, fileName, memoryName, what, period, filters, onClose } = props;
  const text = useText('csvExport');
  const words = useText('transactions');
  const format = useFormat();
  // People share browsers; what one of them has exported says nothing to another.
  const filter = `${useMe().userId} ${memoryName}`;
  // As it was when the window opened: the export itself must not change what is marked.
  const [before] = useState(() => lastExport(localStorage, filter));
  const [isMarking, setMarking] = useState(before !== undefined);
  const onDone = useCallback(
    (parts: readonly string[], startedAt: string) => {
      saveFile(fileName, parts);
      keepExport(localStorage, filter, startedAt);
    },
    [fileName, filter],
  );
  const { run, start, resume, stop, partsSoFar } = useExport(source, onDone);
  const begin = () => start(isMarking ? before : undefined);
  // What is under way is stopped first, and the window says what came of it.
  const close = run.state === 'running' ? stop : onClose;
  const buttons: Record<ExportRun['state'], [label: string, act: () => void]> = {
    idle: [text.start, begin],
    running: [text.start, begin],
    stopped: [text.resume, resume],
    failed: [text.resume, resume],
    done: [text.saveAgain, () => saveFile(fileName, partsSoFar())],
  };
  const [label, act] = buttons[run.state];
  return (
    <Modal
      visible
      onDismiss={close}
      header={text.title}
      closeAriaLabel={words.close}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={close}>
              {run.state === 'idle' || run.state === 'running' ? text.stop : words.close}
            </Button>
            <Button
              variant={run.state === 'done' ? 'normal' : 'primary'}
              loading={run.state === 'running'}
              onClick={act}
            >
              {label}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <Box>{what}</Box>
        <Box variant="strong" display="block">
          {period}
        </Box>
        {filters !== undefined && <Box color="text-body-secondary">{filters}</Box>}
        {before !== undefined && (
          <Checkbox
            checked={isMarking}
            disabled={run.state !== 'idle'}
            onChange={({ detail }) => setMarking(detail.checked)}
            description={text.markHint(format.time(before))}
          >
            {text.mark}
          </Checkbox>
        )}
        <Progress run={run} />
      </SpaceBetween>
    </Modal>
  );
}

function Progress({ run }: { run: ExportRun }) {
  const text = useText('csvExport');
  const format = useFormat();
  const language = useLanguage();
  const { state, rows, sums, share, scannedUntil, merchants, error } = run;
  if (state === 'idle') return null;
  const count = text.rows(format.count(rows), rows === 1);
  if (state === 'failed' && error) {
    const { title, what } = errorText(error, language);
    return (
      <Alert type="error" header={title}>
        {what} {scannedUntil === null ? text.failedAtStart : text.failed(count)}
      </Alert>
    );
  }
  if (state === 'stopped') return <Alert type="info">{text.stopped(count)}</Alert>;
  const going = scannedUntil === null ? text.starting : text.going(count, format.time(scannedUntil));
  return (
    <>
      <ProgressBar
        label={text.progress}
        value={share * 100}
        status={state === 'done' ? 'success' : 'in-progress'}
        resultText={text.done(count)}
        additionalInfo={merchants ? text.ofMerchants(going, merchants.scanned, merchants.of) : going}
      />
      {state === 'done' && sums.count > 0 && <SumsText sums={sums} />}
    </>
  );
}
