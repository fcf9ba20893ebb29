import { PAYMENT_METHODS } from '../../banking/bank.ts';
import { type Refund, refundedAtMs, refundedCents } from '../../payments/money/refund.ts';
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

/** What is counted exactly once: one change of status, or one refund. */
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
 * The entries of a transaction's changes of status: each adds the new status to the totals and subtracts the previous
 * one. So a late payment (decision D9) subtracts the cancelled or failed one, on the day on which that was recorded.
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
 * The entries of a refund, on the bank's day or, where it gave no time, on the day of the record. An unknown sum counts
 * as 0. What returns an excess is not counted, as the excess was not; a refund of nothing else adds 0. Where money that
 * was reported later changes its excess, a further entry adds the new sum and subtracts the former one.
 */
export function refundEntries(refund: Refund, merchantId: string): Entry[] {
  const { transactionId, refundId, excessCents = 0, excessBefore = [], recordedAt } = refund;
  const excesses = [...excessBefore.map(({ cents }) => cents), excessCents];
  return excesses.map((excess, index) => {
    const former = excesses[index - 1];
    return {
      id: `refund#${transactionId}#${refundId}${index === 0 ? '' : `#${index}`}`,
      transactionId,
      merchantId,
      recordedAt: excessBefore[index - 1]?.until ?? recordedAt,
      contributions: [
        ...(former === undefined ? [] : ofRefund({ ...refund, excessCents: former }).map(negated)),
        ...ofRefund({ ...refund, excessCents: excess }),
      ],
    };
  });
}

function ofRefund(refund: Refund): Contribution[] {
  const cents = refundedCents(refund);
  const sum = { count: cents === 0 && (refund.excessCents ?? 0) > 0 ? 0 : 1, cents };
  return [
    { day: lisbonDayName(refundedAtMs(refund)), figure: 'paid.refund', ...sum },
    { day: lisbonDayName(refund.recordedAt), figure: 'recorded.refund', ...sum },
  ];
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
