import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState } from 'react';
import { StaffMerchantField } from '../../accounts/staff-merchant-field.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { ListSum } from '../../lists/export/list-sum.tsx';
import { ScannedList } from '../../lists/scanned-list.tsx';
import { SumOnRequest } from '../../lists/sum-on-request.tsx';
import { useList } from '../../lists/use-list.ts';
import { PeriodField } from '../../period/period-field.tsx';
import { useFinancePeriod } from '../use-finance-period.ts';
import { type RefundsInput, readRefunds } from './read-refunds.ts';
import { useRefundColumns } from './refund-columns.tsx';
import { REFUND_SUMMING } from './refund-summing.tsx';
import { useRefundTexts } from './refund-texts.ts';

const RefundsExport = lazy(async () => ({ default: (await import('./refunds-export.tsx')).RefundsExport }));

/** Refunds by the day on which they were made, of payments of any day. */
export function RefundsPage() {
  const text = useRefundTexts();
  const { lisbon } = useText('transactions');
  const format = useFormat();
  const { merchantId, days, show, showMerchant, addressProblem } = useFinancePeriod();
  const [isExporting, setExporting] = useState(false);
  const columns = useRefundColumns();
  const input: RefundsInput = { ...days, ...(merchantId !== '' && { merchantId }) };
  const list = useList('POST /finance/refunds/search', input, { minRows: 1 });
  const { rows, until, isComplete } = list;
  const results = text.results(format.count(rows.length), rows.length === 1);
  return (
    <Page
      title={text.title}
      description={`${text.describe} ${lisbon}`}
      actions={
        <Button iconName="download" onClick={() => setExporting(true)}>
          {text.exportCsv}
        </Button>
      }
    >
      <SpaceBetween size="l">
        <Container>
          <ColumnLayout columns={4} minColumnWidth={170}>
            <PeriodField days={days} label={text.period} onChange={show} addressProblem={addressProblem} />
            <StaffMerchantField value={merchantId} onChange={showMerchant} />
          </ColumnLayout>
        </Container>
        <ScannedList
          list={list}
          title={text.list}
          description={text.listHint}
          trackBy={({ transactionId, refundId }) => `${transactionId} ${refundId}`}
          loadingText={text.loading}
          columnDefinitions={columns}
          caption={text.caption}
          empty={isComplete && <EmptyState title={text.none} />}
          progress={isComplete || until === null ? results : text.partial(results, format.time(until))}
          end={
            rows.length > 0 && (
              <SumOnRequest key={JSON.stringify(input)}>
                <ListSum read={readRefunds(input)} summing={REFUND_SUMMING} rows={rows} isComplete={isComplete} />
              </SumOnRequest>
            )
          }
        />
      </SpaceBetween>
      {isExporting && (
        <Suspense>
          <RefundsExport input={input} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </Page>
  );
}
