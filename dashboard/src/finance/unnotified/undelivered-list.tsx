import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { UndeliveredPage } from '../../../../functions/dashboard/finance/undelivered.ts';
import { PAYMENT_EVENTS } from '../../../../functions/webhooks/event-kind.ts';
import type { Input } from '../../api/client.ts';
import { useNarrow } from '../../components/sizes.ts';
import { EmptyState } from '../../components/states.tsx';
import { visibleText } from '../../i18n/format.ts';
import { useFormat, useText } from '../../i18n/language.ts';
import { ListTable } from '../../lists/list-table.tsx';
import { usePages } from '../../lists/use-pages.ts';
import { type ListedReason, reasonOf, type Undelivered, useUndeliveredColumns } from './undelivered-columns.tsx';

const BulkModal = lazy(async () => ({ default: (await import('./bulk-modal.tsx')).BulkModal }));

// As many as fit on a few screens.
const ROWS_AT_ONCE = 25;

const REASONS: readonly ListedReason[] = ['not_delivered', 'skipped', 'not_attempted'];

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
  const isNarrow = useNarrow();
  const columns = useUndeliveredColumns(isNarrow);
  const isWanted = (each: Undelivered) =>
    (event === '' || each.event === event) && (why === '' || reasonOf(each) === why);
  const paged = usePages('POST /finance/undelivered', input, {
    isEnough: (pages) => pages.some(({ deliveries }) => deliveries.some(isWanted)),
  });
  const { pages, isLoading, reload } = paged;
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const [chosen, setChosen] = useState<readonly Undelivered[]>([]);
  const [sending, setSending] = useState<'selected' | 'all'>();
  const scope = useScope(input, event, why);
  const rows = useMemo(() => pages.flatMap(({ deliveries }) => deliveries), [pages]).filter(isWanted);
  const selected = chosen.filter((each) => rows.some(({ eventId }) => eventId === each.eventId));
  const last = pages.at(-1);
  const showMore = () => {
    setShown(shown + ROWS_AT_ONCE);
    if (rows.length < shown + ROWS_AT_ONCE && last?.isComplete === false) paged.more();
  };
  const close = (isChanged: boolean) => {
    setSending(undefined);
    if (!isChanged) return;
    setChosen([]);
    reload();
    onChanged();
  };
  return (
    <div id="list">
      <ListTable
        of={paged}
        rows={rows.slice(0, shown)}
        isComplete={last?.isComplete === true && rows.length <= shown}
        title={text.list}
        description={text.listHint}
        trackBy="eventId"
        loadingText={text.listLoading}
        columnDefinitions={columns}
        selectionType="multi"
        selectedItems={selected}
        onSelectionChange={({ detail }) => setChosen(detail.selectedItems)}
        ariaLabels={{
          tableLabel: text.listCaption,
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
        empty={<EmptyState title={last?.isComplete ? text.listNone : text.listNoneOfFilter} />}
        footer={<ListEnd last={last} isLoading={isLoading} onMore={showMore} rest={Math.max(0, rows.length - shown)} />}
      />
      {sending && (
        <Suspense>
          <BulkModal
            title={sending === 'selected' ? bulk.titleSelected(selected.length) : bulk.titleAll}
            what={sending === 'selected' ? bulk.whatSelected : bulk.whatAll(scope)}
            events={sending === 'selected' ? selected : { input, isWanted }}
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
  const events = [
    { value: '', label: text.anyEvent },
    ...PAYMENT_EVENTS.map((value) => ({ value, label: words.event[value] })),
  ];
  const reasons = [
    { value: '', label: text.anyReason },
    ...REASONS.map((value) => ({ value, label: text.reason[value] })),
  ];
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <Select
        ariaLabel={text.event}
        options={events}
        selectedOption={events.find(({ value }) => value === event) ?? null}
        onChange={({ detail }) => onFilter(detail.selectedOption.value ?? '', why)}
      />
      <Select
        ariaLabel={text.why}
        options={reasons}
        selectedOption={reasons.find(({ value }) => value === why) ?? null}
        onChange={({ detail }) => onFilter(event, detail.selectedOption.value ?? '')}
      />
    </SpaceBetween>
  );
}

interface ListEndProps {
  last: UndeliveredPage | undefined;
  isLoading: boolean;
  /** Rows that were received and are not shown yet. */
  rest: number;
  onMore: () => void;
}

function ListEnd({ last, isLoading, rest, onMore }: ListEndProps) {
  const text = useText('unnotified');
  const format = useFormat();
  if (!last) return null;
  const { scannedUntil, isComplete } = last;
  return (
    <Box textAlign="center">
      <SpaceBetween size="xs">
        <Box color="text-body-secondary">
          {!isComplete && scannedUntil && text.listPart(scannedUntil.merchantId, format.time(scannedUntil.at))}
        </Box>
        {(!isComplete || rest > 0) && (
          <Button loading={isLoading} onClick={onMore}>
            {text.listMore}
          </Button>
        )}
      </SpaceBetween>
    </Box>
  );
}
