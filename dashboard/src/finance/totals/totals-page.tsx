import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense } from 'react';
import type { Totals, TotalsOf } from '../../../../functions/finance/totals/totals.ts';
import { StaffMerchantField } from '../../accounts/staff-merchant-field.tsx';
import { serviceNow } from '../../api/service-time.ts';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { EmptyState, isAnswered, Loading, LoadingState } from '../../components/states.tsx';
import { useFormat, useLanguage, useWords } from '../../i18n/language.ts';
import { saveFile } from '../../lists/save-file.ts';
import { type Days, eachDay, presetDays, today, untilToday } from '../../period/days.ts';
import { PeriodField } from '../../period/period-field.tsx';
import { isStaff, useMe } from '../../session/session-context.ts';
import { useReader } from '../../transactions/export/use-reader.ts';
import { withFinanceQuery, withValue } from '../finance-query.ts';
import { useFinancePeriod } from '../use-finance-period.ts';
import { totalsCsv } from './totals-csv.ts';
import { TotalsFigures } from './totals-figures.tsx';
import { MAX_DAYS } from './totals-parts.ts';
import { AccountsTable, DaysTable, StatusesTable } from './totals-table.tsx';
import { useTotals } from './use-totals.ts';
import { totalsWords } from './words.ts';

const TotalsChart = lazy(async () => ({ default: (await import('./totals-chart.tsx')).TotalsChart }));
const NightPanel = lazy(async () => ({ default: (await import('./night-panel.tsx')).NightPanel }));

/** Sums by Lisbon day: of the movements of money by their own day, or of the transactions by that of their status. */
export function TotalsPage() {
  const text = useWords(totalsWords);
  const format = useFormat();
  const me = useMe();
  const { language } = useLanguage();
  const readerOf = useReader();
  const { query, change, merchantId, days: chosen, show, showMerchant, addressProblem } = useFinancePeriod();
  const days = untilToday(chosen, today(serviceNow()));
  const of: TotalsOf = query.get('of') === 'statuses' ? 'statuses' : 'movements';
  const isTooLong = eachDay(days, MAX_DAYS + 1).length > MAX_DAYS;
  const called = useTotals({ ...(isTooLong ? usual() : days), of, merchantId });
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
  const { progress } = called;
  return (
    <Page
      title={text.title}
      description={text.describe}
      actions={
        <Button
          iconName="download"
          disabled={called.data === undefined || isTooLong}
          onClick={() => called.data && download(called.data)}
        >
          {text.csv}
        </Button>
      }
    >
      <SpaceBetween size="l">
        <Container>
          <ColumnLayout columns={4} minColumnWidth={170}>
            <PeriodField days={chosen} onChange={show} addressProblem={addressProblem} />
            <FormField label={text.of} constraintText={of === 'movements' ? text.ofMovementsHint : text.ofStatusesHint}>
              <Select
                options={choices}
                selectedOption={choices.find(({ value }) => value === of) ?? null}
                onChange={({ detail }) => change(withValue(query, 'of', detail.selectedOption.value ?? ''))}
              />
            </FormField>
            <StaffMerchantField value={merchantId} onChange={showMerchant} />
          </ColumnLayout>
        </Container>
        {isTooLong ? (
          <Alert type="warning">{text.tooLong}</Alert>
        ) : (
          <Loading
            of={called}
            loadingText={
              progress ? text.loadingMerchants(format.count(progress.scanned), format.count(progress.of)) : text.loading
            }
          >
            {(totals) =>
              of === 'movements' ? (
                <MoneyReport totals={totals} days={days} merchantId={merchantId} />
              ) : (
                <StatusesTable lines={totals.statuses} period={days} />
              )
            }
          </Loading>
        )}
        {isStaff(me) && isAnswered(called) && (
          <Suspense>
            <NightPanel />
          </Suspense>
        )}
      </SpaceBetween>
    </Page>
  );
}

const NO_QUERY = new URLSearchParams();

function usual(): Days {
  return presetDays('month', today(serviceNow()));
}

interface MoneyReportProps {
  totals: Totals;
  days: Days;
  merchantId: string;
}

function MoneyReport({ totals: { movements, recordedAfter }, days: { from, to }, merchantId }: MoneyReportProps) {
  const text = useWords(totalsWords);
  const isOfStaff = isStaff(useMe());
  const days = { from, to };
  const pathOf = (period: Days) => `/finance/movements?${withFinanceQuery(NO_QUERY, { merchantId, days: period })}`;
  return (
    <SpaceBetween size="l">
      <TotalsFigures movements={movements} recordedAfter={recordedAfter} movementsPath={pathOf(days)} />
      {movements.length === 0 ? (
        <Container>
          <EmptyState title={text.none} />
        </Container>
      ) : (
        <SpaceBetween size="l">
          <Panel title={text.chart}>
            <Suspense fallback={<LoadingState />}>
              <TotalsChart lines={movements} period={days} />
            </Suspense>
            <Box variant="small">{text.chartLabel}</Box>
          </Panel>
          <DaysTable lines={movements} period={days} pathOf={pathOf} />
          {isOfStaff && <AccountsTable lines={movements} />}
        </SpaceBetween>
      )}
    </SpaceBetween>
  );
}
