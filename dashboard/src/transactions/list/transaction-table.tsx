import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense } from 'react';
import { useNarrow, useWide } from '../../components/sizes.ts';
import { visibleText } from '../../i18n/format.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import { deskColumns, phoneColumns } from '../../lists/columns.tsx';
import { ScannedList } from '../../lists/scanned-list.tsx';
import { SumOnRequest } from '../../lists/sum-on-request.tsx';
import { isStaff, useMe } from '../../session/session-context.ts';
import { PreferencesButton } from './preferences-button.tsx';
import { filterCount, queryOf, type Search } from './search.ts';
import { StatusTabs } from './status-tabs.tsx';
import { COLUMNS, STAFF_COLUMNS, usePhone, useTransactionColumns } from './transaction-columns.tsx';
import type { TransactionList } from './transaction-list.ts';
import type { Shown } from './use-shown.ts';
import { useTableChoice } from './use-table-choice.ts';

const ListEmpty = lazy(async () => ({ default: (await import('./list-empty.tsx')).ListEmpty }));
const TransactionsSum = lazy(async () => ({ default: (await import('./transactions-sum.tsx')).TransactionsSum }));

interface TransactionTableProps {
  search: Search;
  list: TransactionList;
  /** Whether there is anything to search for yet. */
  isAsked: boolean;
  onSearch: (search: Search) => void;
  shown: Shown;
}

export function TransactionTable({ search, list, isAsked, onSearch, shown }: TransactionTableProps) {
  const text = useText('transactionList');
  const format = useFormat();
  const me = useMe();
  const isNarrow = useNarrow();
  // Beside the panel there is room for what a phone shows.
  const isWide = useWide();
  const isShort = isNarrow || (isWide && shown.transactionId !== null);
  const columns = useTransactionColumns();
  const phone = usePhone(search.by);
  const [choice, choose] = useTableChoice(isStaff(me));
  const { rows, scanned, isComplete, isLoading, reload } = list;
  const ids = COLUMNS.filter((id) => isStaff(me) || !STAFF_COLUMNS.includes(id));
  // The time by which it was searched is shown, whatever the choice; in a search by id that of creation.
  const time = search.by === 'paid' ? 'paid' : 'created';
  const display = choice.display
    .filter(({ id }) => ids.includes(id))
    .map(({ id, visible }) => ({ id, visible: visible || id === time }));
  return (
    <ScannedList
      list={list}
      title={text.title}
      trackBy="transactionId"
      loadingText={scanned === 0 ? text.loading : text.further(format.count(scanned))}
      columnDefinitions={isShort ? phoneColumns(columns, phone) : deskColumns(columns)}
      columnDisplay={isShort ? undefined : display}
      wrapLines={isShort || choice.wrapLines}
      contentDensity={choice.isDense ? 'compact' : 'comfortable'}
      {...(!isNarrow && { selectionType: 'single' })}
      selectedItems={rows.filter(({ transactionId }) => transactionId === shown.transactionId)}
      onSelectionChange={({ detail: { selectedItems } }) =>
        selectedItems[0] && shown.show(selectedItems[0].transactionId)
      }
      caption={text.caption}
      selectionLabels={{
        selectionGroupLabel: text.selection,
        itemSelectionLabel: (_, { externalOrderId }) => text.select(visibleText(externalOrderId)),
      }}
      actions={
        <SpaceBetween direction="horizontal" size="xs" alignItems="center">
          <Button iconName="refresh" ariaLabel={text.refresh} onClick={reload} loading={isLoading} />
          {!isNarrow && (
            <PreferencesButton
              columns={ids.map((id) => ({ id, header: columns[id].header }))}
              choice={choice}
              onChange={choose}
            />
          )}
        </SpaceBetween>
      }
      filter={<StatusTabs search={search} onSearch={onSearch} />}
      empty={
        <Suspense>
          <ListEmpty search={search} list={list} isAsked={isAsked} onSearch={onSearch} />
        </Suspense>
      }
      progress={useProgress(search, list)}
      end={
        rows.length > 0 && (
          <SumOnRequest key={queryOf(search)}>
            <TransactionsSum search={search} rows={rows} isComplete={isComplete} />
          </SumOnRequest>
        )
      }
    />
  );
}

function useProgress(search: Search, { rows, scanned: read, until, isComplete }: TransactionList): string {
  const text = useText('transactionList');
  const format = useFormat();
  const [results, scanned] = [format.count(rows.length), format.count(read)];
  if (isComplete) return filterCount(search) === 0 ? text.results(results) : text.resultsScanned(results, scanned);
  return until === null ? text.partialUntimed(scanned) : text.partial(scanned, format.time(until));
}
