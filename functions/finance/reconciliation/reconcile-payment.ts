import { type BankStatus, reportsOf } from '../../banking/bank.ts';
import type { LisbonDay } from '../../runtime/lisbon-day.ts';
import type { Finding, Result } from './finding.ts';
import { dayRelation, isAtEdge } from './near-midnight.ts';
import type { BankLine, OurTransaction } from './records.ts';

export interface BankSide {
  /** The line of the export that is this payment. */
  booking: BankLine | undefined;
  /** What the bank reports when queried; undefined where it was not. */
  reported: BankStatus | undefined;
  /** There is no export to look in. */
  oneSided: boolean;
}

/** Compares a transaction that is paid on the day with the bank's side. An export weighs more than the answer. */
export function reconcilePayment(day: LisbonDay, transaction: OurTransaction, bank: BankSide): Finding {
  const { result, bankCents, detail } = bank.booking
    ? compareBooked(transaction, bank.booking, bank.reported)
    : bank.oneSided
      ? compareReported(transaction, bank.reported)
      : missingInExport(day, transaction, bank.reported);
  return {
    result,
    kind: 'payment',
    transaction,
    refund: null,
    line: bank.booking ?? null,
    ourCents: transaction.amountCents,
    bankCents,
    detail: [detail, ...transaction.openExceptions.map((kind) => `open exception: ${kind}`)]
      .filter((text) => text !== '')
      .join('; '),
  };
}

/** Of several lines for one transaction, the one that is its payment: under the bank's id that was paid, else the nearest in time. */
export function bookingOf(transaction: OurTransaction, lines: readonly BankLine[]): BankLine | undefined {
  const { paidAtMs, paidBankId } = transaction;
  if (paidAtMs === null) return undefined;
  const distance = ({ atMs, day }: BankLine) =>
    atMs === null ? (dayRelation(paidAtMs, { day, atMs }) === 'other-day' ? Infinity : 0) : Math.abs(atMs - paidAtMs);
  const byDistance = [...lines].sort((a, b) => distance(a) - distance(b));
  return byDistance.find(({ bankId }) => bankId !== null && bankId === paidBankId) ?? byDistance[0];
}

interface Compared {
  result: Result;
  bankCents: number | null;
  detail: string;
}

function compareBooked(transaction: OurTransaction, line: BankLine, status: BankStatus | undefined): Compared {
  const { amountCents, paidAtMs } = transaction;
  const bankCents = line.grossCents;
  if (bankCents !== amountCents) return { result: 'amount-differs', bankCents, detail: `line ${line.lineNumber}` };
  const reported = status && reportedOfPaid(transaction, status);
  if (reported?.kind === 'contradicted') return { result: 'status-differs', bankCents, detail: reported.detail };
  if (reported?.kind === 'amount')
    return { result: 'amount-differs', bankCents: reported.bankCents, detail: 'as it says when asked' };
  const relation = dayRelation(paidAtMs ?? 0, line);
  if (relation === 'same-day') return { result: 'agrees', bankCents, detail: '' };
  const detail = `the bank booked it on ${line.day}`;
  return { result: relation === 'timing' ? 'timing' : 'day-differs', bankCents, detail };
}

function compareReported(transaction: OurTransaction, status: BankStatus | undefined): Compared {
  const reported = status
    ? reportedOfPaid(transaction, status)
    : { kind: 'no-answer' as const, detail: 'it was not asked' };
  switch (reported.kind) {
    case 'confirmed':
      return { result: 'agrees', bankCents: transaction.amountCents, detail: '' };
    case 'amount':
      return { result: 'amount-differs', bankCents: reported.bankCents, detail: '' };
    case 'contradicted':
      return { result: 'status-differs', bankCents: null, detail: reported.detail };
    case 'no-answer':
      return { result: 'no-answer', bankCents: null, detail: reported.detail };
  }
}

function missingInExport(day: LisbonDay, transaction: OurTransaction, status: BankStatus | undefined): Compared {
  const reported = compareReported(transaction, status);
  if (reported.result === 'agrees' && isAtEdge(day, transaction.paidAtMs ?? 0)) {
    const detail = 'paid, says the bank; so near midnight it is to be looked for in the neighbouring day’s export';
    return { result: 'timing', bankCents: reported.bankCents, detail };
  }
  const asked = reported.result === 'agrees' ? 'paid, says the bank when asked' : reported.detail;
  return { result: 'not-at-bank', bankCents: null, detail: asked };
}

/** What the bank's answer to a query about one paid transaction means. */
export type ReportedOfPaid =
  | { kind: 'confirmed' }
  | { kind: 'amount'; bankCents: number }
  | { kind: 'contradicted'; detail: string }
  | { kind: 'no-answer'; detail: string };

/** Compares the bank's answer with a transaction that is paid in our record. */
export function reportedOfPaid(
  { amountCents }: Pick<OurTransaction, 'amountCents'>,
  status: BankStatus,
): ReportedOfPaid {
  // Of several payments under one id one is ours; the others have exceptions of their own.
  const isOurs = reportsOf(status).some((report) => report.kind === 'paid' && report.amountCents === amountCents);
  if (isOurs) return { kind: 'confirmed' };
  if (status.kind === 'paid') return { kind: 'amount', bankCents: status.amountCents };
  if (status.kind === 'partial' && status.amountCents !== null)
    return { kind: 'amount', bankCents: status.amountCents };
  if (status.kind === 'unknown') return { kind: 'no-answer', detail: status.detail };
  return { kind: 'contradicted', detail: `the bank says: ${status.kind}` };
}

/**
 * What a payment in the bank's export is that is none of ours paid on the day. `isBooking`: of the lines for its
 * transaction it is the one that is the payment.
 */
export function reconcileLine(line: BankLine, transaction: OurTransaction | undefined, isBooking: boolean): Finding {
  const { result, detail } = meaning(line, transaction, isBooking);
  const exceptions = transaction?.openExceptions.map((kind) => `open exception: ${kind}`) ?? [];
  return {
    result,
    kind: 'payment',
    transaction: transaction ?? null,
    refund: null,
    line,
    ourCents: transaction?.paidAtMs == null ? null : transaction.amountCents,
    bankCents: line.grossCents,
    detail: [detail, ...exceptions].filter((text) => text !== '').join('; '),
  };
}

function meaning(
  line: BankLine,
  transaction: OurTransaction | undefined,
  isBooking: boolean,
): { result: Result; detail: string } {
  if (!transaction) return { result: 'not-ours', detail: `line ${line.lineNumber}` };
  const { paidAtMs, status, amountCents } = transaction;
  if (paidAtMs === null) return { result: 'status-differs', detail: `ours is ${status}` };
  if (!isBooking) return { result: 'booked-twice', detail: `line ${line.lineNumber}` };
  if (line.grossCents !== amountCents) return { result: 'amount-differs', detail: `line ${line.lineNumber}` };
  const relation = dayRelation(paidAtMs, line);
  return { result: relation === 'timing' ? 'timing' : 'day-differs', detail: 'paid on another day in our record' };
}
