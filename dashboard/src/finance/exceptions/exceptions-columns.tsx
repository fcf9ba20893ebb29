import '../../lists/cells.css';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { Moment, Sum } from '../../lists/cells.tsx';
import { dueOf, Kind, type ListedException, Returned, Subject, useName } from './exception-cells.tsx';

type Column = TableProps.ColumnDefinition<ListedException>;

interface Acts {
  onAssign: (exception: ListedException) => void;
  onClose: (exception: ListedException) => void;
}

/** Of open exceptions. */
export function useExceptionColumns(isNarrow: boolean, acts: Acts): Column[] {
  const text = useText('exceptions');
  const words = useText('transactions');
  const format = useFormat();
  const money = (euros: number | null) => (euros === null ? words.none : format.euros(euros));
  const signed = (euros: number | null) => (euros === null ? words.none : format.signedEuros(euros));
  const right = (content: string) => <Sum>{content}</Sum>;
  if (isNarrow) {
    return [
      {
        id: 'kind',
        header: text.kind,
        isRowHeader: true,
        cell: (each) => (
          <SpaceBetween size="xxs">
            <Kind exception={each} />
            <Subject exception={each} />
            {each.merchantId !== null && <MerchantLink merchantId={each.merchantId} />}
            <Box variant="small">
              <Moment at={each.openedAt} form="brief" />
            </Box>
            <Box>
              {text.received}: {money(each.received)}
              {dueOf(each) !== null && `; ${text.expected.toLowerCase()}: ${money(dueOf(each))}`}
            </Box>
            <Box variant="strong">
              {text.difference}: {signed(each.difference)}
            </Box>
            <Returned exception={each} />
            <Box>
              {text.assigned}: <Assigned exception={each} {...acts} />
            </Box>
            <Close exception={each} {...acts} />
          </SpaceBetween>
        ),
      },
    ];
  }
  return [
    {
      id: 'kind',
      header: text.kind,
      isRowHeader: true,
      minWidth: 130,
      cell: (each) => (
        <>
          <Kind exception={each} />
          <Box variant="small" display="block">
            <Moment at={each.openedAt} form="brief" />
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
            {each.merchantId !== null && <MerchantLink merchantId={each.merchantId} />}
          </Box>
        </>
      ),
    },
    { id: 'expected', header: right(text.expected), cell: (each) => right(money(dueOf(each))) },
    { id: 'received', header: right(text.received), cell: ({ received }) => right(money(received)) },
    {
      id: 'difference',
      header: right(text.difference),
      cell: (each) => (
        <>
          {right(signed(each.difference))}
          <Returned exception={each} isSum />
        </>
      ),
    },
    {
      id: 'assigned',
      header: `${text.assigned}, ${text.actions.toLowerCase()}`,
      minWidth: 140,
      cell: (each) => (
        <>
          <Box>
            <Assigned exception={each} {...acts} />
          </Box>
          <Close exception={each} {...acts} />
        </>
      ),
    },
  ];
}

/** Who looks after it, and the button to say so. */
function Assigned({ exception, onAssign }: Acts & { exception: ListedException }) {
  const text = useText('exceptions');
  const name = useName(exception);
  return (
    <>
      <span className="note">{exception.assigned?.to ?? text.unassigned}</span>{' '}
      <Button variant="inline-link" onClick={() => onAssign(exception)} ariaLabel={`${text.assign}: ${name}`}>
        {text.assign}
      </Button>
    </>
  );
}

function Close({ exception, onClose }: Acts & { exception: ListedException }) {
  const text = useText('exceptions');
  const name = useName(exception);
  return (
    <Button variant="inline-link" onClick={() => onClose(exception)} ariaLabel={`${text.close}: ${name}`}>
      {text.close}
    </Button>
  );
}
