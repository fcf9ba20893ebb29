import '../../lists/cells.css';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { EXCEPTION_OUTCOMES } from '../../../../functions/payments/exceptions/exception-outcomes.ts';
import { AnySelect } from '../../components/any-select.tsx';
import { EmptyState, isAnswered, LoadingState } from '../../components/states.tsx';
import { useFormat } from '../../i18n/language.ts';
import { ScannedList } from '../../lists/scanned-list.tsx';
import { useClosedColumns } from './closed-columns.tsx';
import { ClosedSums } from './closed-sums.tsx';
import type { ListedException } from './exception-cells.tsx';
import { useExceptionTexts } from './exception-texts.ts';
import { KindSelect } from './kind-select.tsx';
import type { ListProps } from './open-exceptions.tsx';

interface ClosedExceptionsProps extends ListProps {
  isWanted: (exception: ListedException) => boolean;
  /** Empty: any. */
  outcome: string;
  onOutcome: (outcome: string) => void;
}

/** What was closed in a period, the newest first, and what came of the money of those that are shown. */
export function ClosedExceptions({ list, isWanted, ...filters }: ClosedExceptionsProps) {
  const text = useExceptionTexts().closedExceptions;
  const { loading } = useExceptionTexts().exceptions;
  const format = useFormat();
  const columns = useClosedColumns();
  const { scanned, until, isComplete } = list;
  const rows = list.rows.filter(isWanted);
  if (!isAnswered(list)) return <LoadingState text={loading} />;
  const isFiltered = filters.kind !== '' || filters.outcome !== '';
  return (
    <SpaceBetween size="l">
      {rows.length > 0 && <ClosedSums exceptions={rows} isComplete={isComplete} />}
      <ScannedList
        list={{ ...list, rows }}
        title={text.list}
        description={text.listHint}
        trackBy={({ transactionId, exceptionId }) => `${transactionId} ${exceptionId}`}
        loadingText={loading}
        columnDefinitions={columns}
        caption={text.listCaption}
        filter={<Filters {...filters} />}
        empty={<EmptyState title={isFiltered || !isComplete ? text.noneWanted : text.none} />}
        progress={isComplete || until === null ? undefined : text.scanned(format.count(scanned), format.time(until))}
      />
    </SpaceBetween>
  );
}

function Filters({ kind, onKind, outcome, onOutcome }: Omit<ClosedExceptionsProps, 'list' | 'isWanted'>) {
  const text = useExceptionTexts().closedExceptions;
  const { outcomeWord } = useExceptionTexts().exceptions;
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <KindSelect kind={kind} onKind={onKind} />
      <div className="narrow-field">
        <AnySelect
          ariaLabel={text.outcome}
          value={outcome}
          any={text.anyOutcome}
          values={EXCEPTION_OUTCOMES}
          labelOf={(value) => outcomeWord[value]}
          onChange={onOutcome}
        />
      </div>
    </SpaceBetween>
  );
}
