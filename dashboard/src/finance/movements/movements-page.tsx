import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy } from 'react';
import { balanceOfLines, totalsOfMovements } from '../../../../functions/finance/totals/totals.ts';
import type { MovementKind } from '../../../../functions/payments/money/movement.ts';
import { lisbonDay } from '../../../../functions/runtime/lisbon-day.ts';
import { AnySelect } from '../../components/any-select.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { ExportButton } from '../../lists/export/export-button.tsx';
import { ScannedList } from '../../lists/scanned-list.tsx';
import { useList } from '../../lists/use-list.ts';
import { exportWords } from '../../lists/words.ts';
import { FilterBar } from '../../period/filter-bar.tsx';
import { usePeriodFilter } from '../../period/use-filter.ts';
import { totalsWords } from '../totals/words.ts';
import { useMovementColumns } from './movement-columns.tsx';
import type { MovementsInput } from './movements-export.tsx';
import { movementWords } from './words.ts';

const MovementsExport = lazy(async () => ({ default: (await import('./movements-export.tsx')).MovementsExport }));

/** Every movement of money of a period: payments, other money received, and what was returned. */
export function MovementsPage() {
  const text = useWords(movementWords);
  const ofTotals = useWords(totalsWords);
  const { lisbon } = useWords(transactionWords);
  const { withFilters } = useWords(exportWords);
  const format = useFormat();
  const filter = usePeriodFilter();
  const kinds = Object.keys(text.kind) as MovementKind[];
  const kind = kinds.find((each) => each === filter.query.get('kind'));
  const input: MovementsInput = { ...filter.days, ...filter.merchant, ...(kind && { kind }) };
  const filters = withFilters([input.kind, input.merchantId].filter((each) => each !== undefined).length);
  const list = useList('POST /me/movements/search', input, { minRows: 1 });
  const { rows, until, isComplete } = list;
  const endMs = lisbonDay(input.to)?.toMs ?? Infinity;
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
        <ExportButton>{(close) => <MovementsExport input={input} filters={filters} onClose={close} />}</ExportButton>
      }
    >
      <SpaceBetween size="l">
        <FilterBar filter={filter} label={text.period}>
          <AnySelect
            label={text.kindHeading}
            value={kind ?? ''}
            any={text.anyKind}
            values={kinds}
            labelOf={(value) => text.kind[value]}
            onChange={(value) => filter.choose({ kind: value })}
          />
        </FilterBar>
        <ScannedList
          list={list}
          title={text.list}
          description={text.listHint}
          trackBy={({ transactionId, item }) => `${transactionId} ${item}`}
          columnDefinitions={columns}
          empty={isComplete && <EmptyState title={text.none} />}
          progress={late ? `${shown} ${late}` : shown}
        />
      </SpaceBetween>
    </Page>
  );
}
