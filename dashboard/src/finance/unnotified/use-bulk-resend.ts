import { useCallback, useEffect, useRef, useState } from 'react';
import type { EventDelivery } from '../../../../functions/dashboard/finance/event-deliveries.ts';
import type { ResentEvents } from '../../../../functions/dashboard/finance/undelivered-resend.ts';
import { MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import { type ApiError, apiErrorOf } from '../../api/api-error.ts';
import { call, type Input } from '../../api/client.ts';

/** An event as a list shows it, with the resends that it has seen. */
export type SeenEvent = Input<'POST /finance/deliveries'>['events'][number];

/** The result for one event: whether it was queued, and the state of its delivery. */
export type EventResult = Omit<SeenEvent, 'resends'> & ResentEvents['events'][number] & { delivery?: EventDelivery };

export interface BulkRun {
  state: 'idle' | 'running' | 'stopped' | 'failed' | 'done';
  /** By the event's id. */
  results: ReadonlyMap<string, EventResult>;
  /** What interrupted it. */
  error: ApiError | undefined;
}

export type EventState = 'delivered' | 'failed' | 'pending' | 'not-sent';

// A call takes about half a second: the progress is visible, and Stop takes effect.
const EVENTS_PER_CALL = 25;
const EVENTS_PER_QUERY = 100;
const QUERY_EVERY_MS = 1_000;
// All attempts with their time-outs end within a minute; a queue may be delayed.
const FOLLOW_FOR_MS = 2 * MINUTE_MS;

/** Resends events in steps, and follows their deliveries until each has ended. It can be stopped and resumed. */
export function useBulkResend() {
  const [run, setRun] = useState<BulkRun>({ state: 'idle', results: new Map(), error: undefined });
  const abort = useRef<AbortController>(undefined);
  const next = useRef(0);
  useEffect(() => () => abort.current?.abort(), []);

  const start = useCallback(async (events: readonly SeenEvent[], why: string) => {
    const own = new AbortController();
    abort.current = own;
    setRun((before) => ({ ...before, state: 'running', error: undefined }));
    try {
      while (next.current < events.length && !own.signal.aborted) {
        const step = events.slice(next.current, next.current + EVENTS_PER_CALL);
        const resent = await call('POST /finance/undelivered/resend', { events: step.map(nameOf), why });
        next.current += EVENTS_PER_CALL;
        setRun((before) => ({ ...before, results: withResults(before.results, step, resent.events) }));
      }
      setRun((before) => ({ ...before, state: next.current < events.length ? 'stopped' : 'done' }));
    } catch (error) {
      setRun((before) => ({ ...before, state: 'failed', error: apiErrorOf(error) }));
    }
  }, []);
  /** Stops after the running step, whose result is then known. */
  const stop = useCallback(() => abort.current?.abort(), []);
  const isFollowing = useDeliveries(run, (deliveries) =>
    setRun((before) => ({ ...before, results: withDeliveries(before.results, deliveries) })),
  );
  return { run, start, stop, isFollowing };
}

/** The state of an event, as far as is known. */
export function eventStateOf({ resends, delivery }: EventResult): EventState {
  if (resends === null) return 'not-sent';
  if (!delivery || delivery.resends < resends || delivery.state === 'pending') return 'pending';
  return delivery.state === 'delivered' ? 'delivered' : 'failed';
}

/** Queries the pending deliveries when nothing more is being sent. Returns whether it is still querying. */
function useDeliveries({ state, results }: BulkRun, onAnswer: (deliveries: EventDelivery[]) => void): boolean {
  const [queries, setQueries] = useState(0);
  const pending = [...results.values()].flatMap((result) =>
    result.resends !== null && eventStateOf(result) === 'pending' ? nameOf({ ...result, resends: result.resends }) : [],
  );
  const isSending = state === 'idle' || state === 'running';
  const isFollowing = !isSending && pending.length > 0 && queries * QUERY_EVERY_MS < FOLLOW_FOR_MS;
  const latest = useRef({ pending, onAnswer });
  latest.current = { pending, onAnswer };
  useEffect(() => {
    if (!isFollowing) return undefined;
    let isOver = false;
    const timer = setTimeout(async () => {
      const { pending: open, onAnswer: update } = latest.current;
      for (let from = 0; from < open.length && !isOver; from += EVENTS_PER_QUERY) {
        const events = open.slice(from, from + EVENTS_PER_QUERY);
        // After a failed query the known states stay; the next query follows.
        const answer = await call('POST /finance/deliveries', { events }).catch(() => undefined);
        if (answer && !isOver) update(answer.deliveries);
      }
      if (!isOver) setQueries(queries + 1);
    }, QUERY_EVERY_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isFollowing, queries]);
  return isFollowing;
}

function nameOf({ transactionId, eventId, resends }: SeenEvent): SeenEvent {
  return { transactionId, eventId, resends };
}

/** The results are in the order of the step's events. */
function withResults(
  results: BulkRun['results'],
  step: readonly SeenEvent[],
  resent: ResentEvents['events'],
): BulkRun['results'] {
  const added = step.flatMap((event, index) => {
    const result = resent[index];
    return result
      ? [[event.eventId, { transactionId: event.transactionId, eventId: event.eventId, ...result }] as const]
      : [];
  });
  return new Map([...results, ...added]);
}

function withDeliveries(results: BulkRun['results'], deliveries: readonly EventDelivery[]): BulkRun['results'] {
  const byEvent = new Map(deliveries.map((delivery) => [delivery.eventId, delivery]));
  return new Map(
    [...results].map(([eventId, result]) => {
      const delivery = byEvent.get(eventId);
      return [eventId, delivery ? { ...result, delivery } : result];
    }),
  );
}
