import '../../lists/cells.css';
import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState } from 'react';
import { UNDELIVERED_STATES } from '../../../../functions/webhooks/undelivered.ts';
import type { Input } from '../../api/client.ts';
import { AnySelect } from '../../components/any-select.tsx';
import { EmptyState } from '../../components/states.tsx';
import { visibleText } from '../../i18n/format.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { ScannedList } from '../../lists/scanned-list.tsx';
import type { Scanned } from '../../lists/use-list.ts';
import { type Undelivered, useUndeliveredColumns } from './undelivered-columns.tsx';
import { bulkResendWords, unnotifiedWords } from './words.ts';

const BulkModal = lazy(async () => ({ default: (await import('./bulk-modal.tsx')).BulkModal }));

// As many as fit on a few screens.
const ROWS_AT_ONCE = 25;

interface UndeliveredListProps {
  input: Input<'POST /finance/undelivered'>;
  list: Scanned<Undelivered>;
  /** Empty: both. */
  state: string;
  onState: (state: string) => void;
  isFiltered: boolean;
}

/** The undelivered events, to open or resend. */
export function UndeliveredList({ input, list, state, onState, isFiltered }: UndeliveredListProps) {
  const text = useWords(unnotifiedWords);
  const bulk = useWords(bulkResendWords);
  const format = useFormat();
  const columns = useUndeliveredColumns();
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const [chosen, setChosen] = useState<readonly Undelivered[]>([]);
  const [sending, setSending] = useState<'selected' | 'all'>();
  const scope = useScope(input);
  const { rows, until, isComplete } = list;
  const selected = chosen.filter((each) => rows.some(({ eventId }) => eventId === each.eventId));
  const more = () => {
    setShown(shown + ROWS_AT_ONCE);
    if (rows.length < shown + ROWS_AT_ONCE && !isComplete) list.more();
  };
  const close = (isChanged: boolean) => {
    setSending(undefined);
    if (!isChanged) return;
    setChosen([]);
    list.reload();
  };
  const none = isFiltered ? text.noneFiltered : text.allWell;
  return (
    <>
      <ScannedList
        list={{ ...list, more, rows: rows.slice(0, shown), isComplete: isComplete && rows.length <= shown }}
        title={text.list}
        description={text.listHint}
        trackBy="eventId"
        loadingText={text.listLoading}
        columnDefinitions={columns}
        selectionType="multi"
        selectedItems={selected}
        onSelectionChange={({ detail }) => setChosen(detail.selectedItems)}
        caption={text.listCaption}
        selectionLabels={{
          selectionGroupLabel: text.listCaption,
          allItemsSelectionLabel: () => text.select.all,
          itemSelectionLabel: (_, each) => text.select.item(visibleText(each.externalOrderId)),
        }}
        actions={
          <SpaceBetween direction="horizontal" size="xs">
            <Button disabled={selected.length === 0} onClick={() => setSending('selected')}>
              {text.resendSelected}
            </Button>
            <Button disabled={rows.length === 0} onClick={() => setSending('all')}>
              {text.resendAll}
            </Button>
          </SpaceBetween>
        }
        filter={
          <div className="narrow-field">
            <AnySelect
              ariaLabel={text.why}
              value={state}
              any={text.anyReason}
              values={UNDELIVERED_STATES}
              labelOf={(value) => text.reason[value]}
              onChange={onState}
            />
          </div>
        }
        empty={<EmptyState title={isComplete ? none : text.noneYet} />}
        progress={isComplete || until === null ? undefined : text.listPart(format.time(until))}
      />
      {sending && (
        <Suspense>
          <BulkModal
            title={sending === 'selected' ? bulk.titleSelected(selected.length) : bulk.titleAll}
            what={sending === 'selected' ? bulk.whatSelected : bulk.whatAll(scope)}
            events={sending === 'selected' ? { kind: 'selected', events: selected } : { kind: 'list', input }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}

/** Which list it is, in words. */
function useScope({ from, to, merchantId, state }: UndeliveredListProps['input']): string {
  const text = useWords(bulkResendWords);
  const { reason } = useWords(unnotifiedWords);
  const format = useFormat();
  return [
    from !== undefined && to !== undefined ? text.wherePeriod(format.day(from), format.day(to)) : text.whereEver,
    merchantId === undefined ? text.whereAll : text.whereMerchant(merchantId),
    ...(state === undefined ? [] : [reason[state]]),
  ].join(', ');
}
