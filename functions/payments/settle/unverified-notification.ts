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
import { knownOf } from './bank-of.ts';
import { type Applied, applyBankStatus, type BankStatusDependencies, record } from './bank-status.ts';
import { judge } from './judge.ts';

/**
 * Takes a notice that its provider's protocol does not prove (`BankNeeds.believes`): the payment is read, the notice is
 * held against it, and unless it fits in everything that only the provider and we know, the bank is asked, and each
 * movement that it then reports counts. A notice that is not among those has to be sent again: `unconfirmed`.
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
  // The id of a start that was withdrawn, which the provider and we alone know: a person is to look at its money.
  if (!attempt) return (await applyBankStatus(dependencies, transaction, bankId, notice.status, noticeId)).kind;
  const known = knownOf(transaction, attempt);
  const isAgain = transaction.paidBy === index && notice.statusId === known.statusId;
  // A repeat has nothing to tell, and the bank is spared the question; nor has it a say in a reference that is paid again.
  const isOnRecord =
    isAgain && (attempt.method === 'REFERENCE' || judge(transaction, bankId, status).kind === 'nothing');
  if (isOnRecord || bank.needs?.isTrustworthy?.(notice, known)) {
    return (await applyBankStatus(dependencies, transaction, bankId, status, noticeId)).kind;
  }
  const said = await confirmed(bank, notice, known);
  const reports = reportsOf(said).map((report) => asNotified(report, notice));
  const [first, ...further] = reports;
  if (first) {
    const { kind } = await applyBankStatus(dependencies, transaction, bankId, { ...first, further }, noticeId);
    if (reports.some((report) => isReportOf(report, notice))) return kind;
  }
  await keepUnconfirmed(dependencies, notice, known);
  tellUnconfirmed(dependencies, transactionId, said);
  return 'unconfirmed';
}

/**
 * Keeps the sum of a reference's notice that the bank does not confirm yet, as an exception: with our order id and the
 * provider's own request id only the provider can have sent it, and it gives up sending it some day (invariant 9). A push
 * is paid once, so the bank's list has it or nothing.
 */
async function keepUnconfirmed(
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

/**
 * What the bank says of the payment. A notice with another id or sum than ours is not helped by the status of our id:
 * then the provider is asked by our own id alone.
 */
function confirmed(bank: Bank, notice: BankNotification, known: KnownPayment): Promise<BankStatus> {
  const { statusId: _, ...withoutStatusId } = known;
  return bank.askStatus(notice.bankId, fits(notice, known) ? known : withoutStatusId);
}

/** Whether the bank's report is of the movement that the notice reports; of one whose sum nobody can read, any may be. */
function isReportOf({ operationId }: MoneyStatus, { status }: BankNotification): boolean {
  if (!reportsMoney(status) || status.kind === 'odd') return true;
  return operationId !== undefined && areAlike(operationId, status.operationId ?? '');
}

/** The report with what only its notice tells: the exact name of the movement, and the second. */
function asNotified(report: MoneyStatus, { status }: BankNotification): MoneyStatus {
  const { operationId } = report;
  const isSame = status.kind === 'paid' && operationId !== undefined && rankOf(operationId) === 1;
  if (report.kind !== 'paid' || !isSame || !areAlike(operationId, status.operationId ?? '')) return report;
  if (!isExact(status.operationId ?? '~')) return report;
  return { ...report, operationId: status.operationId ?? operationId, paidAtMs: status.paidAtMs ?? report.paidAtMs };
}

function fits({ statusId, status }: BankNotification, known: KnownPayment): boolean {
  return statusId === known.statusId && status.kind === 'paid' && status.amountCents === known.expectedCents;
}

/** A bank that is behind or away is an ordinary thing; one that says the opposite of its notice is for a person. */
function tellUnconfirmed({ logger }: BankStatusDependencies, transactionId: string, said: BankStatus): void {
  const isOpposite = said.kind === 'refused' || said.kind === 'expired';
  const fields = { transactionId, said: said.kind, detail: 'detail' in said ? said.detail : undefined };
  if (isOpposite) logger.error('bank notification contradicted by the bank', fields);
  else logger.warn('bank notification not confirmed yet', fields);
}
