import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Modal from '@cloudscape-design/components/modal';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { ReactNode } from 'react';
import { errorText } from '../../components/error-text.ts';
import { useFormat, useLanguage, useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import type { Days } from '../../period/days.ts';
import { saveFile } from '../save-file.ts';
import { exportWords } from '../words.ts';
import { type Gathering, type PartsRun, type ReadPart, useParts } from './use-parts.ts';

/** How the rows of a list are summed, and what is shown of the sums. */
export interface Summing<Row, Sums> extends Gathering<Row, Sums> {
  add: (sums: Sums, rows: readonly Row[]) => Sums;
  textOf: (sums: Sums) => ReactNode;
}

interface ExportModalProps<Row, Sums> {
  read: ReadPart<Row>;
  summing: Summing<Row, Sums>;
  /** The beginning of the file, and its lines of some rows. */
  file: { head: string; rowsOf: (rows: readonly Row[]) => Promise<string> };
  /** The file's name before its days. */
  name: string;
  days: Days;
  /** What happened on these days. */
  by: string;
  /** What the file has. */
  what: string;
  filters?: string;
  onClose: () => void;
}

interface Gathered<Sums> {
  texts: readonly string[];
  sums: Sums;
}

/** Exports a list part by part, and saves it as one file. The name has only the period that was received. */
export function ExportModal<Row, Sums>(props: ExportModalProps<Row, Sums>) {
  const { read, summing, file, name, by, what, filters, onClose } = props;
  const text = useWords(exportWords);
  const words = useWords(transactionWords);
  const format = useFormat();
  const { from, to } = props.days;
  const save = (texts: readonly string[]) => saveFile(`${name}-${from}-${to}.csv`, texts);
  const gathering = {
    none: { texts: [file.head], sums: summing.none },
    add: async ({ texts, sums }: Gathered<Sums>, rows: readonly Row[]) => ({
      texts: [...texts, await file.rowsOf(rows)],
      sums: summing.add(sums, rows),
    }),
  };
  const { run, start, resume, stop } = useParts<Row, Gathered<Sums>>(read, gathering, ({ texts }) => save(texts));
  // A running export is stopped first, and the window shows its result.
  const close = run.state === 'running' ? stop : onClose;
  const buttons: Record<typeof run.state, [label: string, act: () => void]> = {
    idle: [text.start, start],
    running: [text.start, start],
    stopped: [text.resume, resume],
    failed: [text.resume, resume],
    done: [text.saveAgain, () => save(run.gathered.texts)],
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
          {text.period(by, format.day(from), format.day(to))}
        </Box>
        {filters !== undefined && <Box color="text-body-secondary">{filters}</Box>}
        <Progress run={run} sums={summing.textOf(run.gathered.sums)} />
      </SpaceBetween>
    </Modal>
  );
}

function Progress({ run, sums }: { run: PartsRun<unknown>; sums: ReactNode }) {
  const text = useWords(exportWords);
  const format = useFormat();
  const language = useLanguage();
  const { state, rows, share, scannedUntil, merchants, error } = run;
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
  const going = scannedUntil === null ? text.starting : text.going(count, format.time(scannedUntil), merchants);
  return (
    <>
      <ProgressBar
        label={text.progress}
        value={share * 100}
        status={state === 'done' ? 'success' : 'in-progress'}
        resultText={text.done(count)}
        additionalInfo={state === 'done' ? undefined : going}
      />
      {state === 'done' && rows > 0 && <div>{sums}</div>}
    </>
  );
}
