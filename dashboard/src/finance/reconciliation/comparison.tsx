import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { MovementRow } from '../../../../functions/dashboard/finance/movements/movement-row.ts';
import { compare } from '../../../../functions/finance/bank-file/compare.ts';
import { ErrorState } from '../../components/states.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { useParts } from '../../lists/export/use-parts.ts';
import { addDays } from '../../period/days.ts';
import { readMovements } from '../movements/read-movements.ts';
import type { ReadFile } from './bank-file.ts';
import type { Finding } from './comparison.ts';
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
  const [findings, setFindings] = useState<readonly Finding[]>();
  const around = { from: addDays(days.from, -DAYS_BEYOND), to: addDays(days.to, DAYS_BEYOND) };
  const gathering = {
    none: [] as readonly MovementRow[],
    add: (gathered: readonly MovementRow[], rows: readonly MovementRow[]) => [
      ...gathered,
      ...rows.filter(({ bankAccount }) => bankAccount === account),
    ],
  };
  const { run, start, resume } = useParts(readMovements(around), gathering, (ours) =>
    setFindings(compare({ ours, lines })),
  );
  const begin = () => {
    setFindings(undefined);
    start();
  };
  const { state, share, rows, error } = run;
  return (
    <SpaceBetween size="l">
      <Box>
        {text.fileRead(format.count(lines.length), format.day(days.from), format.day(days.to))}{' '}
        {leftOut > 0 && text.leftOut(format.count(leftOut))}
      </Box>
      <Button variant="primary" loading={state === 'running'} onClick={begin}>
        {findings ? text.again : text.run}
      </Button>
      {state === 'running' && (
        <ProgressBar label={text.reading} value={share * 100} additionalInfo={text.readSoFar(format.count(rows))} />
      )}
      {error && <ErrorState error={error} onRetry={resume} note={text.incomplete} />}
      {findings && <ComparisonReport findings={findings} account={account} days={days} />}
    </SpaceBetween>
  );
}
