import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMemo } from 'react';
import { compare } from '../../../../functions/finance/bank-file/compare.ts';
import { ErrorState } from '../../components/states.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { useWholeList } from '../../lists/export/use-whole-list.ts';
import { addDays } from '../../period/days.ts';
import type { ReadFile } from './bank-file.ts';
import { ComparisonReport } from './comparison-report.tsx';
import { reconciliationWords } from './words.ts';

/** A bank may book a payment after a weekend and a holiday. */
const DAYS_BEYOND = 4;

interface ComparisonProps {
  account: string;
  file: ReadFile;
}

/** Reads our movements of the file's days to their end, and then compares: part of them is never compared. */
export function Comparison({ account, file: { lines, days, leftOut } }: ComparisonProps) {
  const text = useWords(reconciliationWords);
  const format = useFormat();
  const around = { from: addDays(days.from, -DAYS_BEYOND), to: addDays(days.to, DAYS_BEYOND) };
  const list = useWholeList('POST /me/movements/search', around, around);
  const { state, share, rows, error, retry } = list;
  const isDone = state === 'done';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they are read.
  const findings = useMemo(
    () => isDone && compare({ ours: rows.filter(({ bankAccount }) => bankAccount === account), lines }),
    [isDone],
  );
  return (
    <SpaceBetween size="l">
      <Box>
        {text.fileRead(format.count(lines.length), format.day(days.from), format.day(days.to))}{' '}
        {leftOut > 0 && text.leftOut(format.count(leftOut))}
      </Box>
      <Button variant="primary" loading={state === 'running'} onClick={state === 'idle' ? list.start : list.reload}>
        {findings ? text.again : text.run}
      </Button>
      {state === 'running' && (
        <ProgressBar
          label={text.reading}
          value={share * 100}
          additionalInfo={text.readSoFar(format.count(rows.length))}
        />
      )}
      {error && <ErrorState error={error} onRetry={retry} note={text.incomplete} />}
      {findings && <ComparisonReport findings={findings} account={account} days={days} />}
    </SpaceBetween>
  );
}
