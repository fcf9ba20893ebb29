import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useMemo } from 'react';
import type { TotalsReport } from '../../../../functions/dashboard/api.ts';
import { StaffMerchantField } from '../../accounts/staff-merchant-field.tsx';
import { serviceNow } from '../../api/service-time.ts';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { EmptyState, isAnswered, Loading, LoadingState } from '../../components/states.tsx';
import { useLanguage, useText } from '../../i18n/language.ts';
import { saveFile } from '../../lists/save-file.ts';
import { type Days, eachDay, presetDays, today, untilToday } from '../../period/days.ts';
import { PeriodField } from '../../period/period-field.tsx';
import { isStaff, useMe } from '../../session/session-context.ts';
import { useReader } from '../../transactions/export/use-reader.ts';
import { withFinanceQuery, withValue } from '../finance-query.ts';
import { useFinancePeriod } from '../use-finance-period.ts';
import { totalsCsv } from './totals-csv.ts';
import { totalsDays } from './totals-days.ts';
import { TotalsFigures } from './totals-figures.tsx';
import { MAX_DAYS } from './totals-parts.ts';
import { TotalsTable } from './totals-table.tsx';
import { useTotals } from './use-totals.ts';

const TotalsChart = lazy(async () => ({ default: (await import('./totals-chart.tsx')).TotalsChart }));
const AuditPanel = lazy(async () => ({ default: (await import('./audit-panel.tsx')).AuditPanel }));

/** Sums by Lisbon day: of the payments' own day, or of the day on which they were recorded. */
export function TotalsPage() {
  const text = useText('totals');
  const me = useMe();
  const { catalogue } = useLanguage();
  const readerOf = useReader();
  const { query, change, merchantId, days: chosen, show, showMerchant, addressProblem } = useFinancePeriod();
  const days = untilToday(chosen, today(serviceNow()));
  const by = query.get('by') === 'recorded' ? 'recorded' : 'paid';
  const isTooLong = eachDay(days, MAX_DAYS + 1).length > MAX_DAYS;
  const called = useTotals({ ...(isTooLong ? usual() : days), by, merchantId });
  const bases = [
    { value: 'paid', label: text.byPaid },
    { value: 'recorded', label: text.byRecorded },
  ];
  const download = async (report: TotalsReport) => {
    const id = merchantId || (isStaff(me) ? undefined : me.merchant?.merchantId);
    const merchant = id && (await readerOf([{ merchantId: id }])).nameOf(id);
    const csv = totalsCsv(report, { catalogue, merchantId: id, merchant });
    saveFile(`totals-${by}-${days.from}-${days.to}.csv`, [csv]);
  };
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
            <FormField label={text.by} constraintText={by === 'paid' ? text.byPaidHint : text.byRecordedHint}>
              <Select
                options={bases}
                selectedOption={bases.find(({ value }) => value === by) ?? null}
                onChange={({ detail }) => change(withValue(query, 'by', detail.selectedOption.value ?? ''))}
              />
            </FormField>
            <StaffMerchantField value={merchantId} onChange={showMerchant} />
          </ColumnLayout>
        </Container>
        {isTooLong ? (
          <Alert type="warning">{text.tooLong}</Alert>
        ) : (
          <Loading of={called} loadingText={text.loading}>
            {(report) => <Report report={report} days={days} by={by} merchantId={merchantId} />}
          </Loading>
        )}
        {isStaff(me) && isAnswered(called) && (
          <Suspense>
            <AuditPanel />
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

interface ReportProps {
  report: TotalsReport;
  days: Days;
  by: 'paid' | 'recorded';
  merchantId: string;
}

function Report({ report, days: { from, to }, by, merchantId }: ReportProps) {
  const text = useText('totals');
  const days = useMemo(() => totalsDays(report, { from, to }), [report, from, to]);
  const isEmpty = report.lines.length === 0 && report.refunds.length === 0;
  return (
    <SpaceBetween size="l">
      <TotalsFigures
        {...report}
        refundsPath={
          by === 'paid'
            ? `/finance/refunds?${withFinanceQuery(NO_QUERY, { merchantId, days: { from, to } })}`
            : undefined
        }
      />
      {isEmpty ? (
        <Container>
          <EmptyState title={text.none} />
        </Container>
      ) : (
        <SpaceBetween size="l">
          <Panel title={text.chart}>
            <Suspense fallback={<LoadingState />}>
              <TotalsChart days={days} />
            </Suspense>
            <Box variant="small">{text.chartLabel}</Box>
          </Panel>
          <TotalsTable days={days} by={by} merchantId={merchantId} />
        </SpaceBetween>
      )}
    </SpaceBetween>
  );
}
