import type { BankOutcome } from '../world/bank-notifications.ts';

/** What one customer and the bank will do; drawn before anything runs, so that a seed gives the same traffic whatever happens. */
export interface Customer {
  /** Since the customer before. */
  pauseMs: number;
  /** Which merchant's, in [0, 1). */
  shop: number;
  amountCents: number;
  method: 'mbway' | 'multibanco';
  /** Nothing is ever decided of a payment that was only created. */
  isAbandoned: boolean;
  /** In the order of their times, which count from the start at the bank. */
  decisions: Decision[];
}

export interface Decision {
  outcome: BankOutcome;
  afterMs: number;
  /** None: only the sweep's question brings it to light. Two: the bank repeats what was acknowledged. */
  notices: 0 | 1 | 2;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Of all payments. The rest is paid as customers do, within three minutes. */
const SHARES = { abandoned: 0.01, multibanco: 0.12, declined: 0.1, timedOut: 0.08, late: 0.08 };
/** Of those that the bank decides once. */
const UNNOTICED = 0.04;
/** Of all notices. */
const TWICE = 0.03;
/** Of references. */
const NEVER_PAID = 0.25;
/** Of late payments: while the first event is still being tried, where the merchant does not take it at once. */
const WHILE_UNDER_WAY = 0.5;

/** Arrivals are exponentially distributed. Draws the same number of times for every customer. */
export function drawCustomer(random: () => number, meanPauseMs: number): Customer {
  const [pause, shop, amount, kind, time, gap, notice, first] = Array.from({ length: 8 }, random) as Eight;
  const isAbandoned = kind < SHARES.abandoned;
  const isReference = !isAbandoned && kind < SHARES.abandoned + SHARES.multibanco;
  const notices = notice < TWICE ? 2 : 1;
  return {
    pauseMs: -Math.log(1 - pause) * meanPauseMs,
    shop,
    amountCents: 1 + Math.floor(amount * 99_999),
    method: isReference ? 'multibanco' : 'mbway',
    isAbandoned,
    decisions: isAbandoned
      ? []
      : isReference
        ? [ofReference(time, notices)]
        : ofPush(kind - SHARES.abandoned - SHARES.multibanco, { time, gap, first }, notices === 2 ? 2 : once(notice)),
  };
}

type Eight = [number, number, number, number, number, number, number, number];

const once = (notice: number): Decision['notices'] => (notice > 1 - UNNOTICED ? 0 : 1);

function ofReference(time: number, notices: Decision['notices']): Decision {
  // The bank forgets a reference only after its three days, and says nothing then.
  if (time < NEVER_PAID) return { outcome: 'timed-out', afterMs: 77 * HOUR_MS, notices: 0 };
  return { outcome: 'paid', afterMs: 30_000 + (time - NEVER_PAID) * 8 * HOUR_MS, notices };
}

function ofPush(
  kind: number,
  { time, gap, first }: { time: number; gap: number; first: number },
  notices: Decision['notices'],
): Decision[] {
  const soonMs = 2_000 + time * 3 * MINUTE_MS;
  const declined = { outcome: 'declined', afterMs: soonMs } as const;
  const timedOut = { outcome: 'timed-out', afterMs: 4 * MINUTE_MS } as const;
  if (kind < SHARES.declined) return [{ ...declined, notices }];
  if (kind < SHARES.declined + SHARES.timedOut) return [{ ...timedOut, notices }];
  if (kind >= SHARES.declined + SHARES.timedOut + SHARES.late) return [{ outcome: 'paid', afterMs: soonMs, notices }];
  const before = first < 0.5 ? declined : timedOut;
  const gapMs = gap < WHILE_UNDER_WAY ? 300 + gap * 12_000 : gap * 20 * MINUTE_MS;
  // Nobody asks about what has failed, so that only a notice can tell of the money.
  const paid = { outcome: 'paid', afterMs: before.afterMs + gapMs, notices: Math.max(1, notices) as 1 | 2 } as const;
  return [{ ...before, notices: 1 }, paid];
}
