import {
  type Bank,
  type BankNotification,
  type BankStatus,
  type KnownPayment,
  type MoneyStatus,
  reportsMoney,
  reportsOf,
} from '../../banking/bank.ts';
import { areAlike, isExact, rankOf } from '../../banking/movement.ts';
import { knownPayment } from './bank-of.ts';
import { type Applied, applyBankStatus, type BankStatusDependencies, record } from './bank-status.ts';
import { judge } from './judge.ts';

/**
 * Applies a notification that its protocol does not prove (`BankNeeds.isTrustworthy`). It compares the notification
 * with the transaction. Unless all facts known only to the provider and us match, it queries the bank and applies
 * each movement that the bank reports. `unconfirmed`: the bank does not report the notified movement, and the
 * provider must resend.
 */
export async function verifyAndApply(
  dependencies: BankStatusDependencies,
  bank: Bank,
  bankAccount: string,
  notice: BankNotification & { transactionId: string },
): Promise<Applied['kind']> {
  const { transactionId, bankId, noticeId, status } = notice;
  const transaction = await dependencies.read(transactionId, true);
  const index = transaction?.attempts.findIndex((each) => each.bankId === bankId) ?? -1;
  const attempt = transaction?.attempts[index];
  if (!transaction) return 'not-found';
  if (transaction.bankAccount !== bankAccount) return 'foreign';
  // The bank id of a withdrawn start, known only to the provider and us: its money becomes an exception.
  if (!attempt) return (await applyBankStatus(dependencies, transaction, bankId, notice.status, noticeId)).kind;
  const known = knownPayment(transaction, attempt);
  const isPaidAttempt = transaction.paidBy === index && notice.statusId === known.statusId;
  // No inquiry for a repeat, or for a reference that is paid again.
  const isRecorded =
    isPaidAttempt && (attempt.method === 'REFERENCE' || judge(transaction, bankId, status).kind === 'nothing');
  if (isRecorded || bank.needs?.isTrustworthy?.(notice, known)) {
    return (await applyBankStatus(dependencies, transaction, bankId, status, noticeId)).kind;
  }
  const answer = await askStatus(bank, notice, known);
  const reports = reportsOf(answer).map((report) => asNotified(report, notice));
  const [first, ...further] = reports;
  if (first) {
    const { kind } = await applyBankStatus(dependencies, transaction, bankId, { ...first, further }, noticeId);
    if (reports.some((report) => isReportOf(report, notice))) return kind;
  }
  await recordUnconfirmed(dependencies, notice, known);
  logUnconfirmed(dependencies, transactionId, answer);
  return 'unconfirmed';
}

/**
 * Opens an exception for the money of a reference that the bank does not confirm yet. With our order id and the
 * provider's request id only the provider can have sent the notification, and it stops resending some day (invariant
 * 9). A push is paid once, so the bank's list is complete.
 */
async function recordUnconfirmed(
  dependencies: BankStatusDependencies,
  { transactionId, bankId, noticeId, statusId, status }: BankNotification & { transactionId: string },
  known: KnownPayment,
): Promise<void> {
  if (known.method !== 'REFERENCE' || statusId === undefined || statusId !== known.statusId) return;
  const transaction = await dependencies.read(transactionId, true);
  const verdict = transaction && judge(transaction, bankId, status);
  if (!verdict || !('exceptions' in verdict)) return;
  const kinds = verdict.exceptions.filter((kind) => kind !== 'late');
  for (const kind of kinds) await record(dependencies, kind, transaction, bankId, status, noticeId);
}

/** Queries the bank. Where id or amount differ from the record, the provider's request id is not used. */
function askStatus(bank: Bank, notice: BankNotification, known: KnownPayment): Promise<BankStatus> {
  const { statusId: _, ...withoutStatusId } = known;
  return bank.askStatus(notice.bankId, matches(notice, known) ? known : withoutStatusId);
}

/** Whether the bank's report can be about the notified movement; any can where the notified amount is not readable. */
function isReportOf({ operationId }: MoneyStatus, { status }: BankNotification): boolean {
  if (!reportsMoney(status) || status.kind === 'odd') return true;
  return operationId !== undefined && areAlike(operationId, status.operationId ?? '');
}

/** The report with the exact name and time of the movement, which only the notification has. */
function asNotified(report: MoneyStatus, { status }: BankNotification): MoneyStatus {
  const { operationId } = report;
  const isSame = status.kind === 'paid' && operationId !== undefined && rankOf(operationId) === 1;
  if (report.kind !== 'paid' || !isSame || !areAlike(operationId, status.operationId ?? '')) return report;
  if (!isExact(status.operationId ?? '~')) return report;
  return { ...report, operationId: status.operationId ?? operationId, paidAtMs: status.paidAtMs ?? report.paidAtMs };
}

function matches({ statusId, status }: BankNotification, known: KnownPayment): boolean {
  return statusId === known.statusId && status.kind === 'paid' && status.amountCents === known.expectedCents;
}

/** A late or unavailable bank is a warning; a bank that contradicts its notification is an error. */
function logUnconfirmed({ logger }: BankStatusDependencies, transactionId: string, answer: BankStatus): void {
  const isContradicted = answer.kind === 'refused' || answer.kind === 'expired';
  const fields = { transactionId, bankStatus: answer.kind, detail: 'detail' in answer ? answer.detail : undefined };
  if (isContradicted) logger.error('bank notification contradicted', fields);
  else logger.warn('bank notification unconfirmed', fields);
}
