import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { TableProps } from '@cloudscape-design/components/table';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { outcomeWords } from '../../i18n/sentences.ts';
import { transactionWords } from '../../i18n/shared-words.ts';
import { Moment } from '../../lists/cells.tsx';
import { useColumns } from '../../lists/columns.tsx';
import { Kind, type ListedException, Note, Subject, useName } from './exception-cells.tsx';
import { exceptionWords } from './words.ts';

interface Acts {
  onNote: (exception: ListedException) => void;
  onClose: (exception: ListedException) => void;
}

/** Of open exceptions, with what can be done, or of closed ones, with their outcome. */
export function useExceptionColumns(
  state: ListedException['state'],
  acts: Acts,
): TableProps.ColumnDefinition<ListedException>[] {
  const text = useWords(exceptionWords);
  const words = useWords(transactionWords);
  const { exception: meanings } = useWords(outcomeWords);
  const format = useFormat();
  const euros = (sum: number | null) => sum !== null && format.euros(sum);
  const isOpen = state === 'open';
  return useColumns(
    {
      kind: { header: text.kind, isRowHeader: true, minWidth: 130, cell: (each) => <Kind exception={each} /> },
      opened: { below: 'kind', header: text.opened, cell: ({ openedAt }) => <Moment at={openedAt} form="brief" /> },
      toDo: {
        below: 'kind',
        header: text.toDo,
        cell: ({ kind }) => isOpen && meanings[kind].toDo,
      },
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
      expected: { header: text.expected, isSum: true, cell: ({ expected }) => euros(expected) },
      received: { header: text.received, isSum: true, cell: ({ received }) => euros(received) },
      reported: {
        below: 'received',
        header: text.reported,
        cell: ({ reported }) => reported !== null && `${text.reported}: ${format.euros(reported)}`,
      },
      notes: {
        header: isOpen ? text.notes : text.outcomeAndNote,
        minWidth: 160,
        cell: (each) => (isOpen ? <Open exception={each} {...acts} /> : <Closed exception={each} />),
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
          ['toDo', 'small'],
          ['expected', 'small', 'named'],
          ['received', 'strong', 'named'],
          'reported',
          'notes',
        ],
      },
    ],
  );
}

/** The newest note, and the buttons of an open exception. */
function Open({ exception, onNote, onClose }: Acts & { exception: ListedException }) {
  const text = useWords(exceptionWords);
  const name = useName(exception);
  const newest = exception.notes.at(-1);
  return (
    <SpaceBetween size="xxs">
      {newest && <Note {...newest} />}
      <SpaceBetween direction="horizontal" size="s">
        <Button variant="inline-link" onClick={() => onNote(exception)} ariaLabel={`${text.addNote}: ${name}`}>
          {text.addNote}
        </Button>
        <Button variant="inline-link" onClick={() => onClose(exception)} ariaLabel={`${text.close}: ${name}`}>
          {text.close}
        </Button>
      </SpaceBetween>
    </SpaceBetween>
  );
}

/** The outcome of a closed exception, and the note with which it was closed. */
function Closed({ exception: { closed } }: { exception: ListedException }) {
  const text = useWords(exceptionWords);
  if (!closed) return null;
  return (
    <>
      <Box variant="strong" display="block">
        {text.outcomeWord[closed.outcome]}
      </Box>
      <Note {...closed} text={closed.note} />
    </>
  );
}
