import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import type { TableProps } from '@cloudscape-design/components/table';
import { Moment } from '../../lists/cells.tsx';
import { useColumns } from '../../lists/columns.tsx';
import { dueOf, type ListedException, useCommonColumns, useName, useReturned } from './exception-cells.tsx';
import { useExceptionTexts } from './exception-texts.ts';

interface Acts {
  onAssign: (exception: ListedException) => void;
  onClose: (exception: ListedException) => void;
}

/** Of open exceptions. */
export function useExceptionColumns(acts: Acts): TableProps.ColumnDefinition<ListedException>[] {
  const text = useExceptionTexts().exceptions;
  const { kind, subject, merchant, received, difference, money } = useCommonColumns();
  const returnedOf = useReturned();
  return useColumns(
    {
      kind,
      opened: { below: 'kind', header: text.opened, cell: ({ openedAt }) => <Moment at={openedAt} form="brief" /> },
      subject,
      merchant,
      expected: { header: text.expected, isSum: true, cell: (each) => money(dueOf(each)) },
      received,
      difference,
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

/** The assignee, and the button that assigns. */
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
