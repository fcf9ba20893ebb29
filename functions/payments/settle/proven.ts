import { reportsMoney } from '../../banking/bank.ts';
import { isForeignId } from '../foreign-id.ts';
import { type MoneyReport, type Received, recordedOf } from '../money/received.ts';
import type { Transaction } from '../transaction.ts';
import {
  type Applied,
  type ApplyDependencies,
  applyReport,
  causeOf,
  isPaidBy,
  movementsOf,
  openUnreadable,
} from './apply.ts';
import { askAbout } from './bank-of.ts';
import type { Account, Notice } from './hint.ts';
import { receiveMoney } from './receive.ts';
import type { Settling } from './settle.ts';

/**
 * Applies a notification that proves itself. An ordinary one settles a pending transaction on its first attempt, without
 * a read; if that write's condition fails, what is stored decides.
 */
export async function applyProven(
  dependencies: ApplyDependencies,
  { bank, name: bankAccount }: Account,
  notice: Notice,
): Promise<Applied> {
  const { transactionId, bankId, status, noticeId } = notice;
  const place = { transactionId, bankAccount };
  if (isForeignId(transactionId)) return applyForeign(dependencies, place, notice);
  const ordinary = ordinarySettling(bankAccount, notice);
  const outcome = ordinary && (await dependencies.settle(ordinary));
  if (outcome?.kind === 'written') return { kind: 'settled' };
  const transaction = outcome ? outcome.current : await dependencies.read(transactionId, true);
  if (!transaction) return { kind: 'not-found' };
  if (transaction.bankAccount !== bankAccount) return { kind: 'foreign' };
  if (!reportsMoney(status)) return applyReport(dependencies, transaction, notice);
  const [proven] = movementsOf(status);
  const isExact = proven && !proven.isPart && proven.cents === transaction.amountCents;
  if (isExact && (await isPaidBy(dependencies, transaction, notice, proven))) return { kind: 'settled' };
  const report = isExact ? { proven } : await askedFor(dependencies, { transaction, bank }, notice, proven);
  const { isSettled } = await receiveMoney(dependencies, place, { bankId, noticeId, ...report });
  return { kind: isSettled ? 'settled' : 'received' };
}

/** The settling of an ordinary notification: a final status of the first attempt of a pending transaction. */
function ordinarySettling(
  bankAccount: string,
  { transactionId, bankId, method, status }: Notice,
): Settling | undefined {
  if (method === null) return undefined;
  const attempt = { index: 0, bankId, method };
  const base = { transactionId, bankAccount, from: 'pending' as const, liveAttempt: 0, attempt };
  if (status.kind === 'paid') {
    const { amountCents, paidAtMs, operationId } = status;
    const paid = { amountCents, receivedCents: amountCents, paidAtMs, operationId };
    return { ...base, cause: 'bank-confirmed', paid, otherMoney: undefined };
  }
  if (status.kind === 'refused' || status.kind === 'expired') return { ...base, cause: causeOf(status) };
  return undefined;
}

/**
 * Another amount than requested: the bank is asked once, and what the notification proves counts whatever it answers. A
 * push is paid once, so for a push another amount in the answer is a correction; for a reference it is another payment.
 * `proven` is undefined where the notification has no amount in euros: then it stays in words.
 */
async function askedFor(
  dependencies: ApplyDependencies,
  { transaction, bank }: { transaction: Transaction; bank: Account['bank'] },
  { bankId, noticeId, status }: Notice,
  proven: Received | undefined,
): Promise<Pick<MoneyReport, 'proven' | 'answered'>> {
  const name = reportsMoney(status) && status.kind !== 'listed' ? status.operationId : undefined;
  const attempt = transaction.attempts.find((each) => each.bankId === bankId);
  const recorded = recordedOf(await dependencies.readMoney(transaction.transactionId), bankId);
  const isKnown = name !== undefined && recorded.some((each) => each.name === name && each.cents === proven?.cents);
  if (proven && (!attempt || isKnown)) return { proven };
  const answer = attempt && (await askAbout(bank, transaction, bankId, dependencies.logger));
  const [answered] = answer && reportsMoney(answer) ? movementsOf(answer) : [];
  const isCorrection =
    answered && (attempt?.method === 'MBWAY' || answered.cents === proven?.cents || (name && answered.name === name));
  if (isCorrection) return { proven: { ...answered, name, atMs: proven?.atMs ?? answered.atMs } };
  if (reportsMoney(status)) await openUnreadable(dependencies, transaction, { bankId, status, noticeId });
  return { ...(proven && { proven }), ...(answered && { answered: [answered] }) };
}

/** Money without a transaction (invariant 9); any other foreign status is only acknowledged. */
async function applyForeign(
  dependencies: ApplyDependencies,
  place: { transactionId: string; bankAccount: string },
  { bankId, noticeId, status }: Notice,
): Promise<Applied> {
  if (!reportsMoney(status)) return { kind: 'foreign' };
  await openUnreadable(dependencies, place, { bankId, status, noticeId });
  const [proven] = movementsOf(status);
  if (proven) await receiveMoney(dependencies, place, { bankId, noticeId, proven });
  return { kind: 'received' };
}
