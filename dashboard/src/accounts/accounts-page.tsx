import '../lists/cells.css';
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
import { useNarrow } from '../components/sizes.ts';
import { EmptyState, ErrorLine } from '../components/states.tsx';
import { withValue } from '../finance/finance-query.ts';
import { useFormat } from '../i18n/language.ts';
import { Moment } from '../lists/cells.tsx';
import { ListTable } from '../lists/list-table.tsx';
import { usePages } from '../lists/use-pages.ts';
import { type AccountOrder, foundAccounts, orderIn, orderText } from './account-search.ts';
import { useAccountTexts } from './account-texts.ts';
import { accountTitle } from './account-title.ts';

const STATUSES: readonly AccountStatus[] = ['pending', 'active', 'suspended', 'refused'];

/** Accounts by status; those that wait for a decision first, the one that waits longest on top. */
export function AccountsPage() {
  const text = useAccountTexts().accounts;
  const format = useFormat();
  const [query, change] = useQuery();
  const status = STATUSES.find((each) => each === query.get('status')) ?? 'pending';
  const order = orderIn(query.get('sort') ?? '', status);
  const isOldestFirst = order.by === 'created' ? !order.isDescending : status === 'pending';
  const first = isOldestFirst ? 'oldest' : 'newest';
  const paged = usePages('POST /accounts/search', { status, first });
  // The pending count is shown on every tab; the other counts only once their tab was opened.
  const waiting = usePages('POST /accounts/search', status === 'pending' ? null : { status: 'pending' });
  const countOf = (each: AccountStatus): string => {
    const { pages, error } = each === status ? paged : waiting;
    const last = pages.at(-1);
    if (!last || error || (each !== status && each !== 'pending')) return '';
    const count = pages.reduce((sum, { accounts }) => sum + accounts.length, 0);
    return ` (${format.count(count)}${last.cursor === null ? '' : '+'})`;
  };
  return (
    <Page
      title={text.title}
      description={text.describe}
      actions={<Button iconName="refresh" ariaLabel={text.refresh} onClick={paged.reload} loading={paged.isLoading} />}
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
              <AccountsTable status={id} paged={paged} order={order} query={query} change={change} />
            </SpaceBetween>
          ),
        }))}
      />
    </Page>
  );
}

interface AccountsTableProps {
  status: AccountStatus;
  paged: ReturnType<typeof usePages<'POST /accounts/search'>>;
  order: AccountOrder;
  query: URLSearchParams;
  change: (query: string) => void;
}

function AccountsTable({ status, paged, order, query, change }: AccountsTableProps) {
  const text = useAccountTexts().accounts;
  const format = useFormat();
  const columns = useAccountColumns(useNarrow());
  const { pages, isLoading, more } = paged;
  const loaded = pages.flatMap(({ accounts }) => accounts);
  const wanted = query.get('q') ?? '';
  const rows = foundAccounts(loaded, wanted, order);
  const isComplete = pages.at(-1)?.cursor === null;
  const isSearch = wanted !== '';
  const found = (isComplete ? text.found : text.foundSoFar)(
    format.count(rows.length),
    format.count(loaded.length),
    loaded.length === 1,
  );
  const all = (isComplete ? text.results : text.shown)(format.count(rows.length));
  const sortedBy = columns.find(({ sortingField }) => sortingField === order.by);
  return (
    <ListTable
      of={paged}
      rows={rows}
      title={text.tabs[status]}
      trackBy="merchantId"
      loadingText={text.loading}
      columnDefinitions={columns}
      ariaLabels={{ tableLabel: text.caption(text.tabs[status]) }}
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
      footer={
        loaded.length > 0 &&
        !(isSearch && isComplete) && (
          <Box textAlign="center">
            <SpaceBetween size="xs">
              {!isSearch && <Box color="text-body-secondary">{all}</Box>}
              {isSearch && rows.length === 0 && <Box color="text-body-secondary">{found}</Box>}
              {!isComplete && (
                <Button loading={isLoading} onClick={more}>
                  {text.more}
                </Button>
              )}
            </SpaceBetween>
          </Box>
        )
      }
    />
  );
}

function useAccountColumns(isNarrow: boolean): TableProps.ColumnDefinition<AccountRow>[] {
  const text = useAccountTexts().accounts;
  const company = useAccountTexts().company;
  const webhooks = ({ webhookUrl, webhookEnabled }: AccountRow) =>
    webhookUrl === null ? text.webhookNone : webhookEnabled ? text.webhookOn : text.webhookOff;
  const nifOf = (row: AccountRow) => row.company?.nif ?? company.notGiven.nif;
  const created: TableProps.ColumnDefinition<AccountRow> = {
    id: 'created',
    header: text.created,
    sortingField: 'created',
    cell: ({ createdAt }) => <Moment at={createdAt} form="brief" />,
  };
  const title: TableProps.ColumnDefinition<AccountRow> = {
    id: 'title',
    header: text.account,
    sortingField: 'title',
    isRowHeader: true,
    cell: (row) => (
      <>
        <Link href={hrefOf(`/accounts/${row.merchantId}`)}>
          <span className="note">{accountTitle(row)}</span>
        </Link>
        {row.company && <div className="note">{row.name}</div>}
        <Box variant="small" display="block">
          {isNarrow ? (
            <>
              {company.nif}: {nifOf(row)}
              <br />
              {text.webhooks}: {webhooks(row)}
            </>
          ) : (
            <span className="long-value">{row.merchantId}</span>
          )}
        </Box>
      </>
    ),
  };
  if (isNarrow) return [title, created];
  return [
    title,
    { id: 'nif', header: company.nif, cell: nifOf },
    created,
    { id: 'bank', header: text.bankAccount, cell: ({ bankAccount }) => bankAccount },
    {
      id: 'webhooks',
      header: text.webhooks,
      cell: (row) => (
        <>
          {webhooks(row)}
          {row.webhookUrl !== null && (
            <Box variant="small" display="block">
              <span className="long-value">{row.webhookUrl}</span>
            </Box>
          )}
        </>
      ),
    },
  ];
}
