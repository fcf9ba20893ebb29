import Link from '@cloudscape-design/components/link';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import TextFilter from '@cloudscape-design/components/text-filter';
import type { AccountRow } from '../../../functions/dashboard/accounts/account.ts';
import type { AccountStatus } from '../../../functions/merchants/accounts/merchant.ts';
import { hrefOf, useQuery } from '../components/inner-links.ts';
import { Page } from '../components/page.tsx';
import { RefreshButton } from '../components/refresh-button.tsx';
import { EmptyState } from '../components/states.tsx';
import { useFormat, useWords } from '../i18n/language.ts';
import { commonWords } from '../i18n/shared-words.ts';
import { Moment } from '../lists/cells.tsx';
import { useColumns } from '../lists/columns.tsx';
import { ScannedList } from '../lists/scanned-list.tsx';
import { useList } from '../lists/use-list.ts';
import { companyWords } from '../settings/account/company-words.ts';
import { matches } from './account-search.ts';
import { accountTitle } from './account-title.ts';
import { accountWords } from './words.ts';

const STATUSES: readonly AccountStatus[] = ['pending', 'active', 'suspended', 'refused'];

/** Accounts by status: the one that waits longest on top, else the newest. */
export function AccountsPage() {
  const text = useWords(accountWords);
  const common = useWords(commonWords);
  const format = useFormat();
  const [query, choose] = useQuery();
  const status = STATUSES.find((each) => each === query.get('status')) ?? 'pending';
  const wanted = query.get('q') ?? '';
  const list = useList('POST /finance/accounts/search', { status, first: status === 'pending' ? 'oldest' : 'newest' });
  const rows = list.rows.filter((row) => matches(row, wanted));
  const columns = useAccountColumns();
  const results = common.results(format.count(rows.length));
  return (
    <Page title={text.accounts} description={text.describe} actions={<RefreshButton of={list} />}>
      <ScannedList
        list={{ ...list, rows }}
        title={text.tabs[status]}
        trackBy="merchantId"
        columnDefinitions={columns}
        filter={
          <SpaceBetween size="s">
            <SegmentedControl
              label={text.statusHeading}
              selectedId={status}
              options={STATUSES.map((id) => ({ id, text: text.tabs[id] }))}
              onChange={({ detail }) => choose({ status: detail.selectedId })}
            />
            <TextFilter
              filteringText={wanted}
              filteringPlaceholder={text.find}
              filteringAriaLabel={text.find}
              filteringClearAriaLabel={text.clear}
              onChange={({ detail }) => choose({ q: detail.filteringText })}
            />
          </SpaceBetween>
        }
        empty={<EmptyState title={wanted === '' ? text.none : text.foundNone} />}
        progress={list.isComplete ? results : text.someLoaded}
      />
    </Page>
  );
}

function useAccountColumns(): TableProps.ColumnDefinition<AccountRow>[] {
  const text = useWords(accountWords);
  const company = useWords(companyWords);
  return useColumns(
    {
      title: {
        header: text.title,
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
