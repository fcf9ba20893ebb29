import '../../lists/cells.css';
import Box from '@cloudscape-design/components/box';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import { MerchantLink } from '../../accounts/merchants.tsx';
import { OrderLink } from '../../components/order-link.tsx';
import { addEuros } from '../../i18n/add-euros.ts';
import { useFormat, useWords } from '../../i18n/language.ts';
import { outcomeWords } from '../../i18n/sentences.ts';
import { Sum } from '../../lists/cells.tsx';
import { isStaff, useMe } from '../../session/session-context.ts';
import type { Undelivered } from './undelivered-columns.tsx';
import { type BulkRun, type EventResult, type EventState, eventStateOf } from './use-bulk-resend.ts';
import { bulkResendWords } from './words.ts';

/** What needs someone first. */
const EVENT_STATES: readonly EventState[] = ['failed', 'not-sent', 'pending', 'delivered'];
const INDICATORS: Record<EventState, StatusIndicatorProps.Type> = {
  delivered: 'success',
  failed: 'error',
  pending: 'in-progress',
  'not-sent': 'warning',
};
// A table of thousands of rows would be slow, and nobody reads it.
const MAX_ROWS = 100;

interface BulkResultsProps {
  events: readonly Undelivered[];
  run: BulkRun;
  isFollowing: boolean;
}

/** How far a bulk resend is: delivered, failed, in progress, not sent, in events and euros; then each event. */
export function BulkResults({ events, run, isFollowing }: BulkResultsProps) {
  const text = useWords(bulkResendWords);
  const format = useFormat();
  const isOfStaff = isStaff(useMe());
  const rows = events.flatMap((event) => {
    const result = run.results.get(event.eventId);
    return result ? { event, result, eventState: eventStateOf(result) } : [];
  });
  const groups = EVENT_STATES.map((state) => ({ state, of: rows.filter((row) => row.eventState === state) }));
  const shown = groups.flatMap(({ of }) => of).slice(0, MAX_ROWS);
  const isUnknown = (eventState: EventState) => eventState === 'pending' && !isFollowing && run.state !== 'running';
  return (
    <SpaceBetween size="m">
      <ProgressBar
        label={text.progress}
        value={(rows.length / Math.max(1, events.length)) * 100}
        additionalInfo={text.goingOf(format.count(rows.length), format.count(events.length))}
      />
      <SpaceBetween size="xxs">
        {groups.map(
          ({ state, of }) =>
            of.length > 0 && (
              <StatusIndicator key={state} type={INDICATORS[state]}>
                {text.eventState[state]}:{' '}
                {text.count(
                  format.count(of.length),
                  of.length === 1,
                  format.euros(addEuros(...of.map(({ event }) => event.amount))),
                )}{' '}
                {isUnknown(state) && text.unknownYet}
              </StatusIndicator>
            ),
        )}
      </SpaceBetween>
      {shown.length > 0 && (
        <div className="results">
          <Table
            items={shown}
            trackBy={({ event }) => event.eventId}
            variant="embedded"
            wrapLines
            ariaLabels={{ tableLabel: text.outcome }}
            columnDefinitions={[
              {
                id: 'order',
                header: text.order,
                isRowHeader: true,
                cell: ({ event }) => (
                  <>
                    <OrderLink {...event} />
                    {isOfStaff && (
                      <Box variant="small" display="block">
                        <MerchantLink merchantId={event.merchantId} />
                      </Box>
                    )}
                  </>
                ),
              },
              {
                id: 'amount',
                header: <Sum>{text.amount}</Sum>,
                cell: ({ event }) => <Sum>{format.euros(event.amount)}</Sum>,
              },
              { id: 'outcome', header: text.outcome, cell: ({ result }) => <Outcome result={result} /> },
            ]}
            footer={rows.length > shown.length && text.rowsOf(format.count(shown.length), format.count(rows.length))}
          />
        </div>
      )}
    </SpaceBetween>
  );
}

/** One event's outcome with the cause. */
function Outcome({ result }: { result: EventResult }) {
  const text = useWords(bulkResendWords);
  const { attempt, delivery, resend } = useWords(outcomeWords);
  const eventState = eventStateOf(result);
  const cause = () => {
    if (eventState === 'not-sent') return resend[result.kind];
    const { outcome = null, statusCode = null, state = 'not_delivered' } = result.delivery ?? {};
    if (eventState !== 'failed') return '';
    const sentences: Record<string, string> = { ...attempt, ...delivery };
    const sentence = sentences[outcome ?? state];
    return statusCode === null ? sentence : `${statusCode}. ${sentence}`;
  };
  return (
    <StatusIndicator type={INDICATORS[eventState]}>
      <span className="words">{[text.eventState[eventState], cause()].filter(Boolean).join('. ')}</span>
    </StatusIndicator>
  );
}
