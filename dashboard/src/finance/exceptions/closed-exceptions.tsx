import '../../lists/cells.css';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { EXCEPTION_OUTCOMES } from '../../../../functions/payments/exceptions/exception-outcomes.ts';
import { useNarrow } from '../../components/sizes.ts';
import { EmptyState, isAnswered, LoadingState } from '../../components/states.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { ListEnd } from '../../lists/list-end.tsx';
import { ListTable } from '../../lists/list-table.tsx';
import { useClosedColumns } from './closed-columns.tsx';
import { ClosedSums } from './closed-sums.tsx';
import type { ListedException } from './exception-cells.tsx';
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
  const text = useText('closedExceptions');
  const { loading } = useText('exceptions');
  const columns = useClosedColumns(useNarrow());
  const { pages } = list;
  const rows = pages.flatMap(({ exceptions }) => exceptions).filter(isWanted);
  const isComplete = pages.at(-1)?.isComplete === true;
  if (!isAnswered(list)) return <LoadingState text={loading} />;
  const isFiltered = filters.kind !== '' || filters.outcome !== '';
  return (
    <SpaceBetween size="l">
      {rows.length > 0 && <ClosedSums exceptions={rows} isComplete={isComplete} />}
      <ListTable
        of={list}
        rows={rows}
        title={text.list}
        description={text.listHint}
        trackBy={({ transactionId, exceptionId }) => `${transactionId} ${exceptionId}`}
        loadingText={loading}
        columnDefinitions={columns}
        ariaLabels={{ tableLabel: text.listCaption }}
        filter={<Filters {...filters} />}
        empty={<EmptyState title={isFiltered || !isComplete ? text.noneWanted : text.none} />}
        footer={<ClosedEnd list={list} />}
      />
    </SpaceBetween>
  );
}

function Filters({ kind, onKind, outcome, onOutcome }: Omit<ClosedExceptionsProps, 'list' | 'isWanted'>) {
  const text = useText('closedExceptions');
  const { outcomeWord } = useText('exceptions');
  const options = [
    { value: '', label: text.anyOutcome },
    ...EXCEPTION_OUTCOMES.map((value) => ({ value, label: outcomeWord[value] })),
  ];
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <KindSelect kind={kind} onKind={onKind} />
      <div className="narrow-field">
        <Select
          ariaLabel={text.outcome}
          options={options}
          selectedOption={options.find(({ value }) => value === outcome) ?? null}
          onChange={({ detail }) => onOutcome(detail.selectedOption.value ?? '')}
        />
      </div>
    </SpaceBetween>
  );
}

/** How far the list was scanned, where there may be more. */
function ClosedEnd({ list }: Pick<ClosedExceptionsProps, 'list'>) {
  const text = useText('closedExceptions');
  const format = useFormat();
  const { pages } = list;
  const last = pages.at(-1);
  if (!last || last.isComplete) return null;
  const scanned = pages.reduce((sum, page) => sum + page.scanned, 0);
  return <ListEnd of={list} progress={text.scanned(format.count(scanned), format.time(last.scannedUntil ?? ''))} />;
}
