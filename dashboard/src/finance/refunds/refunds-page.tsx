import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import LiveRegion from '@cloudscape-design/components/live-region';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState } from 'react';
import type { RefundsPage as Listed } from '../../../../functions/dashboard/finance/refunds.ts';
import { serviceNow } from '../../api/service-time.ts';
import { useQuery } from '../../components/inner-links.ts';
import { Page } from '../../components/page.tsx';
import { useNarrow } from '../../components/sizes.ts';
import { EmptyState } from '../../components/states.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { ListTable } from '../../lists/list-table.tsx';
import { type Paged, usePages } from '../../lists/use-pages.ts';
import { presetDays, today } from '../../period/days.ts';
import { PeriodField } from '../../period/period-field.tsx';
import { isStaff, useMe } from '../../session/session-context.ts';
import { MerchantsScanned } from '../../transactions/list/merchants-scanned.tsx';
import { financeQueryOf, withFinanceQuery } from '../finance-query.ts';
import { useRefundColumns } from './refund-columns.tsx';
import { useRefundTexts } from './refund-texts.ts';

const MerchantField = lazy(async () => ({
  default: (await import('../../accounts/merchant-field.tsx')).MerchantField,
}));
const RefundsExport = lazy(async () => ({ default: (await import('./refunds-export.tsx')).RefundsExport }));

/** Refunds by the day on which they were made, of payments of any day. */
export function RefundsPage() {
  const text = useRefundTexts();
  const { lisbon } = useText('transactions');
  const me = useMe();
  const [query, change] = useQuery();
  const { merchantId, days = presetDays('month', today(serviceNow())) } = financeQueryOf(query);
  const [isExporting, setExporting] = useState(false);
  const columns = useRefundColumns(useNarrow());
  const input = { ...days, ...(merchantId !== '' && { merchantId }) };
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
            <PeriodField
              days={days}
              label={text.period}
              onChange={(next) => change(withFinanceQuery(query, { merchantId, days: next }))}
            />
            {isStaff(me) && (
              <Suspense fallback={<div className="field-to-come" />}>
                <MerchantField
                  value={merchantId}
                  onChange={(next) => change(withFinanceQuery(query, { merchantId: next, days }))}
                />
              </Suspense>
            )}
          </ColumnLayout>
        </Container>
        <ListTable
          of={paged}
          rows={rows}
          isComplete={isComplete}
          title={text.list}
          titleVariant="h2"
          description={text.listHint}
          trackBy={({ transactionId, refundId }) => `${transactionId} ${refundId}`}
          loadingText={text.loading}
          columnDefinitions={columns}
          ariaLabels={{ tableLabel: text.caption }}
          empty={isComplete && <EmptyState title={text.none} />}
          footer={rows.length > 0 || !isComplete ? <ListEnd paged={paged} count={rows.length} /> : undefined}
        />
      </SpaceBetween>
      {isExporting && (
        <Suspense>
          <RefundsExport days={days} merchantId={merchantId} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </Page>
  );
}

/** How far the list was loaded, with a button to load more. */
function ListEnd({ paged: { pages, isLoading, more }, count }: { paged: Paged<Listed>; count: number }) {
  const text = useRefundTexts();
  const words = useText('transactionList');
  const format = useFormat();
  const last = pages.at(-1);
  if (!last) return null;
  const results = text.results(format.count(count), count === 1);
  return (
    <Box textAlign="center">
      <SpaceBetween size="xs">
        <LiveRegion tagName="div">
          <Box color="text-body-secondary">
            {last.isComplete ? results : text.partial(results, format.time(last.scannedUntil))}
          </Box>
          {last.merchants && <MerchantsScanned {...last.merchants} />}
        </LiveRegion>
        {!last.isComplete && (
          <Button loading={isLoading} onClick={more}>
            {words.more}
          </Button>
        )}
      </SpaceBetween>
    </Box>
  );
}
