import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Link from '@cloudscape-design/components/link';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useMemo } from 'react';
import type { Totals, TotalsOf } from '../../../../functions/finance/totals/totals.ts';
import { isoTime } from '../../../../functions/runtime/clock.ts';
import { accountTitle } from '../../accounts/account-title.ts';
import { useMerchantStore } from '../../accounts/merchants.tsx';
import { StaffMerchantField } from '../../accounts/staff-merchant-field.tsx';
import { serviceNow } from '../../api/service-time.ts';
import { hrefOf } from '../../components/inner-links.ts';
import { Page } from '../../components/page.tsx';
import { Loading } from '../../components/states.tsx';
import { useFormat, useLanguage, useWords } from '../../i18n/language.ts';
import { saveFile } from '../../lists/save-file.ts';
import type { Days } from '../../period/days.ts';
import { PeriodField } from '../../period/period-field.tsx';
import { isStaff, useMe } from '../../session/session-context.ts';
import { useReader } from '../../transactions/export/use-reader.ts';
import { withFinanceQuery, withValue } from '../finance-query.ts';
import { useFinancePeriod } from '../use-finance-period.ts';
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
  const { language } = useLanguage();
  const readerOf = useReader();
  const { query, change, merchantId, days, show, showMerchant } = useFinancePeriod();
  const of: TotalsOf = query.get('of') === 'statuses' ? 'statuses' : 'movements';
  const called = useTotals({ ...days, of, merchantId });
  const choices = [
    { value: 'movements', label: text.ofMovements },
    { value: 'statuses', label: text.ofStatuses },
  ];
  const download = async (totals: Totals) => {
    const id = merchantId || (isStaff(me) ? undefined : me.merchant?.merchantId);
    const { nameOf, isOfStaff } = await readerOf(id ? [{ merchantId: id }] : []);
    const csv = totalsCsv(totals, { language, isOfStaff, merchantId: id, merchant: id && nameOf(id) });
    saveFile(`totals-${of}-${days.from}-${days.to}.csv`, [csv]);
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
          <Container>
            <ColumnLayout columns={4} minColumnWidth={170}>
              <PeriodField days={days} onChange={show} />
              <FormField
                label={text.of}
                constraintText={of === 'movements' ? text.ofMovementsHint : text.ofStatusesHint}
              >
                <Select
                  options={choices}
                  selectedOption={choices.find(({ value }) => value === of) ?? null}
                  onChange={({ detail }) => change(withValue(query, 'of', detail.selectedOption.value ?? ''))}
                />
              </FormField>
              <StaffMerchantField value={merchantId} onChange={showMerchant} />
            </ColumnLayout>
          </Container>
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
  const { accounts } = useMerchantStore();
  const account = isStaff(me) ? accounts.find((each) => each.merchantId === merchantId) : me.merchant;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time at which these totals came.
  const asOf = useMemo(() => isoTime(serviceNow()), [totals]);
  return (
    <div className="on-paper">
      <Box variant="strong">{account ? accountTitle(account) : merchantId || text.allMerchants}</Box>
      {account?.company && <Box>NIF: {account.company.nif}</Box>}
      <Box>
        {text.period(format.day(from), format.day(to))} {text.asOf(format.time(asOf))}
      </Box>
    </div>
  );
}

const NO_QUERY = new URLSearchParams();

function MoneyReport({ totals: { movements, recordedAfter }, days: { from, to }, merchantId }: ReportProps) {
  const text = useWords(totalsWords);
  const format = useFormat();
  const isOfStaff = isStaff(useMe());
  const pathOf = (days: Days) => `/finance/movements?${withFinanceQuery(NO_QUERY, { merchantId, days })}`;
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
