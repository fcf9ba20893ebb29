import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import Link from '@cloudscape-design/components/link';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import type { ExceptionLine, ExceptionTotal } from '../../../../functions/dashboard/finance/exceptions-rule.ts';
import { EmptyState } from '../../components/states.tsx';
import { capital } from '../../i18n/format.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import { Moment } from '../../lists/cells.tsx';
import { useColumns } from '../../lists/columns.tsx';
import { useExceptionTexts } from './exception-texts.ts';

interface ExceptionsSummaryProps {
  lines: readonly ExceptionLine[];
  total: ExceptionTotal;
  isComplete: boolean;
  isLoading: boolean;
  onMore: () => void;
  onKind: (kind: ExceptionLine['kind']) => void;
}

/** How much is open, by kind, with what each means and what to do. */
export function ExceptionsSummary({ lines, total, isComplete, isLoading, onMore, onKind }: ExceptionsSummaryProps) {
  const text = useExceptionTexts().exceptions;
  const { loadMore } = useText('common');
  const format = useFormat();
  const columns = useSummaryColumns(isComplete, onKind);
  return (
    <SpaceBetween size="l">
      <Container
        footer={
          isComplete ? undefined : (
            <SpaceBetween size="xs">
              <Box color="text-body-secondary">{text.partial}</Box>
              <Button loading={isLoading} onClick={onMore}>
                {loadMore}
              </Button>
            </SpaceBetween>
          )
        }
      >
        <ColumnLayout columns={2} minColumnWidth={150} variant="text-grid">
          <div>
            <Box variant="awsui-key-label">{text.open}</Box>
            <Box fontSize="heading-xl" fontWeight="bold">
              {format.bounded(format.count(total.count), isComplete)}
            </Box>
          </div>
          <div>
            <Box variant="awsui-key-label">{text.openEuros}</Box>
            <Box fontSize="heading-xl" fontWeight="bold">
              {format.bounded(format.euros(total.euros), isComplete)}
            </Box>
            <Box color="text-body-secondary">
              {text.openEurosWhat}{' '}
              {total.returned > 0 && text.returned(format.bounded(format.euros(total.returned), isComplete))}
            </Box>
          </div>
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
          empty={<EmptyState title={text.none} />}
        />
      )}
    </SpaceBetween>
  );
}

function useSummaryColumns(
  isComplete: boolean,
  onKind: ExceptionsSummaryProps['onKind'],
): TableProps.ColumnDefinition<ExceptionLine>[] {
  const text = useExceptionTexts().exceptions;
  const words = useText('timeline');
  const format = useFormat();
  const { exception: meaning } = useText('outcomes');
  const count = (line: ExceptionLine) => format.bounded(format.count(line.count), isComplete);
  const kind = (line: ExceptionLine) => (
    <Link
      href="#open"
      onFollow={(event) => {
        event.preventDefault();
        onKind(line.kind);
      }}
    >
      {capital(words.kind[line.kind])}
    </Link>
  );
  const means = ({ kind, euros, returned, eurosElsewhere, withoutSum }: ExceptionLine) => (
    <SpaceBetween size="xxxs">
      <Box>{meaning[kind].what}</Box>
      <Box variant="strong">
        {/* Of a late payment there is no difference: it may be returned all the same. */}
        {kind !== 'late' && returned > 0 && euros + eurosElsewhere + withoutSum === 0
          ? words.closeReturned
          : meaning[kind].toDo}
      </Box>
      {returned > 0 && <Box variant="small">{text.returned(format.euros(returned))}</Box>}
      {eurosElsewhere > 0 && <Box variant="small">{text.elsewhere(format.euros(eurosElsewhere))}</Box>}
      {withoutSum > 0 && <Box variant="small">{text.withoutSum(withoutSum)}</Box>}
    </SpaceBetween>
  );
  return useColumns(
    {
      kind: { header: text.kind, isRowHeader: true, cell: kind },
      count: { header: text.count, isSum: true, cell: count },
      euros: { header: text.euros, isSum: true, cell: ({ euros }) => format.bounded(format.euros(euros), isComplete) },
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
      'euros',
    ],
  );
}
