import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useState } from 'react';
import { ENDED_REASONS, endedReason } from '../../../../functions/finance/unnotified/unnotified-rule.ts';
import { PAYMENT_EVENTS } from '../../../../functions/webhooks/event-kind.ts';
import type { Input } from '../../api/client.ts';
import { AnySelect } from '../../components/any-select.tsx';
import { EmptyState } from '../../components/states.tsx';
import { visibleText } from '../../i18n/format.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import { ScannedList } from '../../lists/scanned-list.tsx';
import { useList } from '../../lists/use-list.ts';
import { type Undelivered, useUndeliveredColumns } from './undelivered-columns.tsx';

const BulkModal = lazy(async () => ({ default: (await import('./bulk-modal.tsx')).BulkModal }));

// As many as fit on a few screens.
const ROWS_AT_ONCE = 25;

interface UndeliveredListProps {
  input: Input<'POST /finance/undelivered'>;
  /** Empty: any. */
  event: string;
  why: string;
  onFilter: (event: string, why: string) => void;
  /** Something was sent again: the figures are not what they were. */
  onChanged: () => void;
}

/** The undelivered events behind the figures, to open or resend. */
export function UndeliveredList({ input, event, why, onFilter, onChanged }: UndeliveredListProps) {
  const text = useText('unnotified');
  const bulk = useText('bulkResend');
  const format = useFormat();
  const columns = useUndeliveredColumns();
  const isWanted = ({ event: name, state, outcome }: Undelivered) =>
    (event === '' || name === event) && (why === '' || endedReason(state, outcome) === why);
  const list = useList('POST /finance/undelivered', input, { minRows: 1, isWanted });
  const { until, isComplete } = list;
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const [chosen, setChosen] = useState<readonly Undelivered[]>([]);
  const [sending, setSending] = useState<'selected' | 'all'>();
  const scope = useScope(input, event, why);
  const rows = list.rows.filter(isWanted);
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
    onChanged();
  };
  return (
    <div id="list">
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
        filter={<ListFilter event={event} why={why} onFilter={onFilter} />}
        empty={<EmptyState title={isComplete ? text.listNone : text.listNoneOfFilter} />}
        progress={isComplete || !until ? undefined : text.listPart(until.merchantId, format.time(until.at))}
      />
      {sending && (
        <Suspense>
          <BulkModal
            title={sending === 'selected' ? bulk.titleSelected(selected.length) : bulk.titleAll}
            what={sending === 'selected' ? bulk.whatSelected : bulk.whatAll(scope)}
            events={sending === 'selected' ? { kind: 'selected', events: selected } : { kind: 'list', input, isWanted }}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Which list it is, in words. */
function useScope({ from, to, merchantId }: UndeliveredListProps['input'], event: string, why: string): string {
  const text = useText('bulkResend');
  const { reason } = useText('unnotified');
  const words = useText('transactions');
  const format = useFormat();
  return [
    from !== undefined && to !== undefined ? text.wherePeriod(format.day(from), format.day(to)) : text.whereEver,
    merchantId === undefined ? text.whereAll : text.whereMerchant(merchantId),
    ...(event === '' ? [] : [words.event[event as keyof typeof words.event]]),
    ...(why === '' ? [] : [reason[why as keyof typeof reason]]),
  ].join(', ');
}

function ListFilter({ event, why, onFilter }: Pick<UndeliveredListProps, 'event' | 'why' | 'onFilter'>) {
  const text = useText('unnotified');
  const words = useText('transactions');
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <AnySelect
        ariaLabel={text.event}
        value={event}
        any={text.anyEvent}
        values={PAYMENT_EVENTS}
        labelOf={(value) => words.event[value]}
        onChange={(value) => onFilter(value, why)}
      />
      <AnySelect
        ariaLabel={text.why}
        value={why}
        any={text.anyReason}
        values={ENDED_REASONS}
        labelOf={(value) => text.reason[value]}
        onChange={(value) => onFilter(event, value)}
      />
    </SpaceBetween>
  );
}
