import {
  type Bank,
  type BankNotification,
  type BankStatus,
  type KnownPayment,
  type MoneyStatus,
  reportsMoney,
  reportsOf,
} from '../../banking/bank.ts';
import { type MovementName, nameOf, SAME, sameMovement } from '../../banking/movement.ts';
import { judge } from '../money/judge.ts';
import type { BankAttempt, Transaction } from '../transaction.ts';
import { type Applied, type ApplyDependencies, ROUNDS, record, tryReport } from './apply.ts';
import { knownPayment } from './bank-of.ts';
import {
  applyList,
  applyReports,
  isReportOf,
  logUnconfirmed,
  type Notice,
  type UnverifiedDependencies,
} from './payment-list.ts';

/**
 * Applies a notification that its protocol does not prove (`BankNeeds.isTrustworthy`). It compares the notification
 * with the records. Unless all facts known only to the provider and us match, it queries the bank and applies each
 * movement that the bank reports. `unconfirmed`: the bank does not report the notified movement, and the provider must
 * resend.
 */
export async function verifyAndApply(
  dependencies: UnverifiedDependencies,
  bank: Bank,
  bankAccount: string,
  notice: Notice,
): Promise<Applied['kind']> {
  const { bankId } = notice;
  let transaction = await dependencies.read(notice.transactionId, true);
  for (let round = 0; round < ROUNDS; round += 1) {
    if (!transaction) return 'not-found';
    if (transaction.bankAccount !== bankAccount) return 'foreign';
    const attempt = transaction.attempts.find((each) => each.bankId === bankId);
    // The bank id of a withdrawn start is known only to the provider and us: its money becomes an exception.
    const proof = attempt ? await proofNeeded(dependencies, bank, transaction, attempt, notice) : NO_PROOF;
    if (proof.by === 'list') return applyList(dependencies, bank, transaction, notice, proof.recorded);
    if (proof.by === 'inquiry') return askAndApply(dependencies, bank, transaction, notice);
    const applied = await tryReport(dependencies, transaction, notice);
    if (applied.kind !== 'overtaken') return applied.kind;
    // Compared again, with the payment that was recorded meanwhile.
    transaction = applied.current;
  }
  throw new Error('notification: the transaction changed on every try');
}

/** What must confirm a notification before it is applied. */
type Proof =
  | { by: 'nothing' }
  | { by: 'inquiry' }
  /** `recorded`: the names of the movements on record for this start. */
  | { by: 'list'; recorded: MovementName[] };
const NO_PROOF: Proof = { by: 'nothing' };

/**
 * A start that is paid can be reported again, paid again, or refunded: a notification that differs only a little from
 * a recorded movement, or does not say which of them it is, needs the provider's list.
 */
async function proofNeeded(
  dependencies: UnverifiedDependencies,
  bank: Bank,
  transaction: Transaction,
  attempt: BankAttempt,
  notice: Notice,
): Promise<Proof> {
  const { bankId, status, statusId, lacksStatus } = notice;
  if (!reportsMoney(status)) return { by: 'list', recorded: [] };
  const known = knownPayment(transaction, attempt);
  const isPaidAttempt = transaction.attempts[transaction.paidBy ?? -1] === attempt;
  const isTrustworthy = bank.needs?.isTrustworthy?.(notice, known) ?? false;
  const isReference = attempt.method === 'REFERENCE';
  // Money on record for a start that is not paid is a part, of which a push has one at most.
  const mayHaveRecords = transaction.status === 'paid' || lacksStatus || (isReference && !isTrustworthy);
  const exceptions = mayHaveRecords ? await dependencies.readExceptions(transaction.transactionId) : [];
  const beside = exceptions.filter((each) => each.bankId === bankId && each.receivedCents !== null);
  // Of a start whose answer was lost the request id is unknown.
  const isOfStart = known.statusId === undefined || statusId === known.statusId;
  if (isOfStart && (isPaidAttempt || beside.length > 0)) {
    const names = [...(isPaidAttempt ? [transaction.paidOperation] : []), ...beside.map((each) => each.operationId)];
    const recorded = names.map(nameOf);
    if (lacksStatus || (isReference && isDoubtful(status, recorded))) return { by: 'list', recorded };
    // No inquiry for a repeat, or for a reference that is paid again.
    if (isPaidAttempt && (isReference || judge(transaction, notice).kind === 'nothing')) return NO_PROOF;
  }
  return isTrustworthy ? NO_PROOF : { by: 'inquiry' };
}

/** Whether a movement can be a recorded one: of about the same time, or of the same sum where only a list named it. */
function isDoubtful({ operationId }: MoneyStatus, recorded: readonly MovementName[]): boolean {
  return recorded.some((name) => sameMovement(name, nameOf(operationId)) >= (name.isExact ? SAME.near : SAME.sum));
}

/** Queries the status, and applies what the bank reports. */
async function askAndApply(
  dependencies: UnverifiedDependencies,
  bank: Bank,
  transaction: Transaction,
  notice: Notice,
): Promise<Applied['kind']> {
  const attempt = transaction.attempts.find((each) => each.bankId === notice.bankId);
  if (!attempt) return 'not-found';
  const known = knownPayment(transaction, attempt);
  const answer = await askStatus(bank, notice, known);
  const reports = reportsOf(answer);
  const applied = await applyReports(dependencies, transaction, notice, reports, []);
  if (reports.some((report) => isReportOf(report, notice))) return applied;
  await recordUnconfirmed(dependencies, notice, known);
  logUnconfirmed(dependencies, notice.transactionId, answer);
  return 'unconfirmed';
}

/**
 * Opens an exception for the money of a reference that the bank does not confirm yet. With our order id and the
 * provider's request id only the provider can have sent the notification, and it stops resending some day (invariant
 * 9). A push is paid once, so the bank's list is complete.
 */
async function recordUnconfirmed(dependencies: ApplyDependencies, notice: Notice, known: KnownPayment): Promise<void> {
  const { transactionId, statusId } = notice;
  if (known.method !== 'REFERENCE' || statusId === undefined || statusId !== known.statusId) return;
  const transaction = await dependencies.read(transactionId, true);
  const verdict = transaction && judge(transaction, notice);
  if (!verdict || !('exceptions' in verdict)) return;
  const kinds = verdict.exceptions.filter((kind) => kind !== 'late');
  for (const kind of kinds) await record(dependencies, kind, transaction, notice);
}

/** Queries the bank. Where id or amount differ from the record, the provider's request id is not used. */
function askStatus(bank: Bank, notice: BankNotification, known: KnownPayment): Promise<BankStatus> {
  const { statusId: _, ...withoutStatusId } = known;
  return bank.askStatus(notice.bankId, matches(notice, known) ? known : withoutStatusId);
}

function matches({ statusId, status }: BankNotification, known: KnownPayment): boolean {
  return statusId === known.statusId && status.kind === 'paid' && status.amountCents === known.expectedCents;
}
