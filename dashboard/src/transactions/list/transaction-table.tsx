import Button from '@cloudscape-design/components/button';
import { lazy, Suspense } from 'react';
import { useFormat, useWords } from '../../i18n/language.ts';
import { ScannedList } from '../../lists/scanned-list.tsx';
import { filterCount, type Search } from './search.ts';
import { StatusTabs } from './status-tabs.tsx';
import { useListColumns } from './transaction-columns.tsx';
import type { TransactionList } from './transaction-list.ts';
import { listWords } from './words.ts';

const ListEmpty = lazy(async () => ({ default: (await import('./list-empty.tsx')).ListEmpty }));

interface TransactionTableProps {
  search: Search;
  list: TransactionList;
  /** Whether there is anything to search for yet. */
  isAsked: boolean;
  onSearch: (search: Search) => void;
}

export function TransactionTable({ search, list, isAsked, onSearch }: TransactionTableProps) {
  const text = useWords(listWords);
  const format = useFormat();
  const columns = useListColumns(search.by);
  const { scanned, isLoading, reload } = list;
  return (
    <ScannedList
      list={list}
      title={text.title}
      trackBy="transactionId"
      loadingText={scanned === 0 ? text.loading : text.further(format.count(scanned))}
      columnDefinitions={columns}
      caption={text.caption}
      actions={<Button iconName="refresh" ariaLabel={text.refresh} onClick={reload} loading={isLoading} />}
      filter={<StatusTabs search={search} onSearch={onSearch} />}
      empty={
        <Suspense>
          <ListEmpty search={search} list={list} isAsked={isAsked} onSearch={onSearch} />
        </Suspense>
      }
      progress={useProgress(search, list)}
    />
  );
}

function useProgress(search: Search, { rows, scanned: read, until, isComplete }: TransactionList): string {
  const text = useWords(listWords);
  const format = useFormat();
  const [results, scanned] = [format.count(rows.length), format.count(read)];
  if (isComplete) return filterCount(search) === 0 ? text.results(results) : text.resultsScanned(results, scanned);
  return until === null ? text.partialUntimed(scanned) : text.partial(scanned, format.time(until));
}
