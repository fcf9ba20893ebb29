import type { ReactNode } from 'react';
import { useFormat, useWords } from '../../i18n/language.ts';
import { commonWords } from '../../i18n/shared-words.ts';
import { ScannedList } from '../../lists/scanned-list.tsx';
import type { RowOf, Scanned } from '../../lists/use-list.ts';
import { useListColumns } from './transaction-columns.tsx';
import { listWords } from './words.ts';

/** What a search has found so far. */
export type TransactionList = Scanned<RowOf<'POST /me/transactions/search'>>;

interface TransactionTableProps {
  list: TransactionList;
  isFiltered: boolean;
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  filter?: ReactNode;
  /** Shown where the whole list has no rows. */
  empty: ReactNode;
}

export function TransactionTable({ list, isFiltered, empty, ...table }: TransactionTableProps) {
  const text = useWords(listWords);
  const common = useWords(commonWords);
  const format = useFormat();
  const columns = useListColumns();
  const { rows, isComplete, until } = list;
  const [results, scanned] = [format.count(rows.length), format.count(list.scanned)];
  const whole = isFiltered ? text.resultsScanned(results, scanned) : common.results(results);
  const part = until === null ? text.partialUntimed(scanned) : text.partial(scanned, format.time(until));
  return (
    <ScannedList
      {...table}
      list={list}
      trackBy="transactionId"
      {...(list.scanned > 0 && { loadingText: text.further(scanned) })}
      columnDefinitions={columns}
      empty={isComplete && empty}
      progress={isComplete ? whole : part}
    />
  );
}
