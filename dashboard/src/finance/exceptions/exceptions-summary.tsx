import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { ExceptionLine, ExceptionsReport } from '../../../../functions/dashboard/finance/exceptions.ts';
import { Figure } from '../../components/figure.tsx';
import { EmptyState } from '../../components/states.tsx';
import { capital } from '../../i18n/format.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import { Moment } from '../../lists/cells.tsx';
import { useColumns } from '../../lists/columns.tsx';
import { useExceptionTexts } from './exception-texts.ts';

interface ExceptionsSummaryProps extends ExceptionsReport {
  onKind: (kind: ExceptionLine['kind']) => void;
}

/** How many are open, by kind, the money that they record, and what each kind means. */
export function ExceptionsSummary({ lines, total, isComplete, onKind }: ExceptionsSummaryProps) {
  const text = useExceptionTexts();
  const format = useFormat();
  const columns = useSummaryColumns(isComplete, onKind);
  return (
    <SpaceBetween size="l">
      <Container footer={!isComplete && <Box color="text-body-secondary">{text.partial}</Box>}>
        <ColumnLayout columns={2} minColumnWidth={150} variant="text-grid">
          <Figure label={text.open} value={format.bounded(format.count(total.count), isComplete)} />
          <Figure label={text.otherMoney} value={format.bounded(format.euros(total.received), isComplete)}>
            {text.otherMoneyWhat}
          </Figure>
        </ColumnLayout>
      </Container>
      {lines.length > 0 && (
        <Table
          items={lines}
          columnDefinitions={columns}
          trackBy="kind"
          wrapLines
          enableKeyboardNavigation
          ariaLabels={{ tableLabel: text.byKind }}
          header={<Header variant="h2">{text.byKind}</Header>}
          empty={<EmptyState title={text.none.open} />}
        />
      )}
    </SpaceBetween>
  );
}

function useSummaryColumns(
  isComplete: boolean,
  onKind: ExceptionsSummaryProps['onKind'],
): TableProps.ColumnDefinition<ExceptionLine>[] {
  const text = useExceptionTexts();
  const words = useText('timeline');
  const format = useFormat();
  const { exception: meaning } = useText('outcomes');
  const count = (line: ExceptionLine) => format.bounded(format.count(line.count), isComplete);
  const kind = (line: ExceptionLine) => (
    <Link
      href="#list"
      onFollow={(event) => {
        event.preventDefault();
        onKind(line.kind);
      }}
    >
      {capital(words.kind[line.kind])}
    </Link>
  );
  const means = ({ kind }: ExceptionLine) => (
    <SpaceBetween size="xxxs">
      <Box>{meaning[kind].what}</Box>
      <Box variant="strong">{meaning[kind].toDo}</Box>
    </SpaceBetween>
  );
  return useColumns(
    {
      kind: { header: text.kind, isRowHeader: true, cell: kind },
      count: { header: text.count, isSum: true, cell: count },
      received: {
        header: text.received,
        isSum: true,
        cell: ({ received }) => received !== null && format.bounded(format.euros(received), isComplete),
      },
      oldest: { header: text.oldest, cell: ({ oldestAt }) => <Moment at={oldestAt} form="brief" /> },
      means: { header: text.means, cell: means },
    },
    [
      {
        of: 'kind',
        lines: [
          (line) => (
            <>
              {kind(line)} ({count(line)})
            </>
          ),
          'means',
        ],
      },
      'received',
    ],
  );
}
