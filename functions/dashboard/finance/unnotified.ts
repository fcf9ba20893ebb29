import {
  type CountAndEuros,
  countAndEuros,
  endedReason,
  type Untold,
  type UntoldLine,
  untoldLines,
} from '../../finance/unnotified/unnotified-rule.ts';
import type { FindWaiting } from '../../finance/unnotified/waiting-events.ts';
import type { Clock } from '../../runtime/clock.ts';
import { EVENT_OF_STATUS } from '../../webhooks/event-kind.ts';
import type { DeliveryFilter, FindDeliveries, FoundDelivery } from '../../webhooks/resend/found-delivery.ts';
import { UNDELIVERED_STATES } from '../../webhooks/resend/undelivered.ts';
import { type DashboardCaller, requireStaff, scopeOf } from '../caller.ts';
import { refusingCursor } from '../cursor.ts';
import { type FinanceInput, periodOf } from './finance-input.ts';

export interface UntoldDependencies {
  find: FindDeliveries;
  /** Whether an earlier series of the event arrived. */
  wasTold(transactionId: string, eventId: string): Promise<boolean>;
  findWaiting: FindWaiting;
  /** Messages in the dead letters of the delivery queues, as SQS estimates them. */
  deadLetters(): Promise<number>;
  clock: Clock;
}

export interface UntoldReport {
  lines: UntoldLine[];
  /** Paid, and the shop was not told: money that came. */
  paid: CountAndEuros;
  /** Sums of what the shop was not told is off. */
  failed: CountAndEuros;
  cancelled: CountAndEuros;
  /** Null where a merchant is named: letters are not kept apart by merchant. */
  deadLetters: number | null;
  /** Ended deliveries looked at; the next page goes on by the cursor, and its figures are to be added. */
  looked: number;
  cursor: string | null;
  /** How far that was: by merchant, then by time. */
  lookedThrough: { merchantId: string; time: number } | null;
  /** Unfinished ones are looked for on the first page only; null on the others. */
  waiting: { looked: number; isWhole: boolean } | null;
  isWhole: boolean;
}

/** Entries of the index `undelivered` that one page looks at, at about half a read unit each. */
export const UNTOLD_LOOKS_AT_MOST = 2_000;
const A_READ = 100;

/**
 * "Paid, but the shop was not told", and failed and cancelled likewise: how many and how much, by event, reason and age.
 * Out of the sparse indexes `undelivered` and `due`, so that it costs what is amiss, however much is well. For staff.
 */
export function untoldReport(dependencies: UntoldDependencies) {
  return async (input: FinanceInput, caller: DashboardCaller): Promise<UntoldReport> => {
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
      gather(dependencies, filter, input.cursor),
      isFirst ? dependencies.findWaiting(filter, nowMs) : null,
      isFirst && merchantId === null ? dependencies.deadLetters() : null,
    ]);
    // One that moved from waiting to ended between the two looks is counted once.
    const known = new Set(ended.untold.map(({ transactionId }) => transactionId));
    const untold = [
      ...ended.untold,
      ...(waiting?.untold ?? []).filter(({ transactionId }) => !known.has(transactionId)),
    ];
    const of = (event: Untold['event']) => countAndEuros(untold.filter((each) => each.event === event));
    return {
      lines: untoldLines(untold, nowMs),
      paid: of(EVENT_OF_STATUS.paid),
      failed: of(EVENT_OF_STATUS.failed),
      cancelled: of(EVENT_OF_STATUS.cancelled),
      deadLetters,
      looked: ended.looked,
      cursor: ended.cursor,
      lookedThrough: ended.lookedThrough,
      waiting: waiting && { looked: waiting.looked, isWhole: waiting.isWhole },
      isWhole: ended.cursor === null && (waiting?.isWhole ?? true),
    };
  };
}

async function gather({ find, wasTold }: UntoldDependencies, filter: DeliveryFilter, from: string | undefined) {
  const untold: Untold[] = [];
  let cursor: string | null = from ?? null;
  let looked = 0;
  let lookedThrough: UntoldReport['lookedThrough'] = null;
  do {
    const page = await refusingCursor(find(filter, { limit: A_READ, cursor: cursor ?? undefined }));
    looked += page.looked;
    lookedThrough = page.lookedThrough ?? lookedThrough;
    cursor = page.cursor;
    for (const delivery of page.deliveries) {
      if (delivery.isNewest && !(await isTold(wasTold, delivery))) untold.push(untoldOf(delivery));
    }
  } while (cursor !== null && looked < UNTOLD_LOOKS_AT_MOST);
  return { untold, cursor, looked, lookedThrough };
}

/** Only a resend makes a second series, and so a look at those before it is rare. */
async function isTold(wasTold: UntoldDependencies['wasTold'], { transactionId, eventId, series }: FoundDelivery) {
  return series > 1 && wasTold(transactionId, eventId);
}

function untoldOf({ transactionId, event, state, outcome, settledAt, amountCents }: FoundDelivery): Untold {
  return { transactionId, event, why: endedReason(state, outcome), settledAt, amountCents };
}
