import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense } from 'react';
import type { TransactionPage } from '../../../../functions/dashboard/transactions/transactions.ts';
import { useNarrow, useWide } from '../../components/sizes.ts';
import { visibleText } from '../../i18n/format.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import { ListTable } from '../../lists/list-table.tsx';
import type { Paged } from '../../lists/use-pages.ts';
import { isStaff, useMe } from '../../session/session-context.ts';
import { PreferencesButton } from './preferences-button.tsx';
import type { Search } from './search.ts';
import { StatusTabs } from './status-tabs.tsx';
import { COLUMNS, useColumns, useNarrowColumns } from './transaction-columns.tsx';
import { TransactionsEnd } from './transactions-end.tsx';
import type { Shown } from './use-shown.ts';
import { useTableChoice } from './use-table-choice.ts';

const ListEmpty = lazy(async () => ({ default: (await import('./list-empty.tsx')).ListEmpty }));

interface TransactionTableProps {
  search: Search;
  paged: Paged<TransactionPage>;
  /** Whether there is anything to look for yet. */
  isAsked: boolean;
  onSearch: (search: Search) => void;
  shown: Shown;
}

export function TransactionTable({ search, paged, isAsked, onSearch, shown }: TransactionTableProps) {
  const text = useText('transactionList');
  const format = useFormat();
  const me = useMe();
  const isNarrow = useNarrow();
  // Beside the panel there is room for what a phone shows.
  const isWide = useWide();
  const isShort = isNarrow || (isWide && shown.transactionId !== null);
  const columns = useColumns();
  const narrow = useNarrowColumns(search.by);
  const [choice, choose] = useTableChoice(isStaff(me));
  const { pages, isLoading, reload } = paged;
  const rows = pages.flatMap(({ transactions }) => transactions);
  const scanned = pages.reduce((sum, page) => sum + page.scanned, 0);
  const isComplete = pages.at(-1)?.isComplete === true;
  const ids = COLUMNS.filter((id) => id !== 'merchant' || isStaff(me));
  // The time by which it was searched is shown, whatever the choice; in a search by id that of creation.
  const time = search.by === 'paid' ? 'paid' : 'created';
  const display = choice.display
    .filter(({ id }) => ids.includes(id))
    .map(({ id, visible }) => ({ id, visible: visible || id === time }));
  return (
    <ListTable
      of={paged}
      rows={rows}
      title={text.title}
      trackBy="transactionId"
      loadingText={scanned === 0 ? text.loading : text.further(format.count(scanned))}
      columnDefinitions={isShort ? narrow : ids.map((id) => columns[id])}
      columnDisplay={isShort ? undefined : display}
      wrapLines={isShort || choice.wrapLines}
      contentDensity={choice.isDense ? 'compact' : 'comfortable'}
      {...(!isNarrow && { selectionType: 'single' })}
      selectedItems={rows.filter(({ transactionId }) => transactionId === shown.transactionId)}
      onSelectionChange={({ detail: { selectedItems } }) =>
        selectedItems[0] && shown.show(selectedItems[0].transactionId)
      }
      ariaLabels={{
        tableLabel: text.caption,
        selectionGroupLabel: text.selection,
        itemSelectionLabel: (_, { externalOrderId }) => text.select(visibleText(externalOrderId)),
      }}
      actions={
        <SpaceBetween direction="horizontal" size="xs" alignItems="center">
          <Button iconName="refresh" ariaLabel={text.refresh} onClick={reload} loading={isLoading} />
          {!isNarrow && <PreferencesButton columns={ids.map((id) => columns[id])} choice={choice} onChange={choose} />}
        </SpaceBetween>
      }
      filter={<StatusTabs search={search} onSearch={onSearch} />}
      empty={
        <Suspense>
          <ListEmpty search={search} paged={paged} isAsked={isAsked} onSearch={onSearch} />
        </Suspense>
      }
      footer={rows.length > 0 || !isComplete ? <TransactionsEnd search={search} paged={paged} /> : undefined}
    />
  );
}
