import Box from '@cloudscape-design/components/box';
import type { TableProps } from '@cloudscape-design/components/table';
import { Moment } from '../../lists/cells.tsx';
import { useColumns } from '../../lists/columns.tsx';
import { type ListedException, useCommonColumns } from './exception-cells.tsx';
import { useExceptionTexts } from './exception-texts.ts';

export function useClosedColumns(): TableProps.ColumnDefinition<ListedException>[] {
  const text = useExceptionTexts().closedExceptions;
  const common = useExceptionTexts().exceptions;
  const { kind, subject, merchant, received, difference, money } = useCommonColumns();
  const outcome = ({ closed }: ListedException) =>
    closed && <Box variant="strong">{common.outcomeWord[closed.outcome]}</Box>;
  return useColumns(
    {
      kind: { ...kind, minWidth: 120 },
      closed: {
        below: 'kind',
        header: text.closed,
        cell: ({ closed }) => closed && <Moment at={closed.at} form="brief" />,
      },
      subject,
      merchant,
      received,
      difference,
      outcome: { header: text.outcome, minWidth: 100, cell: outcome },
      note: {
        header: text.note,
        minWidth: 150,
        cell: ({ closed }) =>
          closed && (
            <>
              <span className="note">{closed.note}</span>
              <Box variant="small" display="block">
                <span className="note">{text.by(closed.by)}</span>
              </Box>
            </>
          ),
      },
    },
    [
      {
        of: 'kind',
        lines: [
          'kind',
          'subject',
          (each) => (
            <Box>
              {money(each.received)}: {outcome(each)}
            </Box>
          ),
          'note',
          ['closed', 'small', 'named'],
          ['merchant', 'small'],
        ],
      },
    ],
  );
}
