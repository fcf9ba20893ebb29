import { HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import type { BankOutcome } from '../world/bank-notifications.ts';

/** The actions of one customer and the bank. Drawn before the run, so that a seed always gives the same traffic. */
export interface Customer {
  /** Since the previous customer. */
  pauseMs: number;
  /** Selects the merchant, in [0, 1). */
  shop: number;
  amountCents: number;
  method: 'mbway' | 'multibanco';
  /** The customer leaves before choosing a method; the bank decides nothing. */
  isAbandoned: boolean;
  /** In order of their times, which count from the start at the bank. */
  decisions: Decision[];
}

export interface Decision {
  outcome: BankOutcome;
  afterMs: number;
  /** 0: only the sweep finds out. 2: the bank repeats an acknowledged notification. */
  notifications: 0 | 1 | 2;
}

/** Shares of all payments. The rest is paid within three minutes. */
const SHARES = { abandoned: 0.01, multibanco: 0.12, declined: 0.1, timedOut: 0.08, late: 0.08 };
/** Share of payments that the bank decides once. */
const UNNOTIFIED = 0.04;
/** Share of all notifications. */
const TWICE = 0.03;
/** Share of references. */
const NEVER_PAID = 0.25;
/** Share of late payments that arrive while the first event is still being delivered. */
const WHILE_UNDER_WAY = 0.5;

/** Arrivals are exponentially distributed. Draws the same number of times for every customer. */
export function drawCustomer(random: () => number, meanPauseMs: number): Customer {
  const [pause, shop, amount, kind, time, gap, notification, first] = Array.from({ length: 8 }, random) as Eight;
  const isAbandoned = kind < SHARES.abandoned;
  const isReference = !isAbandoned && kind < SHARES.abandoned + SHARES.multibanco;
  const notifications = notification < TWICE ? 2 : 1;
  return {
    pauseMs: -Math.log(1 - pause) * meanPauseMs,
    shop,
    amountCents: 1 + Math.floor(amount * 99_999),
    method: isReference ? 'multibanco' : 'mbway',
    isAbandoned,
    decisions: isAbandoned
      ? []
      : isReference
        ? [ofReference(time, notifications)]
        : ofPush(
            kind - SHARES.abandoned - SHARES.multibanco,
            { time, gap, first },
            notifications === 2 ? 2 : once(notification),
          ),
  };
}

type Eight = [number, number, number, number, number, number, number, number];

const once = (notification: number): Decision['notifications'] => (notification > 1 - UNNOTIFIED ? 0 : 1);

function ofReference(time: number, notifications: Decision['notifications']): Decision {
  // A reference expires after three days, without a notification.
  if (time < NEVER_PAID) return { outcome: 'timed-out', afterMs: 77 * HOUR_MS, notifications: 0 };
  return { outcome: 'paid', afterMs: 30_000 + (time - NEVER_PAID) * 8 * HOUR_MS, notifications };
}

function ofPush(
  kind: number,
  { time, gap, first }: { time: number; gap: number; first: number },
  notifications: Decision['notifications'],
): Decision[] {
  const soonMs = 2_000 + time * 3 * MINUTE_MS;
  const declined = { outcome: 'declined', afterMs: soonMs } as const;
  const timedOut = { outcome: 'timed-out', afterMs: 4 * MINUTE_MS } as const;
  if (kind < SHARES.declined) return [{ ...declined, notifications }];
  if (kind < SHARES.declined + SHARES.timedOut) return [{ ...timedOut, notifications }];
  if (kind >= SHARES.declined + SHARES.timedOut + SHARES.late)
    return [{ outcome: 'paid', afterMs: soonMs, notifications }];
  const before = first < 0.5 ? declined : timedOut;
  const gapMs = gap < WHILE_UNDER_WAY ? 300 + gap * 12_000 : gap * 20 * MINUTE_MS;
  // The sweep does not query failed payments, so late money needs a notification.
  const paid = {
    outcome: 'paid',
    afterMs: before.afterMs + gapMs,
    notifications: Math.max(1, notifications) as 1 | 2,
  } as const;
  return [{ ...before, notifications: 1 }, paid];
}
