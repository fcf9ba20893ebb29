import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState } from 'react';
import type { RefundsPage as Listed } from '../../../../functions/dashboard/finance/refunds/refunds.ts';
import { StaffMerchantField } from '../../accounts/staff-merchant-field.tsx';
import { Page } from '../../components/page.tsx';
import { useNarrow } from '../../components/sizes.ts';
import { EmptyState } from '../../components/states.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { ListSum } from '../../lists/export/list-sum.tsx';
import { ListEnd } from '../../lists/list-end.tsx';
import { ListTable } from '../../lists/list-table.tsx';
import { SumOnRequest } from '../../lists/sum-on-request.tsx';
import { type Paged, usePages } from '../../lists/use-pages.ts';
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
  const { merchantId, days, show, showMerchant, addressProblem } = useFinancePeriod();
  const [isExporting, setExporting] = useState(false);
  const columns = useRefundColumns(useNarrow());
  const input: RefundsInput = { ...days, ...(merchantId !== '' && { merchantId }) };
  const paged = usePages('POST /finance/refunds/search', input, {
    isEnough: (pages) => pages.some(({ refunds }) => refunds.length > 0),
  });
  const rows = paged.pages.flatMap(({ refunds }) => refunds);
  const isComplete = paged.pages.at(-1)?.isComplete === true;
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
        <ListTable
          of={paged}
          rows={rows}
          title={text.list}
          description={text.listHint}
          trackBy={({ transactionId, refundId }) => `${transactionId} ${refundId}`}
          loadingText={text.loading}
          columnDefinitions={columns}
          ariaLabels={{ tableLabel: text.caption }}
          empty={isComplete && <EmptyState title={text.none} />}
          footer={rows.length > 0 || !isComplete ? <RefundsEnd paged={paged} input={input} /> : undefined}
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

/** How far the list was loaded, and its sum on request. */
function RefundsEnd({ paged, input }: { paged: Paged<Listed>; input: RefundsInput }) {
  const text = useRefundTexts();
  const format = useFormat();
  const { pages } = paged;
  const rows = pages.flatMap(({ refunds }) => refunds);
  const last = pages.at(-1);
  if (!last) return null;
  const results = text.results(format.count(rows.length), rows.length === 1);
  const progress = last.isComplete ? results : text.partial(results, format.time(last.scannedUntil));
  return (
    <ListEnd of={paged} progress={progress}>
      {rows.length > 0 && (
        <SumOnRequest key={JSON.stringify(input)}>
          <ListSum read={readRefunds(input)} summing={REFUND_SUMMING} rows={rows} isComplete={last.isComplete} />
        </SumOnRequest>
      )}
    </ListEnd>
  );
}
