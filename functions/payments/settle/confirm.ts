import { type BankStatus, type KnownPayment, receivedCentsOf, reportsMoney, reportsOf } from '../../banking/bank.ts';
import { type MovementName, nameOf, SAME, sameMovement } from '../../banking/movement.ts';
import type { ExceptionKind } from '../exceptions/exception.ts';
import { EXCEPTION_FACTS } from '../exceptions/exception-facts.ts';
import { exceptionsOf, type Verdict } from '../money/judge.ts';
import type { BankReport } from '../money/report.ts';
import type { BankAttempt, Transaction } from '../transaction.ts';
import { type Applied, applyReport, type Confirm, record } from './apply.ts';
import { knownPayment } from './bank-of.ts';
import { logUnanswered } from './inquiry-lines.ts';
import {
  applyList,
  asNotified,
  type ConfirmDependencies,
  type Confirming,
  isReportOf,
  logUnconfirmed,
  type Notice,
  named,
  reportOfAll,
} from './payment-list.ts';

/**
 * Which notification the bank must confirm, and what counts then (decision D20). A protocol that proves its
 * notifications is doubted about amounts only; with any other (`BankNeeds.isTrustworthy`) all facts known only to the
 * provider and us must match the record. What the bank reports then is applied. A movement that it does not report is
 * recorded and stays `unconfirmed`: the provider must resend.
 */
export function confirmedBy(dependencies: ConfirmDependencies, bank: Confirming, notice: Notice): Confirm {
  return async (transaction, verdict) => {
    const attempt = transaction.attempts.find(({ bankId }) => bankId === notice.bankId);
    // The bank id of a withdrawn start is known only to the provider and us: its money becomes an exception.
    if (!attempt) return undefined;
    const judged = { transaction, attempt, notice, verdict };
    const proof = await proofNeeded(dependencies, bank, judged);
    if (proof.by === 'nothing') return undefined;
    if (proof.by === 'list') return applyList(dependencies, bank, transaction, notice, proof.recorded);
    return askAndApply(dependencies, bank, judged);
  };
}

/** A notification about one start of a transaction, and what it means as it is. */
interface Judged {
  transaction: Transaction;
  attempt: BankAttempt;
  notice: Notice;
  verdict: Verdict;
}

/** What must confirm a notification before it counts. */
type Proof =
  | { by: 'nothing' }
  | { by: 'inquiry' }
  /** `recorded`: the names of the movements on record for this start. */
  | { by: 'list'; recorded: MovementName[] };
const NO_PROOF: Proof = { by: 'nothing' };
const INQUIRY: Proof = { by: 'inquiry' };

/**
 * A start that is paid can be reported again, paid again, or refunded: a notification that differs only a little from
 * a recorded movement, or does not say which of them it is, needs the provider's list.
 */
async function proofNeeded(
  { readExceptions }: ConfirmDependencies,
  { needs }: Confirming,
  { transaction, attempt, notice, verdict }: Judged,
): Promise<Proof> {
  if (!needs?.isTrustworthy) return doubtsOf(verdict).length > 0 ? INQUIRY : NO_PROOF;
  const { bankId, status, statusId, lacksStatus } = notice;
  if (!reportsMoney(status)) return { by: 'list', recorded: [] };
  const known = knownPayment(transaction, attempt);
  const isPaidAttempt = transaction.attempts[transaction.paidBy ?? -1] === attempt;
  const isTrustworthy = needs.isTrustworthy(notice, known);
  const isReference = attempt.method === 'REFERENCE';
  // Money on record for a start that is not paid is a part, of which a push has one at most.
  const mayHaveRecords = transaction.status === 'paid' || lacksStatus || (isReference && !isTrustworthy);
  const exceptions = mayHaveRecords ? await readExceptions(transaction.transactionId) : [];
  const beside = exceptions.filter((each) => each.bankId === bankId && each.receivedCents !== null);
  // Of a start whose answer was lost the request id is unknown.
  const isOfStart = known.statusId === undefined || statusId === known.statusId;
  if (isOfStart && (isPaidAttempt || beside.length > 0)) {
    const names = [...(isPaidAttempt ? [transaction.paidOperation] : []), ...beside.map((each) => each.operationId)];
    const recorded = names.map(nameOf);
    const mayBeRecorded = recorded.some((name) => mayBe(name, nameOf(status.operationId)));
    if (lacksStatus || (isReference && mayBeRecorded)) return { by: 'list', recorded };
    // No inquiry for a repeat, or for a reference that is paid again.
    if (isPaidAttempt && (isReference || verdict.kind === 'nothing')) return NO_PROOF;
  }
  return isTrustworthy ? NO_PROOF : INQUIRY;
}

/** Whether a movement can be a recorded one: of about the same time, or of the same sum where only a list named it. */
function mayBe(recorded: MovementName, notified: MovementName): boolean {
  return sameMovement(recorded, notified) >= (recorded.isExact ? SAME.near : SAME.sum);
}

function doubtsOf(verdict: Verdict): ExceptionKind[] {
  if (verdict.kind !== 'settle' && verdict.kind !== 'exception') return [];
  return verdict.exceptions.filter((kind) => EXCEPTION_FACTS[kind].isDoubtful);
}

/** Queries the bank, and applies what counts of its answer. */
async function askAndApply(dependencies: ConfirmDependencies, bank: Confirming, judged: Judged): Promise<Applied> {
  const { transaction, attempt, notice, verdict } = judged;
  const known = knownPayment(transaction, attempt);
  const answer = await ask(bank, notice, known);
  logUnanswered(transaction, answer, dependencies.logger);
  const isProven = !bank.needs?.isTrustworthy;
  const doubts = doubtsOf(verdict);
  const isTooMuch = doubts.includes('overpaid');
  const counted = isProven ? countedOf(judged, answer, isTooMuch) : countedOfUnproven(notice, answer);
  if (counted.kind === 'included') return applyReport(dependencies, transaction, counted.report);
  if (counted.report) await applyReport(dependencies, transaction, counted.report);
  if (isProven || isFromProvider(notice, known)) {
    const current = (await dependencies.read(transaction.transactionId, true)) ?? transaction;
    const isBeside = counted.kind === 'beside' && (current.status === 'paid' || !isTooMuch);
    if (isBeside) return applyReport(dependencies, current, notice);
    await applyReport(dependencies, current, notice, recordedOnly(dependencies, notice));
  }
  if (!isProven) logUnconfirmed(dependencies, transaction.transactionId, answer);
  // The bank has confirmed that nothing was paid: a person handles the exception.
  const isOver = isProven && (answer.kind === 'refused' || answer.kind === 'expired');
  return isOver ? { kind: 'exception', exceptions: doubts } : { kind: 'unconfirmed' };
}

/** Queries the bank. Where id or amount differ from the record, the provider's request id is not used. */
function ask(bank: Confirming, { bankId, statusId, status }: Notice, known: KnownPayment): Promise<BankStatus> {
  const { statusId: _, ...withoutStatusId } = known;
  const isOfRecord =
    statusId === known.statusId && status.kind === 'paid' && status.amountCents === known.expectedCents;
  return bank.askStatus(bankId, isOfRecord ? known : withoutStatusId);
}

/**
 * Whether only the provider can have sent a notification: it has our order id and the provider's request id, of a
 * reference. A push is paid once, so the bank's answer about it is complete.
 */
function isFromProvider({ statusId }: Notice, known: KnownPayment): boolean {
  return known.method === 'REFERENCE' && known.statusId !== undefined && statusId === known.statusId;
}

/** What counts of the bank's answer: the notified movement is included in it, is another one, or is not confirmed. */
type Counted =
  | { kind: 'included' | 'beside'; report: BankReport }
  | { kind: 'unconfirmed'; report?: BankReport | undefined };

/** Of what is not proven only the movements count that the bank reports. */
function countedOfUnproven(notice: Notice, answer: BankStatus): Counted {
  const reports = reportsOf(answer);
  const report = reportOfAll(notice, reports, []);
  const isIncluded = reports.some((each) => isReportOf(each, notice));
  return report && isIncluded ? { kind: 'included', report } : { kind: 'unconfirmed', report };
}

/**
 * What is proven counts with the amount of the bank's answer. Another amount on a reference, which can be paid several
 * times, is another movement; on a push it is a correction. Of money without an amount that has another name than the
 * payment the answer says nothing. An answer without money does not remove the money of the notification
 * (invariant 9), but more than was requested counts only if the bank confirms it.
 */
function countedOf({ transaction, attempt, notice }: Judged, answer: BankStatus, isTooMuch: boolean): Counted {
  const { bankId, status } = notice;
  const [notifiedCents, answeredCents] = [receivedCentsOf(status), receivedCentsOf(answer)];
  const isBesidePayment = notifiedCents === null && isOtherThanPayment(transaction, status);
  const isNamedOtherwise = reportsMoney(answer) && sameMovement(named(answer), named(status)) < SAME.near;
  const isAnother =
    notifiedCents !== null && answeredCents !== null && (notifiedCents !== answeredCents || isNamedOtherwise);
  if (isBesidePayment || (isAnother && attempt.method === 'REFERENCE'))
    return { kind: 'beside', report: { bankId, status: answer } };
  const counts = isTooMuch ? answer.kind === 'paid' : answer.kind !== 'unknown';
  if (!counts) return { kind: 'unconfirmed' };
  const combined = reportsMoney(answer) ? asNotified(answer, status) : status;
  return { kind: 'included', report: { ...notice, status: combined } };
}

function isOtherThanPayment({ status, paidOperation }: Transaction, notified: BankStatus): boolean {
  return status === 'paid' && sameMovement(nameOf(paidOperation), named(notified)) < SAME.possible;
}

/** Records the money of a notification, which settles nothing: some day the provider stops resending (invariant 9). */
function recordedOnly(dependencies: ConfirmDependencies, notice: Notice): Confirm {
  return async (transaction, verdict) => {
    const kinds = exceptionsOf(verdict).filter((kind) => kind !== 'late');
    for (const kind of kinds) await record(dependencies, kind, transaction, notice);
    return { kind: 'unconfirmed' };
  };
}
