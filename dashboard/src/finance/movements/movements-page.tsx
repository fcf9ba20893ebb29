import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState } from 'react';
import { balanceOfLines, totalsOfMovements } from '../../../../functions/finance/totals/totals.ts';
import type { MovementKind } from '../../../../functions/payments/money/movement.ts';
import { lisbonDay } from '../../../../functions/runtime/lisbon-day.ts';
import { StaffMerchantField } from '../../accounts/staff-merchant-field.tsx';
import { AnySelect } from '../../components/any-select.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { ScannedList } from '../../lists/scanned-list.tsx';
import { useList } from '../../lists/use-list.ts';
import { PeriodField } from '../../period/period-field.tsx';
import { withValue } from '../finance-query.ts';
import { totalsWords } from '../totals/words.ts';
import { useFinancePeriod } from '../use-finance-period.ts';
import { useMovementColumns } from './movement-columns.tsx';
import type { MovementsInput } from './read-movements.ts';
import { movementWords } from './words.ts';

const MovementsExport = lazy(async () => ({ default: (await import('./movements-export.tsx')).MovementsExport }));

/** Every movement of money of a period: payments, other money received, and what was returned. */
export function MovementsPage() {
  const text = useWords(movementWords);
  const ofTotals = useWords(totalsWords);
  const { lisbon } = useWords(transactionWords);
  const format = useFormat();
  const { query, change, merchantId, days, show, showMerchant } = useFinancePeriod();
  const [isExporting, setExporting] = useState(false);
  const kinds = Object.keys(text.kind) as MovementKind[];
  const kind = kinds.find((each) => each === query.get('kind'));
  const input: MovementsInput = { ...days, ...(merchantId !== '' && { merchantId }), ...(kind && { kind }) };
  const list = useList('POST /me/movements/search', input, { minRows: 1 });
  const { rows, until, isComplete } = list;
  const endMs = lisbonDay(days.to)?.toMs ?? Infinity;
  const columns = useMovementColumns(endMs);
  const { movements, recordedAfter } = totalsOfMovements(rows, endMs);
  const euros = (cents: number) => format.euros(cents / 100);
  const results = text.results(
    format.count(rows.length),
    rows.length === 1,
    euros(balanceOfLines(movements).balanceCents),
  );
  const late =
    recordedAfter.count > 0 && ofTotals.recordedAfter(format.count(recordedAfter.count), euros(recordedAfter.cents));
  const shown = isComplete || until === null ? results : text.partial(results, format.time(until));
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
            <PeriodField days={days} label={text.period} onChange={show} />
            <FormField label={text.kindHeading}>
              <AnySelect
                ariaLabel={text.kindHeading}
                value={kind ?? ''}
                any={text.anyKind}
                values={kinds}
                labelOf={(value) => text.kind[value]}
                onChange={(value) => change(withValue(query, 'kind', value))}
              />
            </FormField>
            <StaffMerchantField value={merchantId} onChange={showMerchant} />
          </ColumnLayout>
        </Container>
        <ScannedList
          list={list}
          title={text.list}
          description={text.listHint}
          trackBy={({ transactionId, item }) => `${transactionId} ${item}`}
          loadingText={text.loading}
          columnDefinitions={columns}
          caption={text.caption}
          empty={isComplete && <EmptyState title={text.none} />}
          progress={late ? `${shown} ${late}` : shown}
        />
      </SpaceBetween>
      {isExporting && (
        <Suspense>
          <MovementsExport input={input} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </Page>
  );
}
