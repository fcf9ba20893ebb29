import { useState } from 'react';
import type { Input } from '../../api/client.ts';
import { EmptyState } from '../../components/states.tsx';
import { useFormat, useWords } from '../../i18n/language.ts';
import { ScannedList } from '../../lists/scanned-list.tsx';
import type { Scanned } from '../../lists/use-list.ts';
import { BulkResend } from './bulk-resend.tsx';
import { type Undelivered, useUndeliveredColumns } from './undelivered-columns.tsx';
import { bulkResendWords, undeliveredWords } from './words.ts';

// As many as fit on a few screens.
const ROWS_AT_ONCE = 25;

interface UndeliveredListProps {
  input: Input<'POST /me/undelivered/search'>;
  list: Scanned<Undelivered>;
  isFiltered: boolean;
}

/** The undelivered events, to open or resend. */
export function UndeliveredList({ input, list, isFiltered }: UndeliveredListProps) {
  const text = useWords(undeliveredWords);
  const bulk = useWords(bulkResendWords);
  const format = useFormat();
  const columns = useUndeliveredColumns();
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const scope = useScope(input);
  const { rows, until, isComplete } = list;
  const more = () => {
    setShown(shown + ROWS_AT_ONCE);
    if (rows.length < shown + ROWS_AT_ONCE && !isComplete) list.more();
  };
  const none = isFiltered ? text.noneFiltered : text.allWell;
  return (
    <ScannedList
      list={{ ...list, more, rows: rows.slice(0, shown), isComplete: isComplete && rows.length <= shown }}
      title={text.list}
      description={text.listHint}
      trackBy="eventId"
      columnDefinitions={columns}
      actions={
        <BulkResend
          label={text.resendAll}
          title={bulk.titleAll}
          what={bulk.whatAll(scope)}
          input={input}
          isDisabled={rows.length === 0}
          onSent={list.reload}
        />
      }
      empty={<EmptyState title={isComplete ? none : text.noneYet} />}
      progress={isComplete || until === null ? undefined : text.listPart(format.time(until))}
    />
  );
}

/** Which list it is, in words. */
function useScope({ from, to, merchantId, state }: UndeliveredListProps['input']): string {
  const text = useWords(bulkResendWords);
  const { reason } = useWords(undeliveredWords);
  const format = useFormat();
  return [
    from !== undefined && to !== undefined ? text.wherePeriod(format.day(from), format.day(to)) : text.whereEver,
    merchantId === undefined ? text.whereAll : text.whereMerchant(merchantId),
    ...(state === undefined ? [] : [reason[state]]),
  ].join(', ');
}
