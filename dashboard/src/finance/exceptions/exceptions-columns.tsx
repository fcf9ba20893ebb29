import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import type { TableProps } from '@cloudscape-design/components/table';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { useFormat, useText } from '../../i18n/language.ts';
import { Moment } from '../../lists/cells.tsx';
import { useColumns } from '../../lists/columns.tsx';
import { dueOf, Kind, type ListedException, Subject, useName, useReturned } from './exception-cells.tsx';
import { useExceptionTexts } from './exception-texts.ts';

interface Acts {
  onAssign: (exception: ListedException) => void;
  onClose: (exception: ListedException) => void;
}

/** Of open exceptions. */
export function useExceptionColumns(acts: Acts): TableProps.ColumnDefinition<ListedException>[] {
  const text = useExceptionTexts().exceptions;
  const words = useText('transactions');
  const format = useFormat();
  const returnedOf = useReturned();
  const money = (euros: number | null) => (euros === null ? words.none : format.euros(euros));
  return useColumns(
    {
      kind: { header: text.kind, isRowHeader: true, minWidth: 130, cell: (each) => <Kind exception={each} /> },
      opened: { below: 'kind', header: text.opened, cell: ({ openedAt }) => <Moment at={openedAt} form="brief" /> },
      subject: {
        header: `${words.order}, ${words.merchant.toLowerCase()}`,
        minWidth: 150,
        cell: (each) => <Subject exception={each} />,
      },
      merchant: {
        below: 'subject',
        header: words.merchant,
        cell: ({ merchantId }) => merchantId !== null && <MerchantLink merchantId={merchantId} />,
      },
      expected: { header: text.expected, isSum: true, cell: (each) => money(dueOf(each)) },
      received: { header: text.received, isSum: true, cell: ({ received }) => money(received) },
      difference: {
        header: text.difference,
        isSum: true,
        cell: ({ difference }) => (difference === null ? words.none : format.signedEuros(difference)),
      },
      returned: { below: 'difference', header: text.difference, cell: returnedOf },
      assigned: {
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
    },
    [
      {
        of: 'kind',
        lines: [
          'kind',
          'subject',
          'merchant',
          ['opened', 'small'],
          (each) => (
            <Box>
              {text.received}: {money(each.received)}
              {dueOf(each) !== null && `; ${text.expected.toLowerCase()}: ${money(dueOf(each))}`}
            </Box>
          ),
          ['difference', 'strong', 'named'],
          'returned',
          (each) => (
            <Box>
              {text.assigned}: <Assigned exception={each} {...acts} />
            </Box>
          ),
          (each) => <Close exception={each} {...acts} />,
        ],
      },
    ],
  );
}

/** Who looks after it, and the button to say so. */
function Assigned({ exception, onAssign }: Acts & { exception: ListedException }) {
  const text = useExceptionTexts().exceptions;
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
  const text = useExceptionTexts().exceptions;
  const name = useName(exception);
  return (
    <Button variant="inline-link" onClick={() => onClose(exception)} ariaLabel={`${text.close}: ${name}`}>
      {text.close}
    </Button>
  );
}
