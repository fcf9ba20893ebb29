import Button from '@cloudscape-design/components/button';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, useEffect } from 'react';
import { AnySelect } from '../../components/any-select.tsx';
import { Page } from '../../components/page.tsx';
import { RefreshButton } from '../../components/refresh-button.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { ExportButton } from '../../lists/export/export-button.tsx';
import { useList } from '../../lists/use-list.ts';
import { FilterBar } from '../../period/filter-bar.tsx';
import { usePeriodFilter } from '../../period/use-filter.ts';
import { storeList } from './last-list.ts';
import {
  chosen,
  DELIVERY_FILTERS,
  filterCount,
  METHOD_FILTERS,
  requestOf,
  STATUS_FILTERS,
  UNDELIVERED,
} from './list-request.ts';
import { TransactionTable } from './transaction-table.tsx';
import { listWords } from './words.ts';

const TransactionsExport = lazy(async () => ({
  default: (await import('../export/transactions-export.tsx')).TransactionsExport,
}));

const ALL = 'all';

/** The transactions of a period. The URL contains the filters, so that it can be shared. */
export function TransactionsPage() {
  const text = useWords(listWords);
  const words = useWords(transactionWords);
  const filter = usePeriodFilter();
  const { query, choose } = filter;
  useEffect(() => storeList(`/transactions?${query}`), [query]);
  const request = requestOf(query, filter.days);
  const { period, ...filtered } = request;
  const isFiltered = filterCount(request) > 0;
  // Filters that let little through: on, until there is something to see.
  const list = useList(
    'POST /me/transactions/search',
    { find: { period }, ...filtered },
    { isRemembered: true, minRows: 1 },
  );
  return (
    <Page
      title={text.title}
      description={`${text.describe} ${words.lisbon}`}
      actions={<ExportButton>{(close) => <TransactionsExport request={request} onClose={close} />}</ExportButton>}
    >
      <SpaceBetween size="l">
        <FilterBar filter={filter}>
          <AnySelect
            label={text.by}
            value={period.by === 'paid' ? 'paid' : ''}
            any={words.find.created}
            values={['paid'] as const}
            labelOf={(value) => words.find[value]}
            onChange={(by) => choose({ by })}
          />
          <AnySelect
            label={words.methodHeading}
            value={chosen(query, 'method', METHOD_FILTERS) ?? ''}
            any={text.anyMethod}
            values={METHOD_FILTERS}
            labelOf={(value) => words.method[value]}
            onChange={(method) => choose({ method })}
          />
          <AnySelect
            label={words.deliveryHeading}
            value={chosen(query, 'delivery', DELIVERY_FILTERS) ?? ''}
            any={text.anyDelivery}
            values={DELIVERY_FILTERS}
            labelOf={(value) => (value === UNDELIVERED ? text.undelivered : words.delivery[value])}
            onChange={(delivery) => choose({ delivery })}
          />
        </FilterBar>
        <TransactionTable
          list={list}
          isFiltered={isFiltered}
          title={text.title}
          actions={<RefreshButton of={list} />}
          filter={
            <SegmentedControl
              label={words.statusHeading}
              selectedId={chosen(query, 'status', STATUS_FILTERS) ?? ALL}
              options={[
                { id: ALL, text: text.allStatuses },
                ...STATUS_FILTERS.map((id) => ({ id, text: text.statusTab[id] })),
              ]}
              onChange={({ detail }) => choose({ status: detail.selectedId === ALL ? '' : detail.selectedId })}
            />
          }
          empty={
            <EmptyState
              title={isFiltered ? text.noneWithFilters : text.noneInPeriod}
              action={
                isFiltered && (
                  <Button onClick={() => choose({ status: '', method: '', delivery: '' })}>{text.clear}</Button>
                )
              }
            />
          }
        />
      </SpaceBetween>
    </Page>
  );
}
