import '../../lists/cells.css';
import Box from '@cloudscape-design/components/box';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { Moment, Sum } from '../../lists/cells.tsx';
import { Kind, type ListedException, Subject } from './exception-cells.tsx';

export function useClosedColumns(isNarrow: boolean): TableProps.ColumnDefinition<ListedException>[] {
  const text = useText('closedExceptions');
  const common = useText('exceptions');
  const words = useText('transactions');
  const format = useFormat();
  const money = ({ received }: ListedException) => (received === null ? words.none : format.euros(received));
  const merchant = ({ merchantId }: ListedException) =>
    merchantId === null ? words.none : <MerchantLink merchantId={merchantId} />;
  if (isNarrow) {
    return [
      {
        id: 'kind',
        header: common.kind,
        isRowHeader: true,
        cell: (each) => (
          <SpaceBetween size="xxs">
            <Kind exception={each} />
            <Subject exception={each} />
            <Box>
              {money(each)}: <Outcome exception={each} />
            </Box>
            <Note exception={each} />
            <Box variant="small">
              {text.closed}: <When exception={each} />
            </Box>
            <Box variant="small">{merchant(each)}</Box>
          </SpaceBetween>
        ),
      },
    ];
  }
  return [
    {
      id: 'kind',
      header: common.kind,
      isRowHeader: true,
      minWidth: 120,
      cell: (each) => (
        <>
          <Kind exception={each} />
          <Box variant="small" display="block">
            <When exception={each} />
          </Box>
        </>
      ),
    },
    {
      id: 'subject',
      header: `${words.order}, ${words.merchant.toLowerCase()}`,
      minWidth: 150,
      cell: (each) => (
        <>
          <Subject exception={each} />
          <Box variant="small" display="block">
            {merchant(each)}
          </Box>
        </>
      ),
    },
    { id: 'received', header: <Sum>{common.received}</Sum>, cell: (each) => <Sum>{money(each)}</Sum> },
    {
      id: 'difference',
      header: <Sum>{common.difference}</Sum>,
      cell: ({ difference }) => <Sum>{difference === null ? words.none : format.signedEuros(difference)}</Sum>,
    },
    { id: 'outcome', header: text.outcome, minWidth: 100, cell: (each) => <Outcome exception={each} /> },
    { id: 'note', header: text.note, minWidth: 150, cell: (each) => <Note exception={each} /> },
  ];
}

function Outcome({ exception: { closed } }: { exception: ListedException }) {
  const { outcomeWord } = useText('exceptions');
  return closed && <Box variant="strong">{outcomeWord[closed.outcome]}</Box>;
}

function When({ exception: { closed } }: { exception: ListedException }) {
  return closed && <Moment at={closed.at} form="brief" />;
}

/** The note, and under it who closed it. */
function Note({ exception: { closed } }: { exception: ListedException }) {
  const text = useText('closedExceptions');
  if (!closed) return null;
  return (
    <>
      <span className="note">{closed.note}</span>
      <Box variant="small" display="block">
        <span className="note">{text.by(closed.by)}</span>
      </Box>
    </>
  );
}
