import { PAYMENT_METHODS } from '../../banking/bank.ts';
import type { Refund } from '../../payments/settle/refund.ts';
import type { Settlement, Transaction } from '../../payments/transaction.ts';
import { TERMINAL_STATUSES, type TerminalStatus } from '../../payments/transitions.ts';
import { lisbonDayName } from '../../runtime/lisbon-day.ts';

/** By which time something belongs to a day: the bank's time of the money, or the time at which we recorded it. */
export const BASES = ['paid', 'recorded'] as const;
export type Basis = (typeof BASES)[number];

/** `none`: cancelled before a method was chosen (decision D5). */
export const TOTALS_METHODS = [...PAYMENT_METHODS, 'none'] as const;
export type TotalsMethod = (typeof TOTALS_METHODS)[number];

/** What a counter counts, each by number and cents. By the time of payment there is only what was paid. */
export type Figure = `paid.${TotalsMethod}.paid` | `recorded.${TotalsMethod}.${TerminalStatus}` | `${Basis}.refund`;

export const FIGURES: readonly Figure[] = [
  ...TOTALS_METHODS.map((method): Figure => `paid.${method}.paid`),
  'paid.refund',
  ...TOTALS_METHODS.flatMap((method) => TERMINAL_STATUSES.map((status): Figure => `recorded.${method}.${status}`)),
  'recorded.refund',
];

export interface Sum {
  count: number;
  cents: number;
}

export interface Contribution extends Sum {
  /** Lisbon day, `2026-11-20`. */
  day: string;
  figure: Figure;
}

/** What is counted once, however often it is reported: one change of status, or one refund. */
export interface Entry {
  /** The event's id, or `refund#` with the ids of transaction and refund. */
  id: string;
  transactionId: string;
  merchantId: string;
  /** By our clock, milliseconds. */
  recordedAt: number;
  contributions: readonly Contribution[];
}

type Settled = Pick<Transaction, 'transactionId' | 'merchantId' | 'amountCents' | 'settlements'>;

/**
 * A transaction's changes of status, each as what it changes in the totals: it adds what the transaction counts as from
 * then on and takes away what it counted as before. So a late payment (decision D9) takes the cancelled or failed one
 * away, on the day on which that was recorded.
 */
export function eventEntries({ transactionId, merchantId, amountCents, settlements }: Settled): Entry[] {
  return settlements.map((settlement, index) => {
    const before = settlements[index - 1];
    return {
      id: settlement.eventId,
      transactionId,
      merchantId,
      recordedAt: settlement.settledAt,
      contributions: [
        ...(before ? contributionsOf(before, amountCents).map(negated) : []),
        ...contributionsOf(settlement, amountCents),
      ],
    };
  });
}

/**
 * Money that went back: on the day on which it did, or was recorded where the bank gave no time. A sum the bank did not
 * name counts as 0.
 */
export function refundEntry(refund: Refund, merchantId: string): Entry {
  const { transactionId, refundId, amountCents, returnedAt, recordedAt } = refund;
  const sum = { count: 1, cents: amountCents ?? 0 };
  return {
    id: `refund#${transactionId}#${refundId}`,
    transactionId,
    merchantId,
    recordedAt,
    contributions: [
      { day: lisbonDayName(returnedAt ?? recordedAt), figure: 'paid.refund', ...sum },
      { day: lisbonDayName(recordedAt), figure: 'recorded.refund', ...sum },
    ],
  };
}

function contributionsOf(
  { status, paymentMethod, settledAt, paidAt }: Settlement,
  amountCents: number,
): Contribution[] {
  if (status === 'pending') return [];
  const method = paymentMethod ?? 'none';
  const sum = { count: 1, cents: amountCents };
  const recorded: Contribution = { day: lisbonDayName(settledAt), figure: `recorded.${method}.${status}`, ...sum };
  if (paidAt === null) return [recorded];
  return [{ day: lisbonDayName(paidAt), figure: `paid.${method}.paid`, ...sum }, recorded];
}

function negated({ count, cents, ...where }: Contribution): Contribution {
  return { ...where, count: -count, cents: -cents };
}
