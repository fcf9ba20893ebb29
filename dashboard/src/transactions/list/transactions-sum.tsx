import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useMemo } from 'react';
import type { TransactionRow } from '../../../../functions/dashboard/transactions/transactions-row.ts';
import { ErrorState } from '../../components/states.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { addRows, NO_SUMS } from '../export/export-sums.ts';
import { SumsText } from '../export/sums-text.tsx';
import { transactionsSource } from '../export/transactions-source.ts';
import { useExport } from '../export/use-export.ts';
import { isByPeriod, type Search } from './search.ts';

const nothing = () => {};

export interface ListSumProps {
  search: Search;
  rows: readonly TransactionRow[];
  isComplete: boolean;
}

/** The sum of a list: of a period read to its end as the export reads it, otherwise of the loaded rows. */
export function ListSum({ search, rows, isComplete }: ListSumProps) {
  const text = useText('listSum');
  if (isByPeriod(search) && !isComplete) return <PeriodSum search={search} />;
  const summed = rows.map(({ status, amount, refunded }) => ({
    status,
    amount,
    refunded: refunded === null ? 0 : refunded.euros,
  }));
  return (
    <div>
      <SumsText sums={addRows(NO_SUMS, summed)} />
      {!isComplete && <Box color="text-body-secondary">{text.moreExist}</Box>}
    </div>
  );
}

function PeriodSum({ search }: { search: Search }) {
  const text = useText('listSum');
  const format = useFormat();
  const source = useMemo(() => transactionsSource(search), [search]);
  const { run, start, resume, stop } = useExport(source, nothing);
  const { state, sums, scannedUntil, error } = run;
  useEffect(() => start(undefined), [start]);
  if (error) return <ErrorState error={error} onRetry={resume} />;
  return (
    <SpaceBetween size="xs">
      {scannedUntil !== null && <SumsText sums={sums} />}
      {state !== 'done' && scannedUntil !== null && (
        <Box color="text-body-secondary">{text.soFar(format.time(scannedUntil))}</Box>
      )}
      {state === 'running' && (
        <>
          <Button loading>{text.button}</Button> <Button onClick={stop}>{text.stop}</Button>
        </>
      )}
      {state === 'stopped' && <Button onClick={resume}>{text.resume}</Button>}
    </SpaceBetween>
  );
}
