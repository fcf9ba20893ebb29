import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { ENDED_REASONS, type UnnotifiedLine } from '../../../../functions/finance/unnotified/unnotified-rule.ts';
import { EmptyState } from '../../components/states.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { useColumns } from '../../lists/columns.tsx';

interface UnnotifiedLinesProps {
  lines: readonly UnnotifiedLine[];
  isComplete: boolean;
  /** Shows the deliveries behind a line in the list below. */
  onShow: (line: UnnotifiedLine) => void;
}

// Deliveries in progress are not listed: they are retried automatically.
const LISTED: readonly UnnotifiedLine['why'][] = ENDED_REASONS;

/** Count and euros by event, reason and age, the most urgent first. */
export function UnnotifiedLines({ lines, isComplete, onShow }: UnnotifiedLinesProps) {
  const text = useText('unnotified');
  const words = useText('transactions');
  const format = useFormat();
  const reason = (line: UnnotifiedLine) =>
    LISTED.includes(line.why) ? (
      <Link
        href="#list"
        onFollow={(event) => {
          event.preventDefault();
          onShow(line);
        }}
      >
        {text.reason[line.why]}
      </Link>
    ) : (
      text.reason[line.why]
    );
  const columns: TableProps.ColumnDefinition<UnnotifiedLine>[] = useColumns(
    {
      event: { header: text.event, isRowHeader: true, cell: ({ event }) => words.event[event] },
      why: { header: text.why, cell: reason },
      age: { header: text.age, cell: ({ age }) => text.ageOf[age] },
      count: { header: text.count, isSum: true, cell: ({ count }) => format.bounded(format.count(count), isComplete) },
      euros: { header: text.euros, isSum: true, cell: ({ euros }) => format.bounded(format.euros(euros), isComplete) },
    },
    [{ of: 'event', lines: [['event', 'strong'], 'why', ['age', 'small']] }, 'count', 'euros'],
  );
  return (
    <Table
      items={lines}
      columnDefinitions={columns}
      wrapLines
      enableKeyboardNavigation
      ariaLabels={{ tableLabel: text.lines }}
      header={<Header variant="h2">{text.lines}</Header>}
      empty={<EmptyState title={text.listNone} />}
    />
  );
}
