import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useEffect } from 'react';
import { errorText } from '../../components/error-text.ts';
import { useFormat, useLanguage, useWords } from '../../i18n/language.ts';
import { commonWords } from '../../i18n/shared-words.ts';
import type { Days } from '../../period/days.ts';
import type { Reader } from '../csv-file.ts';
import { saveFile } from '../save-file.ts';
import { exportWords } from '../words.ts';
import { useReader } from './use-reader.ts';
import type { WholeList } from './use-whole-list.ts';

interface ExportModalProps<Row> {
  list: WholeList<Row>;
  csvOf: (rows: readonly Row[], reader: Reader) => string;
  /** What is shown of the sums of the rows. */
  sumsOf: (rows: readonly Row[]) => ReactNode;
  /** The file's name before its days. */
  name: string;
  days: Days;
  /** What happened on these days. */
  by: string;
  /** What the file has. */
  what: string;
  filters?: string | undefined;
  onClose: () => void;
}

/** Reads a list to its end and saves it as a file. */
export function ExportModal<Row extends { merchantId: string | null }>(props: ExportModalProps<Row>) {
  const { list, csvOf, sumsOf, name, by, what, filters, onClose } = props;
  const text = useWords(exportWords);
  const common = useWords(commonWords);
  const format = useFormat();
  const readerOf = useReader();
  const { from, to } = props.days;
  const { state, rows } = list;
  const isDone = state === 'done';
  const save = async () => saveFile(`${name}-${from}-${to}.csv`, csvOf(rows, await readerOf(rows)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is read.
  useEffect(() => {
    if (isDone) void save();
  }, [isDone]);
  // What is running is stopped first, and the window shows how far it is.
  const close = state === 'running' ? list.stop : onClose;
  const buttons: Record<typeof state, [label: string, act: () => void]> = {
    idle: [text.start, list.start],
    running: [text.start, list.start],
    stopped: [text.resume, list.retry],
    failed: [text.resume, list.retry],
    done: [text.saveAgain, () => void save()],
  };
  const [label, act] = buttons[state];
  return (
    <Modal
      visible
      onDismiss={close}
      header={text.title}
      closeAriaLabel={common.close}
      footer={
        <Box float="right">
          <SpaceBetween direction="horizontal" size="xs">
            <Button variant="link" onClick={close}>
              {state === 'idle' || state === 'running' ? common.cancel : common.close}
            </Button>
            <Button variant={isDone ? 'normal' : 'primary'} loading={state === 'running'} onClick={act}>
              {label}
            </Button>
          </SpaceBetween>
        </Box>
      }
    >
      <SpaceBetween size="m">
        <Box>{what}</Box>
        <Box variant="strong" display="block">
          {text.period(by, format.day(from), format.day(to))}
        </Box>
        {filters !== undefined && <Box color="text-body-secondary">{filters}</Box>}
        <Progress list={list} />
        {isDone && rows.length > 0 && <div>{sumsOf(rows)}</div>}
      </SpaceBetween>
    </Modal>
  );
}

function Progress({ list }: { list: WholeList<unknown> }) {
  const text = useWords(exportWords);
  const format = useFormat();
  const language = useLanguage();
  const { state, rows, share, until, merchants, error } = list;
  const count = text.rows(format.count(rows.length), rows.length === 1);
  if (state === 'idle') return null;
  if (state === 'failed' && error) {
    const { title, what } = errorText(error, language);
    return (
      <Alert type="error" header={title}>
        {what} {until === null ? text.failedAtStart : text.failed(count)}
      </Alert>
    );
  }
  if (state === 'stopped') return <Alert type="info">{text.stopped(count)}</Alert>;
  const isDone = state === 'done';
  const going = until === null ? text.starting : text.going(count, format.time(until), merchants);
  return (
    <ProgressBar
      label={text.progress}
      value={isDone ? 100 : share * 100}
      status={isDone ? 'success' : 'in-progress'}
      resultText={text.done(count)}
      additionalInfo={isDone ? undefined : going}
    />
  );
}
