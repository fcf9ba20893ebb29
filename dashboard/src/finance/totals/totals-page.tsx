import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMemo } from 'react';
import type { Totals, TotalsOf } from '../../../../functions/finance/totals/totals.ts';
import { isoTime } from '../../../../functions/runtime/clock.ts';
import { accountTitle } from '../../accounts/account-title.ts';
import { useMerchant } from '../../accounts/merchants.tsx';
import { serviceNow } from '../../api/service-time.ts';
import { AnySelect } from '../../components/any-select.tsx';
import { hrefOf } from '../../components/inner-links.ts';
import { Page } from '../../components/page.tsx';
import { Loading } from '../../components/states.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { useReader } from '../../lists/export/use-reader.ts';
import { saveFile } from '../../lists/save-file.ts';
import type { Days } from '../../period/days.ts';
import { FilterBar } from '../../period/filter-bar.tsx';
import { usePeriodFilter } from '../../period/use-filter.ts';
import { isStaff, useMe } from '../../session/session-context.ts';
import { totalsCsv } from './totals-csv.ts';
import { TotalsFigures } from './totals-figures.tsx';
import { MoneyTable, StatusesTable } from './totals-table.tsx';
import { useTotals } from './use-totals.ts';
import { totalsWords } from './words.ts';

/** Sums by Lisbon day: of the movements of money by their own day, or of the transactions by that of their status. */
export function TotalsPage() {
  const text = useWords(totalsWords);
  const format = useFormat();
  const me = useMe();
  const readerOf = useReader();
  const filter = usePeriodFilter();
  const { query, choose, merchantId, days } = filter;
  const of: TotalsOf = query.get('of') === 'statuses' ? 'statuses' : 'movements';
  const called = useTotals({ ...days, of, merchantId });
  const download = async (totals: Totals) => {
    const id = merchantId || (isStaff(me) ? undefined : me.merchant?.merchantId);
    const csv = totalsCsv(totals, id, await readerOf(id ? [{ merchantId: id }] : []));
    saveFile(`totals-${of}-${days.from}-${days.to}.csv`, csv);
  };
  const { data, progress } = called;
  return (
    <Page
      title={text.title}
      description={text.describe}
      actions={
        <div className="on-screen">
          <Button iconName="download" disabled={data === undefined} onClick={() => data && download(data)}>
            {text.csv}
          </Button>
        </div>
      }
    >
      <SpaceBetween size="l">
        <div className="on-screen">
          <FilterBar filter={filter}>
            <AnySelect
              label={text.of}
              hint={of === 'movements' ? text.ofMovementsHint : text.ofStatusesHint}
              value={of === 'movements' ? '' : of}
              any={text.ofMovements}
              values={['statuses'] as const}
              labelOf={() => text.ofStatuses}
              onChange={(value) => choose({ of: value })}
            />
          </FilterBar>
        </div>
        <Loading
          of={called}
          loadingText={
            progress ? text.loadingMerchants(format.count(progress.scanned), format.count(progress.of)) : text.loading
          }
        >
          {(totals) => (
            <div>
              <PaperHead totals={totals} days={days} merchantId={merchantId} />
              {of === 'movements' ? (
                <MoneyReport totals={totals} days={days} merchantId={merchantId} />
              ) : (
                <StatusesTable lines={totals.statuses} />
              )}
            </div>
          )}
        </Loading>
      </SpaceBetween>
    </Page>
  );
}

interface ReportProps {
  totals: Totals;
  days: Days;
  merchantId: string;
}

/** Heads the totals on paper: whose they are, of which days, and when they were read. */
function PaperHead({ totals, days: { from, to }, merchantId }: ReportProps) {
  const text = useWords(totalsWords);
  const format = useFormat();
  const me = useMe();
  const { allMerchants } = useWords(transactionWords);
  const named = useMerchant(merchantId);
  const account = isStaff(me) ? named : me.merchant;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time at which these totals came.
  const asOf = useMemo(() => isoTime(serviceNow()), [totals]);
  return (
    <div className="on-paper">
      <Box variant="strong">{account ? accountTitle(account) : merchantId || allMerchants}</Box>
      {account?.company && <Box>NIF: {account.company.nif}</Box>}
      <Box>
        {text.period(format.day(from), format.day(to))} {text.asOf(format.time(asOf))}
      </Box>
    </div>
  );
}

function MoneyReport({ totals: { movements, recordedAfter }, days: { from, to }, merchantId }: ReportProps) {
  const text = useWords(totalsWords);
  const format = useFormat();
  const isOfStaff = isStaff(useMe());
  const pathOf = (days: Days) =>
    `/finance/movements?${new URLSearchParams({ ...days, ...(merchantId !== '' && { merchant: merchantId }) })}`;
  return (
    <SpaceBetween size="l">
      <TotalsFigures movements={movements} recordedAfter={recordedAfter} movementsPath={pathOf({ from, to })} />
      <MoneyTable
        lines={movements}
        by="day"
        header={text.days}
        of={text.day}
        nameOf={(day) => <Link href={hrefOf(pathOf({ from: day, to: day }))}>{format.day(day)}</Link>}
      />
      {isOfStaff && movements.length > 0 && (
        <MoneyTable lines={movements} by="bankAccount" header={text.accounts} of={text.account} nameOf={String} />
      )}
    </SpaceBetween>
  );
}
