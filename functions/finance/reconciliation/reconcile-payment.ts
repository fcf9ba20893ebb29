import { type BankStatus, reportsOf } from '../../banking/bank.ts';
import type { LisbonDay } from '../../runtime/lisbon-day.ts';
import type { Coverage } from './coverage.ts';
import type { Finding, Result } from './finding.ts';
import { dayRelation, isAtEdge } from './near-midnight.ts';
import type { Note } from './note.ts';
import type { BankLine, OurTransaction } from './records.ts';

/** The bank's answer about one payment, or why it was not queried. */
export type QueryResult = BankStatus | { kind: 'not-queried'; note: Note };

export interface BankSide {
  /** The line of the export that is this payment. */
  booking: BankLine | undefined;
  /** What the bank reports when queried; undefined where it was not. */
  reported: QueryResult | undefined;
  /** Of the export; null without one. */
  covers: Coverage | null;
}

/** Compares a transaction that is paid on the day with the bank's side. An export weighs more than the answer. */
export function reconcilePayment(day: LisbonDay, transaction: OurTransaction, bank: BankSide): Finding {
  const { result, bankCents, notes } = bank.booking
    ? compareBooked(transaction, bank.booking, bank.reported)
    : bank.covers
      ? missingInExport(day, transaction, bank.reported, bank.covers)
      : compareReported(transaction, bank.reported);
  return {
    result,
    kind: 'payment',
    transaction,
    refund: null,
    line: bank.booking ?? null,
    ourCents: transaction.amountCents,
    bankCents,
    notes: [...notes, ...exceptionNotes(transaction)],
  };
}

/** The line that is the transaction's payment: the one with the bank's id that was paid, else the nearest in time. */
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
  notes: readonly Note[];
}

function compareBooked(transaction: OurTransaction, line: BankLine, status: QueryResult | undefined): Compared {
  const { amountCents, paidAtMs } = transaction;
  const bankCents = line.grossCents;
  if (bankCents !== amountCents)
    return { result: 'amount-differs', bankCents, notes: [{ code: 'line', line: line.lineNumber }] };
  const reported = status && resultOf(transaction, status);
  if (reported?.kind === 'contradicted') return { result: 'status-differs', bankCents, notes: [reported.note] };
  if (reported?.kind === 'amount')
    return { result: 'amount-differs', bankCents: reported.bankCents, notes: [{ code: 'amount-when-queried' }] };
  const relation = dayRelation(paidAtMs ?? 0, line);
  if (relation === 'same-day') return { result: 'agrees', bankCents, notes: [] };
  const notes: Note[] = [{ code: 'bank-day', day: line.day }];
  return { result: relation === 'timing' ? 'timing' : 'day-differs', bankCents, notes };
}

function compareReported(transaction: OurTransaction, status: QueryResult | undefined): Compared {
  const reported = resultOf(transaction, status);
  switch (reported.kind) {
    case 'confirmed':
      return { result: 'agrees', bankCents: transaction.amountCents, notes: [] };
    case 'amount':
      return { result: 'amount-differs', bankCents: reported.bankCents, notes: [] };
    case 'contradicted':
      return { result: 'status-differs', bankCents: null, notes: [reported.note] };
    case 'no-answer':
      return { result: 'no-answer', bankCents: null, notes: [reported.note] };
  }
}

function resultOf(transaction: OurTransaction, status: QueryResult | undefined): ReportedOfPaid {
  if (status?.kind === 'not-queried') return { kind: 'no-answer', note: status.note };
  return status ? reportedOfPaid(transaction, status) : { kind: 'no-answer', note: { code: 'not-queried' } };
}

function missingInExport(
  day: LisbonDay,
  transaction: OurTransaction,
  status: QueryResult | undefined,
  covers: Coverage,
): Compared {
  const reported = compareReported(transaction, status);
  if (reported.result === 'agrees' && isAtEdge(day, transaction.paidAtMs ?? 0)) {
    return { result: 'timing', bankCents: reported.bankCents, notes: [{ code: 'near-midnight' }] };
  }
  const bankMs = (status?.kind === 'paid' ? status.paidAtMs : null) ?? transaction.paidAtMs ?? 0;
  const isNotCovered = !covers(bankMs);
  if (isNotCovered && reported.result !== 'agrees') return reported;
  const notes: readonly Note[] = reported.result === 'agrees' ? [{ code: 'paid-when-queried' }] : reported.notes;
  return { result: isNotCovered ? 'not-checked' : 'not-at-bank', bankCents: null, notes };
}

/** What the bank's answer to a query about one paid transaction means. */
export type ReportedOfPaid =
  | { kind: 'confirmed' }
  | { kind: 'amount'; bankCents: number }
  | { kind: 'contradicted'; note: Note }
  | { kind: 'no-answer'; note: Note };

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
  if (status.kind === 'unknown') {
    const { why = 'unclear', detail } = status;
    return { kind: 'no-answer', note: { code: 'no-answer', why, detail } };
  }
  return { kind: 'contradicted', note: { code: 'bank-status', status: status.kind } };
}

/**
 * What a payment in the bank's export is that is none of ours paid on the day. `isBooking`: of the lines for its
 * transaction it is the one that is the payment.
 */
export function reconcileLine(line: BankLine, transaction: OurTransaction | undefined, isBooking: boolean): Finding {
  const { result, note } = meaning(line, transaction, isBooking);
  return {
    result,
    kind: 'payment',
    transaction: transaction ?? null,
    refund: null,
    line,
    ourCents: transaction?.paidAtMs == null ? null : transaction.amountCents,
    bankCents: line.grossCents,
    notes: [note, ...exceptionNotes(transaction)],
  };
}

function meaning(
  line: BankLine,
  transaction: OurTransaction | undefined,
  isBooking: boolean,
): { result: Result; note: Note } {
  const lineNote: Note = { code: 'line', line: line.lineNumber };
  if (!transaction) return { result: 'not-ours', note: lineNote };
  const { paidAtMs, status, amountCents } = transaction;
  if (paidAtMs === null) return { result: 'status-differs', note: { code: 'our-status', status } };
  if (!isBooking) return { result: 'booked-twice', note: lineNote };
  if (line.grossCents !== amountCents) return { result: 'amount-differs', note: lineNote };
  const relation = dayRelation(paidAtMs, line);
  return { result: relation === 'timing' ? 'timing' : 'day-differs', note: { code: 'our-day-differs' } };
}

function exceptionNotes(transaction: OurTransaction | undefined): Note[] {
  return (transaction?.openExceptions ?? []).map((kind) => ({ code: 'open-exception', kind }));
}
