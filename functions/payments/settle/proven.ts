import type { BankStatus } from '../../banking/bank.ts';
import { reportsMoney } from '../../banking/bank.ts';
import { isForeignId } from '../ids.ts';
import { type MoneyReport, type Received, recordedOf } from '../money/received.ts';
import type { Transaction } from '../transaction.ts';
import { type Applied, type ApplyDependencies, applyReport, causeOf, movementsOf, openUnreadable } from './apply.ts';
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
  if (!reportsMoney(status) || status.kind === 'odd') return applyReport(dependencies, transaction, notice);
  const [proven] = movementsOf(status);
  if (!proven) return { kind: 'received' };
  const report = { bankId, noticeId, proven };
  const isAsked = proven.isPart || proven.cents !== transaction.amountCents;
  const asked = isAsked ? await askedFor(dependencies, { transaction, bank }, report) : report;
  const { isSettled } = await receiveMoney(dependencies, place, asked);
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
 */
async function askedFor(
  dependencies: ApplyDependencies,
  { transaction, bank }: { transaction: Transaction; bank: Account['bank'] },
  report: MoneyReport & { proven: Received },
): Promise<MoneyReport> {
  const { bankId, proven } = report;
  const attempt = transaction.attempts.find((each) => each.bankId === bankId);
  const recorded = recordedOf(await dependencies.readMoney(transaction.transactionId), bankId);
  const isKnown =
    proven.name !== undefined && recorded.some(({ name, cents }) => name === proven.name && cents === proven.cents);
  if (!attempt || isKnown) return report;
  const answer = await askAbout(bank, transaction, bankId, dependencies.logger);
  const [answered] = movementsIn(answer);
  if (!answered) return report;
  const { isPart: _, ...whole } = proven;
  const isOfIt = attempt.method === 'MBWAY' || answered.cents === proven.cents || answered.name === proven.name;
  if (!isOfIt) return { ...report, answered: [answered] };
  const { cents, isPart } = answered;
  return { ...report, proven: { ...whole, cents, ...(isPart && { isPart }) } };
}

function movementsIn(status: BankStatus): Received[] {
  return reportsMoney(status) ? movementsOf(status) : [];
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
