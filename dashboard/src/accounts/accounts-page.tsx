import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import Tabs from '@cloudscape-design/components/tabs';
import TextFilter from '@cloudscape-design/components/text-filter';
import type { AccountRow } from '../../../functions/dashboard/api.ts';
import type { AccountStatus } from '../../../functions/merchants/accounts/merchant.ts';
import { hrefOf, useQuery } from '../components/inner-links.ts';
import { Page } from '../components/page.tsx';
import { EmptyState, ErrorLine } from '../components/states.tsx';
import { withValue } from '../finance/finance-query.ts';
import { useFormat, useWords } from '../i18n/language.ts';
import { Moment } from '../lists/cells.tsx';
import { useColumns } from '../lists/columns.tsx';
import { ScannedList } from '../lists/scanned-list.tsx';
import { type Scanned, useList } from '../lists/use-list.ts';
import { companyWords } from '../settings/account/company-words.ts';
import { type AccountOrder, foundAccounts, orderIn, orderText } from './account-search.ts';
import { accountTitle } from './account-title.ts';
import { accountsWords } from './words.ts';

const STATUSES: readonly AccountStatus[] = ['pending', 'active', 'suspended', 'refused'];

/** Accounts by status; those that wait for a decision first, the one that waits longest on top. */
export function AccountsPage() {
  const text = useWords(accountsWords);
  const format = useFormat();
  const [query, change] = useQuery();
  const status = STATUSES.find((each) => each === query.get('status')) ?? 'pending';
  const order = orderIn(query.get('sort') ?? '', status);
  const isOldestFirst = order.by === 'created' ? !order.isDescending : status === 'pending';
  const first = isOldestFirst ? 'oldest' : 'newest';
  const list = useList('POST /finance/accounts/search', { status, first });
  // The pending count is shown on every tab; the other counts only once their tab was opened.
  const waiting = useList('POST /finance/accounts/search', status === 'pending' ? null : { status: 'pending' });
  const countOf = (each: AccountStatus): string => {
    const { rows, isComplete, data, error } = each === status ? list : waiting;
    if (!data || error || (each !== status && each !== 'pending')) return '';
    return ` (${format.count(rows.length)}${isComplete ? '' : '+'})`;
  };
  return (
    <Page
      title={text.title}
      description={text.describe}
      actions={<Button iconName="refresh" ariaLabel={text.refresh} onClick={list.reload} loading={list.isLoading} />}
    >
      <Tabs
        ariaLabel={text.statusHeading}
        activeTabId={status}
        onChange={({ detail }) => change(withValue(query, 'status', detail.activeTabId))}
        tabs={STATUSES.map((id) => ({
          id,
          label: `${text.tabs[id]}${countOf(id)}`,
          content: id === status && (
            <SpaceBetween size="m">
              <Box color="text-body-secondary">{text.means[id]}</Box>
              {waiting.error && <ErrorLine error={waiting.error} onRetry={waiting.retry} what={text.pendingCount} />}
              <AccountsTable status={id} list={list} order={order} query={query} change={change} />
            </SpaceBetween>
          ),
        }))}
      />
    </Page>
  );
}

interface AccountsTableProps {
  status: AccountStatus;
  list: Scanned<AccountRow>;
  order: AccountOrder;
  query: URLSearchParams;
  change: (query: string) => void;
}

function AccountsTable({ status, list, order, query, change }: AccountsTableProps) {
  const text = useWords(accountsWords);
  const format = useFormat();
  const columns = useAccountColumns();
  const { rows: loaded, isComplete, isLoading } = list;
  const wanted = query.get('q') ?? '';
  const rows = foundAccounts(loaded, wanted, order);
  const isSearch = wanted !== '';
  const found = (isComplete ? text.found : text.foundSoFar)(
    format.count(rows.length),
    format.count(loaded.length),
    loaded.length === 1,
  );
  const all = (isComplete ? text.results : text.shown)(format.count(rows.length));
  // With rows the filter says how many were found.
  const progress = isSearch ? (rows.length === 0 && !isComplete ? found : undefined) : all;
  const sortedBy = columns.find(({ sortingField }) => sortingField === order.by);
  return (
    <ScannedList
      list={{ ...list, rows }}
      title={text.tabs[status]}
      trackBy="merchantId"
      loadingText={text.loading}
      columnDefinitions={columns}
      caption={text.caption(text.tabs[status])}
      {...(sortedBy && { sortingColumn: sortedBy })}
      sortingDescending={order.isDescending}
      onSortingChange={({ detail: { sortingColumn, isDescending = false } }) =>
        change(withValue(query, 'sort', orderText(sortingColumn.sortingField, isDescending)))
      }
      filter={
        <TextFilter
          filteringText={wanted}
          filteringPlaceholder={text.find}
          filteringAriaLabel={text.find}
          filteringClearAriaLabel={text.clear}
          countText={rows.length === 0 ? '' : found}
          loading={isLoading}
          onChange={({ detail }) => change(withValue(query, 'q', detail.filteringText))}
        />
      }
      empty={<EmptyState title={isSearch ? text.foundNone : text.none[status]} />}
      progress={progress}
    />
  );
}

function useAccountColumns(): TableProps.ColumnDefinition<AccountRow>[] {
  const text = useWords(accountsWords);
  const company = useWords(companyWords);
  return useColumns(
    {
      title: {
        header: text.account,
        sortingField: 'title',
        isRowHeader: true,
        cell: (row) => (
          <>
            <Link href={hrefOf(`/accounts/${row.merchantId}`)}>
              <span className="note">{accountTitle(row)}</span>
            </Link>
            {row.company && <div className="note">{row.name}</div>}
          </>
        ),
      },
      id: {
        below: 'title',
        header: text.merchantId,
        cell: ({ merchantId }) => <span className="long-value">{merchantId}</span>,
      },
      nif: { header: company.nif, cell: (row) => row.company?.nif ?? company.notGiven.nif },
      created: {
        header: text.created,
        sortingField: 'created',
        cell: ({ createdAt }) => <Moment at={createdAt} form="brief" />,
      },
      bank: { header: text.bankAccount, cell: ({ bankAccount }) => bankAccount },
      webhooks: {
        header: text.webhooks,
        cell: ({ webhookUrl, webhookEnabled }) =>
          webhookUrl === null ? text.webhookNone : webhookEnabled ? text.webhookOn : text.webhookOff,
      },
      url: {
        below: 'webhooks',
        header: text.webhooks,
        cell: ({ webhookUrl }) => webhookUrl && <span className="long-value">{webhookUrl}</span>,
      },
    },
    [{ of: 'title', lines: ['title', ['nif', 'small', 'named'], ['webhooks', 'small', 'named']] }, 'created'],
  );
}
