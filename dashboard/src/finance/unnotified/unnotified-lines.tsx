import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { UnnotifiedLine } from '../../../../functions/finance/unnotified/unnotified-rule.ts';
import { useNarrow } from '../../components/sizes.ts';
import { EmptyState } from '../../components/states.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { Sum } from '../../lists/cells.tsx';

interface UnnotifiedLinesProps {
  lines: readonly UnnotifiedLine[];
  isComplete: boolean;
  /** Shows the deliveries behind a line in the list below. */
  onShow: (line: UnnotifiedLine) => void;
}

// Deliveries in progress are not listed: they are retried automatically.
const LISTED: readonly UnnotifiedLine['why'][] = ['not_delivered', 'skipped', 'not_attempted'];

/** Count and euros by event, reason and age, the most urgent first. */
export function UnnotifiedLines({ lines, isComplete, onShow }: UnnotifiedLinesProps) {
  const text = useText('unnotified');
  const words = useText('transactions');
  const format = useFormat();
  const isNarrow = useNarrow();
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
  const right = (content: string) => <Sum>{content}</Sum>;
  const figure = (content: string) => right(format.bounded(content, isComplete));
  const figures: TableProps.ColumnDefinition<UnnotifiedLine>[] = [
    { id: 'count', header: right(text.count), cell: ({ count }) => figure(format.count(count)) },
    { id: 'euros', header: right(text.euros), cell: ({ euros }) => figure(format.euros(euros)) },
  ];
  const wide: TableProps.ColumnDefinition<UnnotifiedLine>[] = [
    { id: 'event', header: text.event, isRowHeader: true, cell: ({ event }) => words.event[event] },
    { id: 'why', header: text.why, cell: reason },
    { id: 'age', header: text.age, cell: ({ age }) => text.ageOf[age] },
    ...figures,
  ];
  const narrow: TableProps.ColumnDefinition<UnnotifiedLine>[] = [
    {
      id: 'event',
      header: text.event,
      isRowHeader: true,
      cell: (line) => (
        <>
          <Box variant="strong">{words.event[line.event]}</Box>
          <Box>{reason(line)}</Box>
          <Box variant="small">{text.ageOf[line.age]}</Box>
        </>
      ),
    },
    ...figures,
  ];
  return (
    <Table
      items={lines}
      columnDefinitions={isNarrow ? narrow : wide}
      wrapLines
      enableKeyboardNavigation
      ariaLabels={{ tableLabel: text.lines }}
      header={<Header variant="h2">{text.lines}</Header>}
      empty={<EmptyState title={text.listNone} />}
    />
  );
}
