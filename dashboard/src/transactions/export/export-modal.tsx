import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Checkbox from '@cloudscape-design/components/checkbox';
import Modal from '@cloudscape-design/components/modal';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useCallback, useMemo, useState } from 'react';
import { useMerchantStore } from '../../accounts/merchants.tsx';
import { errorText } from '../../components/error-text.ts';
import { useFormat, useLanguage, useText } from '../../i18n/language.ts';
import { saveFile } from '../../lists/save-file.ts';
import { useMe } from '../../session/session-context.ts';
import { filterCount, filtersOf, periodOf, queryOf, type Search } from '../list/search.ts';
import { keepExport, lastExport } from './export-memory.ts';
import { type ExportRun, useExport } from './use-export.ts';

interface ExportModalProps {
  search: Search;
  onClose: () => void;
}

/** Exports what is filtered, part by part, and saves it as one file. */
export function ExportModal({ search, onClose }: ExportModalProps) {
  const text = useText('csvExport');
  const words = useText('transactions');
  const format = useFormat();
  const me = useMe();
  const { catalogue } = useLanguage();
  // People share browsers; what one of them has exported says nothing to another.
  const filter = `${me.userId} ${queryOf(search)}`;
  const { accounts } = useMerchantStore();
  const csvWords = useMemo(() => {
    const merchants = me.merchant ? [...accounts, me.merchant] : accounts;
    const nameOf = (merchantId: string) => merchants.find((each) => each.merchantId === merchantId)?.name;
    return { catalogue, nameOf };
  }, [accounts, me.merchant, catalogue]);
  // As it was when the window opened: the export itself must not change what is marked.
  const [before] = useState(() => lastExport(localStorage, filter));
  const [isMarking, setMarking] = useState(before !== undefined);
  const name = `transactions-${search.by}-${search.from}-${search.to}.csv`;
  const onDone = useCallback(
    (parts: readonly string[], startedAt: string) => {
      saveFile(name, parts);
      keepExport(localStorage, filter, startedAt);
    },
    [name, filter],
  );
  const { run, start, resume, stop, partsSoFar } = useExport(csvWords, onDone);
  const begin = () => {
    const period = periodOf(search);
    if (!period) return;
    const { merchantId } = search;
    start({
      period,
      filters: filtersOf(search),
      ...(merchantId !== '' && { merchantId }),
      ...(isMarking && before !== undefined && { exportedAt: before }),
    });
  };
  // What is under way is stopped first, and the window says what came of it.
  const close = run.state === 'running' ? stop : onClose;
  const buttons: Record<ExportRun['state'], [label: string, act: () => void]> = {
    idle: [text.start, begin],
    running: [text.start, begin],
    stopped: [text.resume, resume],
    failed: [text.resume, resume],
    done: [text.saveAgain, () => saveFile(name, partsSoFar())],
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
        <Box>{text.what}</Box>
        <Box variant="strong" display="block">
          {text.period(words.find[search.by], format.day(search.from), format.day(search.to))}
        </Box>
        <Box color="text-body-secondary">{text.withFilters(filterCount(search))}</Box>
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
  const going = scannedUntil === null ? text.starting : text.going(count, format.time(scannedUntil));
  return (
    <ProgressBar
      label={text.progress}
      value={share * 100}
      status={state === 'done' ? 'success' : 'in-progress'}
      resultText={text.done(count)}
      additionalInfo={merchants ? text.ofMerchants(going, merchants.scanned, merchants.of) : going}
    />
  );
}
