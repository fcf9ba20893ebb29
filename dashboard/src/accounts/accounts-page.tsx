import '../lists/cells.css';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import Tabs from '@cloudscape-design/components/tabs';
import type { AccountRow } from '../../../functions/dashboard/api.ts';
import type { AccountStatus } from '../../../functions/merchants/accounts/merchant.ts';
import { hrefOf, useQuery } from '../components/inner-links.ts';
import { Page } from '../components/page.tsx';
import { useNarrow } from '../components/sizes.ts';
import { EmptyState, ErrorLine } from '../components/states.tsx';
import { withValue } from '../finance/finance-query.ts';
import { useFormat, useText } from '../i18n/language.ts';
import { Moment } from '../lists/cells.tsx';
import { ListTable } from '../lists/list-table.tsx';
import { usePages } from '../lists/use-pages.ts';

const STATUSES: readonly AccountStatus[] = ['pending', 'active', 'suspended', 'refused'];

/** Accounts by status; those that wait for a decision first. */
export function AccountsPage() {
  const text = useText('accounts');
  const format = useFormat();
  const [query, change] = useQuery();
  const status = STATUSES.find((each) => each === query.get('status')) ?? 'pending';
  const paged = usePages('POST /accounts/search', { status });
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
          label: `${text.status[id]}${countOf(id)}`,
          content: id === status && (
            <SpaceBetween size="m">
              <Box color="text-body-secondary">{text.means[id]}</Box>
              {waiting.error && <ErrorLine error={waiting.error} onRetry={waiting.retry} what={text.pendingCount} />}
              <AccountsTable status={id} paged={paged} />
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
}

function AccountsTable({ status, paged }: AccountsTableProps) {
  const text = useText('accounts');
  const format = useFormat();
  const isNarrow = useNarrow();
  const columns = useAccountColumns(isNarrow);
  const { pages, isLoading, more } = paged;
  const rows = pages.flatMap(({ accounts }) => accounts);
  const isComplete = pages.at(-1)?.cursor === null;
  return (
    <ListTable
      of={paged}
      rows={rows}
      isComplete={isComplete}
      title={text.status[status]}
      titleVariant="h2"
      trackBy="merchantId"
      loadingText={text.loading}
      columnDefinitions={columns}
      ariaLabels={{ tableLabel: text.caption(text.status[status]) }}
      empty={<EmptyState title={text.none[status]} />}
      footer={
        rows.length === 0 ? undefined : (
          <Box textAlign="center">
            <SpaceBetween size="xs">
              <Box color="text-body-secondary">
                {(isComplete ? text.results : text.shown)(format.count(rows.length))}
              </Box>
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
  const text = useText('accounts');
  const webhooks = ({ webhookUrl, webhookEnabled }: AccountRow) =>
    webhookUrl === null ? text.webhookNone : webhookEnabled ? text.webhookOn : text.webhookOff;
  const name: TableProps.ColumnDefinition<AccountRow> = {
    id: 'name',
    header: text.name,
    isRowHeader: true,
    cell: (row) => (
      <>
        <Link href={hrefOf(`/accounts/${row.merchantId}`)}>
          <span className="note">{row.name}</span>
        </Link>
        {isNarrow && (
          <Box variant="small" display="block">
            <Moment at={row.createdAt} form="brief" />
            <br />
            {text.webhooks}: {webhooks(row)}
          </Box>
        )}
      </>
    ),
  };
  if (isNarrow) return [name];
  return [
    name,
    {
      id: 'id',
      header: text.merchantId,
      cell: ({ merchantId }) => <span className="long-value">{merchantId}</span>,
    },
    { id: 'created', header: text.created, cell: ({ createdAt }) => <Moment at={createdAt} form="brief" /> },
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
