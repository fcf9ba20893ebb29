import {
  type CountAndEuros,
  countAndEuros,
  endedReason,
  type Unnotified,
  type UnnotifiedLine,
  unnotifiedLines,
} from '../../finance/unnotified/unnotified-rule.ts';
import type { FindWaiting } from '../../finance/unnotified/waiting-events.ts';
import type { Clock } from '../../runtime/clock.ts';
import { EVENT_OF_STATUS } from '../../webhooks/event-kind.ts';
import type { DeliveryFilter, FindDeliveries, FoundDelivery } from '../../webhooks/resend/found-delivery.ts';
import { UNDELIVERED_STATES } from '../../webhooks/resend/undelivered.ts';
import { type DashboardCaller, requireStaff, scopeOf } from '../caller.ts';
import { scanFrom } from '../scanned.ts';
import { type FinanceInput, periodOf } from './finance-input.ts';

export interface UnnotifiedDependencies {
  find: FindDeliveries;
  /** Whether an earlier series of the event arrived. */
  wasNotified(transactionId: string, eventId: string): Promise<boolean>;
  findWaiting: FindWaiting;
  /** Messages in the dead letters of the delivery queues, as SQS estimates them. */
  deadLetters(): Promise<number>;
  clock: Clock;
}

export interface UnnotifiedReport {
  lines: UnnotifiedLine[];
  /** Paid, not notified: money received. */
  paid: CountAndEuros;
  /** Failed or cancelled, not notified. */
  failed: CountAndEuros;
  cancelled: CountAndEuros;
  /** Null if a merchant is named: dead letters are not separated by merchant. */
  deadLetters: number | null;
  /** Ended deliveries scanned. The next page continues at the cursor; its figures are added. */
  scanned: number;
  cursor: string | null;
  /** How far that was: by merchant, then by time. */
  scannedThrough: { merchantId: string; time: number } | null;
  /** Unfinished deliveries are scanned on the first page only; null on the others. */
  waiting: { scanned: number; isComplete: boolean } | null;
  isComplete: boolean;
}

/** Entries of the index `undelivered` that one page scans, at about half a read unit each. */
export const MAX_UNNOTIFIED_SCANNED = 2_000;
const A_READ = 100;

/**
 * "Paid, not notified", and the same for failed and cancelled: count and euros by event, reason and age. It queries the
 * sparse indexes `undelivered` and `due`, so its cost depends on the unnotified events alone. For staff.
 */
export function unnotifiedReport(dependencies: UnnotifiedDependencies) {
  return async (input: FinanceInput, caller: DashboardCaller): Promise<UnnotifiedReport> => {
    requireStaff(caller);
    const { merchantId } = scopeOf(caller, input.merchantId);
    const filter = {
      states: UNDELIVERED_STATES,
      ...(merchantId !== null && { merchantId }),
      ...periodOf(input),
    };
    const isFirst = input.cursor === undefined;
    const nowMs = dependencies.clock();
    const [ended, waiting, deadLetters] = await Promise.all([
      scanEnded(dependencies, filter, input.cursor),
      isFirst ? dependencies.findWaiting(filter, nowMs) : null,
      isFirst && merchantId === null ? dependencies.deadLetters() : null,
    ]);
    // One that moved from waiting to ended between the two scans is counted once.
    const known = new Set(ended.rows.map(({ transactionId }) => transactionId));
    const unnotified = [
      ...ended.rows,
      ...(waiting?.unnotified ?? []).filter(({ transactionId }) => !known.has(transactionId)),
    ];
    const of = (event: Unnotified['event']) => countAndEuros(unnotified.filter((each) => each.event === event));
    return {
      lines: unnotifiedLines(unnotified, nowMs),
      paid: of(EVENT_OF_STATUS.paid),
      failed: of(EVENT_OF_STATUS.failed),
      cancelled: of(EVENT_OF_STATUS.cancelled),
      deadLetters,
      scanned: ended.scanned,
      cursor: ended.cursor,
      scannedThrough: ended.until,
      waiting: waiting && { scanned: waiting.scanned, isComplete: waiting.isComplete },
      isComplete: ended.cursor === null && (waiting?.isComplete ?? true),
    };
  };
}

function scanEnded({ find, wasNotified }: UnnotifiedDependencies, filter: DeliveryFilter, from: string | undefined) {
  return scanFrom(
    from,
    async (cursor) => {
      const { deliveries, scannedThrough: until, ...part } = await find(filter, { limit: A_READ, cursor });
      const rows: Unnotified[] = [];
      for (const delivery of deliveries) {
        if (delivery.isNewest && !(await isNotified(wasNotified, delivery))) rows.push(unnotifiedOf(delivery));
      }
      return { ...part, rows, until };
    },
    ({ scanned }) => scanned >= MAX_UNNOTIFIED_SCANNED,
  );
}

/** Only a resend makes a second series, and so a read of those before it is rare. */
async function isNotified(
  wasNotified: UnnotifiedDependencies['wasNotified'],
  { transactionId, eventId, series }: FoundDelivery,
) {
  return series > 1 && wasNotified(transactionId, eventId);
}

function unnotifiedOf({ transactionId, event, state, outcome, settledAt, amountCents }: FoundDelivery): Unnotified {
  return { transactionId, event, why: endedReason(state, outcome), settledAt, amountCents };
}
