import type { BankStatus } from '../../../functions/banking/bank.ts';
import { type Totals, totalsOf } from '../../../functions/finance/reconciliation/day-totals.ts';
import { type Reconciled, reconcile } from '../../../functions/finance/reconciliation/reconcile.ts';
import type { BankLine, OurTransaction } from '../../../functions/finance/reconciliation/records.ts';
import { type LisbonDay, lisbonDay } from '../../../functions/runtime/lisbon-day.ts';

export function dayNamed(name: string): LisbonDay {
  const day = lisbonDay(name);
  if (!day) throw new Error(`no day: ${name}`);
  return day;
}

/** A push of 10.00 EUR, paid at a time, with what a test says differently. */
export function paidAt(time: string, fields: Partial<OurTransaction> = {}): OurTransaction {
  return {
    transactionId: 'tx_a',
    merchantId: 'mer_a',
    externalOrderId: 'ORDER-1',
    bankAccount: 'main',
    status: 'paid',
    method: 'MBWAY',
    amountCents: 1_000,
    paidAtMs: Date.parse(time),
    paidBankId: 'bank-a',
    bankIds: ['bank-a'],
    mb: null,
    refunds: [],
    openExceptions: [],
    ...fields,
  };
}

/**
 * The bank's line for it, booked on a day, or at a time with its zone (then on Lisbon's day of it, which the test
 * names).
 */
export function lineOn(day: string, time: string | null, fields: Partial<BankLine> = {}): BankLine {
  return {
    lineNumber: 2,
    kind: 'payment',
    day,
    atMs: time === null ? null : Date.parse(time),
    bankId: 'bank-a',
    merchantTransactionId: null,
    transactionId: null,
    entity: null,
    reference: null,
    grossCents: 1_000,
    feeCents: null,
    netCents: null,
    ...fields,
  };
}

export const PAID = { kind: 'paid', method: 'MBWAY', amountCents: 1_000, paidAtMs: null } as const satisfies BankStatus;

export interface Compared extends Reconciled {
  /** `result kind`, one for each finding. */
  results: string[];
  totals: Totals;
}

/** Compares a day's sides; the bank confirms what it is queried about unless `reported` has another status. */
export function compare(
  dayName: string,
  transactions: OurTransaction[],
  lines: BankLine[] | null,
  { reported = {}, merchantId }: { reported?: Record<string, BankStatus>; merchantId?: string } = {},
): Compared {
  const day = dayNamed(dayName);
  const asked = new Map(
    transactions.map(({ transactionId }) => [transactionId, reported[transactionId] ?? PAID] as const),
  );
  const reconciled = reconcile({ day, transactions, asked, lines, merchantId });
  return {
    ...reconciled,
    results: reconciled.findings.map(({ result, kind }) => `${result} ${kind}`),
    totals: totalsOf(day, transactions, reconciled),
  };
}
