import { type BankStatus, reportsOf } from '../../banking/bank.ts';
import type { LisbonDay } from '../../runtime/lisbon-day.ts';
import type { Finding, Result } from './finding.ts';
import { dayRelation, isAtEdge } from './near-midnight.ts';
import type { BankLine, OurTransaction } from './records.ts';

export interface BankSide {
  /** The line of the export that is this payment. */
  booking: BankLine | undefined;
  /** What the bank says when asked; undefined where it was not. */
  said: BankStatus | undefined;
  /** There is no export to look in. */
  oneSided: boolean;
}

/** Compares a transaction that is paid on the day with the bank's side. The export, where there is one, weighs more than the answer. */
export function reconcilePayment(day: LisbonDay, transaction: OurTransaction, bank: BankSide): Finding {
  const { result, bankCents, detail } = bank.booking
    ? compareBooked(transaction, bank.booking, bank.said)
    : bank.oneSided
      ? compareReported(transaction, bank.said)
      : missingInExport(day, transaction, bank.said);
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

function compareBooked(transaction: OurTransaction, line: BankLine, said: BankStatus | undefined): Compared {
  const { amountCents, paidAtMs } = transaction;
  const bankCents = line.grossCents;
  if (bankCents !== amountCents) return { result: 'amount-differs', bankCents, detail: `line ${line.lineNumber}` };
  const word = said && reportedOfPaid(transaction, said);
  if (word?.kind === 'contradicted') return { result: 'status-differs', bankCents, detail: word.detail };
  if (word?.kind === 'amount')
    return { result: 'amount-differs', bankCents: word.bankCents, detail: 'as it says when asked' };
  const relation = dayRelation(paidAtMs ?? 0, line);
  if (relation === 'same-day') return { result: 'agrees', bankCents, detail: '' };
  const detail = `the bank booked it on ${line.day}`;
  return { result: relation === 'timing' ? 'timing' : 'day-differs', bankCents, detail };
}

function compareReported(transaction: OurTransaction, said: BankStatus | undefined): Compared {
  const word = said ? reportedOfPaid(transaction, said) : { kind: 'no-answer' as const, detail: 'it was not asked' };
  switch (word.kind) {
    case 'confirmed':
      return { result: 'agrees', bankCents: transaction.amountCents, detail: '' };
    case 'amount':
      return { result: 'amount-differs', bankCents: word.bankCents, detail: '' };
    case 'contradicted':
      return { result: 'status-differs', bankCents: null, detail: word.detail };
    case 'no-answer':
      return { result: 'no-answer', bankCents: null, detail: word.detail };
  }
}

function missingInExport(day: LisbonDay, transaction: OurTransaction, said: BankStatus | undefined): Compared {
  const word = compareReported(transaction, said);
  if (word.result === 'agrees' && isAtEdge(day, transaction.paidAtMs ?? 0)) {
    const detail = 'paid, says the bank; so near midnight it is to be looked for in the neighbouring day’s export';
    return { result: 'timing', bankCents: word.bankCents, detail };
  }
  const asked = word.result === 'agrees' ? 'paid, says the bank when asked' : word.detail;
  return { result: 'not-at-bank', bankCents: null, detail: asked };
}

/** What the bank's word about one paid transaction comes to, when it is asked. */
export type ReportedOfPaid =
  | { kind: 'confirmed' }
  | { kind: 'amount'; bankCents: number }
  | { kind: 'contradicted'; detail: string }
  | { kind: 'no-answer'; detail: string };

/** Holds the bank's answer against a transaction that is paid in our record. */
export function reportedOfPaid({ amountCents }: Pick<OurTransaction, 'amountCents'>, said: BankStatus): ReportedOfPaid {
  // Of several payments under one id one is ours; the others have exceptions of their own.
  const isOurs = reportsOf(said).some((report) => report.kind === 'paid' && report.amountCents === amountCents);
  if (isOurs) return { kind: 'confirmed' };
  if (said.kind === 'paid') return { kind: 'amount', bankCents: said.amountCents };
  if (said.kind === 'partial' && said.amountCents !== null) return { kind: 'amount', bankCents: said.amountCents };
  if (said.kind === 'unknown') return { kind: 'no-answer', detail: said.detail };
  return { kind: 'contradicted', detail: `the bank says: ${said.kind}` };
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
