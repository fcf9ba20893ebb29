import type { Bank, BankNotification } from '../../banking/bank.ts';
import { isoTime } from '../../runtime/clock.ts';
import { amountOf } from '../amount.ts';
import { isForeignId } from '../foreign-id.ts';
import { type Hint, recordedOf } from '../money/received.ts';
import { type Applied, type ApplyDependencies, isPaidBy, movementsOf } from './apply.ts';
import { knownPayment } from './bank-of.ts';
import { aboutPlace, openMarked, type Place, receiveMoney } from './receive.ts';

/** A notification about a transaction, or about an unknown payment by the partition of its money. */
export type Notice = BankNotification & { transactionId: string };

/** A bank account by its name, and its bank. */
export interface Account {
  name: string;
  bank: Bank;
}

/**
 * Applies a callback, which anybody who knows the key of its URL could send. One that the provider alone can have sent
 * settles a pending transaction with exactly the amount requested. Of any other the provider's list decides. What the
 * list does not explain is stored at once, as an open exception in the callback's words, and the provider must resend
 * the callback; the list that explains it closes the exception, whether or not the callback comes again.
 */
export async function applyHint(dependencies: ApplyDependencies, account: Account, notice: Notice): Promise<Applied> {
  const { bank, name: bankAccount } = account;
  const { transactionId, bankId, noticeId, status } = notice;
  const place = { transactionId, bankAccount };
  if (!isForeignId(transactionId)) {
    const transaction = await dependencies.read(transactionId, true);
    if (!transaction) return { kind: 'not-found' };
    if (transaction.bankAccount !== bankAccount) return { kind: 'foreign' };
    const attempt = transaction.attempts.find((each) => each.bankId === bankId);
    const isTrusted = attempt && bank.needs?.isTrustworthy?.(notice, knownPayment(transaction, attempt));
    const [received] = status.kind === 'paid' ? movementsOf(status) : [];
    const isPending = transaction.status === 'pending';
    if (isTrusted && received && isPending && (await isPaidBy(dependencies, transaction, notice, received))) {
      return { kind: 'settled' };
    }
  }
  const hint = hintOf(notice);
  const money = await dependencies.readMoney(transactionId);
  if (hint && recordedOf(money, bankId).some(({ name }) => name === hint.name)) return { kind: 'received' };
  const payments = await bank.payments?.of(bankId);
  if (!payments) return unexplained(dependencies, place, notice, 'the list of payments did not answer');
  const answered = movementsOf({ kind: 'listed', payments });
  const report = { bankId, noticeId, answered, ...(hint && { hint }) };
  const { isSettled, isExplained } = await receiveMoney(dependencies, place, report, money);
  if (!hint || !isExplained) return unexplained(dependencies, place, notice, 'not in the list of payments');
  return { kind: isSettled ? 'settled' : 'received' };
}

function hintOf({ status }: Notice): Hint | undefined {
  if (status.kind !== 'paid' || status.operationId === undefined) return undefined;
  const { operationId: name, amountCents: cents, paidAtMs: atMs } = status;
  return { name, cents, atMs };
}

/** Stores the callback in its words, once, with a mark on the main item: a payment must not settle past it unread. */
async function unexplained(
  dependencies: ApplyDependencies,
  place: Place,
  notice: Notice,
  why: string,
): Promise<Applied> {
  dependencies.logger.warn('bank notification unconfirmed', { transactionId: place.transactionId, detail: why });
  const { transaction } = await dependencies.readMoney(place.transactionId);
  const question = { ...aboutPlace(transaction, place), ...wordsOf(notice, why), kind: 'unclear-payment' as const };
  await openMarked(dependencies, place, question);
  return { kind: 'unconfirmed' };
}

function wordsOf({ bankId, noticeId, status, lacksStatus, hasOtherWord }: Notice, why: string) {
  const word = lacksStatus ? ' without a status' : hasOtherWord ? ' with another status than paid' : '';
  const { operationId: name = 'unnamed' } = status.kind === 'paid' || status.kind === 'odd' ? status : {};
  const facts =
    status.kind === 'paid'
      ? `${amountOf(status.amountCents).toFixed(2)} EUR${status.paidAtMs === null ? '' : ` of ${isoTime(status.paidAtMs)}`}`
      : 'an unreadable amount';
  return {
    ...{ bankId, noticeId, occurrence: name, operationId: name },
    ...(status.kind === 'paid' && { reportedCents: status.amountCents }),
    ...(status.kind === 'paid' && status.paidAtMs !== null && { bankTime: status.paidAtMs }),
    detail: `callback${word}: ${facts}; ${why}`,
  };
}
