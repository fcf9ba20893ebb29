import { PAYMENT_METHODS } from '../../banking/bank.ts';
import type { Refund } from '../../payments/money/refund.ts';
import type { Transaction } from '../../payments/transaction.ts';
import { TERMINAL_STATUSES } from '../../payments/transitions.ts';
import { isWithin, type LisbonDay } from '../../runtime/lisbon-day.ts';
import type { Stored } from './stored.ts';

/*
 * What transactions are worth in the totals of a day, by rules of the audit's own. They share nothing with the rules of
 * the counters (`finance/totals/contribution.ts`), so that one mistake does not blind both.
 */

export interface Sum {
  count: number;
  cents: number;
}

/** By the name of the figure. One that is missing is zero. */
export type Figures = { [name: string]: Sum };

/**
 * A status of a transaction, or what a refund returns of the payment: it is valid until the next version replaces it.
 */
export interface Version {
  /** The entry by which the totals count it. */
  entryId: string;
  recordedAt: number;
  worth: readonly (Sum & { figure: string; atMs: number })[];
}

/** The versions of a transaction's status and of each of its refunds, in their order. */
export function versionsOf({ transaction, refunds }: Pick<Stored, 'transaction' | 'refunds'>): Version[][] {
  return [statusVersions(transaction), ...refunds.map(refundVersions)];
}

function statusVersions({ amountCents, settlements }: Transaction): Version[] {
  const sum = { count: 1, cents: amountCents };
  return settlements.map(({ eventId, status, paymentMethod, settledAt, paidAt }) => {
    const method = paymentMethod ?? 'none';
    const recorded = { figure: `recorded.${method}.${status}`, atMs: settledAt, ...sum };
    const paid = paidAt === null ? [] : [{ figure: `paid.${method}.paid`, atMs: paidAt, ...sum }];
    return { entryId: eventId, recordedAt: settledAt, worth: status === 'pending' ? [] : [...paid, recorded] };
  });
}

/** A refund counts by what it returns of the payment; one that returns only what was received beyond it does not. */
function refundVersions(refund: Refund): Version[] {
  const { transactionId, refundId, amountCents, excessCents = 0, excessBefore = [], returnedAt, recordedAt } = refund;
  return [...excessBefore.map(({ cents }) => cents), excessCents].map((beyondCents, index) => {
    const cents = (amountCents ?? 0) - beyondCents;
    const sum = { count: beyondCents > 0 && cents === 0 ? 0 : 1, cents };
    return {
      entryId: `refund#${transactionId}#${refundId}${index === 0 ? '' : `#${index}`}`,
      recordedAt: excessBefore[index - 1]?.until ?? recordedAt,
      worth: [
        { figure: 'paid.refund', atMs: returnedAt ?? recordedAt, ...sum },
        { figure: 'recorded.refund', atMs: recordedAt, ...sum },
      ],
    };
  });
}

/**
 * What versions are worth in the totals of a day: each from the time its entry is counted until that of the next
 * version is. So of a history that is counted to its end, the newest version alone counts.
 */
export function figuresOfDay(
  histories: readonly (readonly Version[])[],
  day: LisbonDay,
  uncounted: ReadonlySet<Version> = new Set(),
): Figures {
  const figures: Figures = {};
  const isCounted = (version: Version | undefined) => version !== undefined && !uncounted.has(version);
  for (const versions of histories) {
    for (const [index, version] of versions.entries()) {
      const times = Number(isCounted(version)) - Number(isCounted(versions[index + 1]));
      for (const { figure, atMs, count, cents } of version.worth) {
        if (isWithin(day, atMs)) add(figures, figure, { count: count * times, cents: cents * times });
      }
    }
  }
  return figures;
}

export function sumOf(all: readonly Figures[]): Figures {
  const sums: Figures = {};
  for (const figures of all) for (const [name, sum] of Object.entries(figures)) add(sums, name, sum);
  return sums;
}

function add(figures: Figures, name: string, { count, cents }: Sum): void {
  const sum = figures[name] ?? ZERO;
  figures[name] = { count: sum.count + count, cents: sum.cents + cents };
}

const ZERO: Sum = { count: 0, cents: 0 };

export interface Difference {
  figure: string;
  counted: Sum;
  stored: Sum;
}

const METHODS = [...PAYMENT_METHODS, 'none'];
/** The figures of a counter, in the order in which differences are listed. */
const FIGURES = [
  ...METHODS.map((method) => `paid.${method}.paid`),
  'paid.refund',
  ...METHODS.flatMap((method) => TERMINAL_STATUSES.map((status) => `recorded.${method}.${status}`)),
  'recorded.refund',
];

/** The figures in which a counter differs from the transactions. */
export function differencesOf(counter: { readonly [name: string]: Sum | undefined }, stored: Figures): Difference[] {
  return FIGURES.flatMap((figure) => {
    const [counted, found] = [counter[figure] ?? ZERO, stored[figure] ?? ZERO];
    const isSame = counted.count === found.count && counted.cents === found.cents;
    return isSame ? [] : [{ figure, counted, stored: found }];
  });
}
