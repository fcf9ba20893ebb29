import { lazy } from 'react';
import type { TransactionPage } from '../../../../functions/dashboard/transactions/transactions.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import { ListEnd } from '../../lists/list-end.tsx';
import { SumOnRequest } from '../../lists/sum-on-request.tsx';
import type { Paged } from '../../lists/use-pages.ts';
import { filterCount, queryOf, type Search } from './search.ts';

const TransactionsSum = lazy(async () => ({ default: (await import('./transactions-sum.tsx')).TransactionsSum }));

interface TransactionsEndProps {
  search: Search;
  paged: Paged<TransactionPage>;
}

/** Below the list: how far it was scanned, and its sum on request. */
export function TransactionsEnd({ search, paged }: TransactionsEndProps) {
  const { pages } = paged;
  const progress = useProgress(search, pages);
  const rows = pages.flatMap(({ transactions }) => transactions);
  return (
    <ListEnd of={paged} progress={progress}>
      {rows.length > 0 && (
        <SumOnRequest key={queryOf(search)}>
          <TransactionsSum search={search} rows={rows} isComplete={pages.at(-1)?.isComplete === true} />
        </SumOnRequest>
      )}
    </ListEnd>
  );
}

function useProgress(search: Search, pages: readonly TransactionPage[]): string {
  const text = useText('transactionList');
  const format = useFormat();
  const rows = pages.reduce((sum, page) => sum + page.transactions.length, 0);
  const scanned = format.count(pages.reduce((sum, page) => sum + page.scanned, 0));
  const last = pages.at(-1);
  if (!last) return '';
  if (last.isComplete) {
    if (rows === 0 && filterCount(search) === 0) return '';
    return filterCount(search) === 0
      ? text.results(format.count(rows))
      : text.resultsScanned(format.count(rows), scanned);
  }
  return last.scannedUntil === null
    ? text.partialUntimed(scanned)
    : text.partial(scanned, format.time(last.scannedUntil));
}
