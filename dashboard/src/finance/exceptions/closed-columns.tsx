import Box from '@cloudscape-design/components/box';
import type { TableProps } from '@cloudscape-design/components/table';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { Moment } from '../../lists/cells.tsx';
import { useColumns } from '../../lists/columns.tsx';
import { Kind, type ListedException, Subject } from './exception-cells.tsx';
import { useExceptionTexts } from './exception-texts.ts';

export function useClosedColumns(): TableProps.ColumnDefinition<ListedException>[] {
  const text = useExceptionTexts().closedExceptions;
  const common = useExceptionTexts().exceptions;
  const words = useText('transactions');
  const format = useFormat();
  const money = ({ received }: ListedException) => (received === null ? words.none : format.euros(received));
  const outcome = ({ closed }: ListedException) =>
    closed && <Box variant="strong">{common.outcomeWord[closed.outcome]}</Box>;
  return useColumns(
    {
      kind: { header: common.kind, isRowHeader: true, minWidth: 120, cell: (each) => <Kind exception={each} /> },
      closed: {
        below: 'kind',
        header: text.closed,
        cell: ({ closed }) => closed && <Moment at={closed.at} form="brief" />,
      },
      subject: {
        header: `${words.order}, ${words.merchant.toLowerCase()}`,
        minWidth: 150,
        cell: (each) => <Subject exception={each} />,
      },
      merchant: {
        below: 'subject',
        header: words.merchant,
        cell: ({ merchantId }) => (merchantId === null ? words.none : <MerchantLink merchantId={merchantId} />),
      },
      received: { header: common.received, isSum: true, cell: money },
      difference: {
        header: common.difference,
        isSum: true,
        cell: ({ difference }) => (difference === null ? words.none : format.signedEuros(difference)),
      },
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
              {money(each)}: {outcome(each)}
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
