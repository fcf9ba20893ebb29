import type { RefundNotification } from '../../banking/bank.ts';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import { openException, type Question } from '../exceptions/exception.ts';
import { foreignId } from '../foreign-id.ts';
import { isTransactionId } from '../ids.ts';
import { balanceOf } from '../money/balance.ts';
import { BEYOND, type Refund } from '../money/refund.ts';
import type { MarkAnswered, RecordRefund } from '../money/refunds.table.ts';
import type { Transaction } from '../transaction.ts';
import { type ApplyDependencies, applyReport } from './apply.ts';
import { askAbout, bankOf } from './bank-of.ts';
import { aboutPlace, openMarked } from './receive.ts';

export interface RefundDependencies extends ApplyDependencies {
  bankAccounts: BankAccounts;
  recordRefund: RecordRefund;
  markAnswered: MarkAnswered;
}

/**
 * Records a notification that money was returned (decision D9), in full and on its own day: with its transaction, or
 * with none where it has none on this account. It changes no status and sends no webhook. After `not-found` and
 * `unconfirmed` the provider must resend the notification.
 */
export async function applyReturn(
  dependencies: RefundDependencies,
  bankAccount: string,
  notice: RefundNotification,
): Promise<'refund recorded' | 'refund known' | 'foreign refund recorded' | 'not-found' | 'unconfirmed'> {
  const { transactionId, returnId } = notice;
  const isOurs = transactionId !== null && isTransactionId(transactionId);
  const found = isOurs ? await dependencies.read(transactionId, true) : undefined;
  if (isOurs && !found) return 'not-found';
  const transaction = found?.bankAccount === bankAccount ? found : undefined;
  const place = transaction ?? { transactionId: foreignId(bankAccount, returnId), bankAccount };
  const isUnanswered = transaction !== undefined && transaction.status !== 'paid';
  const refund = refundOf(notice, place, dependencies.clock());
  const known = await dependencies.recordRefund(
    { ...refund, ...(isUnanswered && { isUnanswered }) },
    { merchantId: transaction?.merchantId ?? null, paymentMethod: methodOf(transaction, notice) },
  );
  const ask = (why: string, occurrence: string) =>
    openException(dependencies, questionOf({ notice, place, transaction, why, occurrence }));
  if (known && isOtherThan(known, refund))
    await ask('another amount or payment under the id of a known refund', 'differs');
  else if (known && notice.mayBeSecond && !known.isUnanswered)
    await ask('the same refund reported again: perhaps a second one', 'again');
  if (!transaction) {
    await ask('of an unknown payment', 'foreign');
    return 'foreign refund recorded';
  }
  // A refund proves a payment, so each start is asked about once; the repeat of a notification that waits asks again.
  const isAsked = known ? known.isUnanswered : isUnanswered;
  if (isAsked) {
    if (!(await queryStarts(dependencies, transaction))) return 'unconfirmed';
    await dependencies.markAnswered(refund);
  }
  const money = await dependencies.readMoney(transaction.transactionId);
  const { gross, other, balance, unreadable } = balanceOf({ ...money, transaction: money.transaction ?? transaction });
  const isUnpaid = unreadable > 0 && gross + other === 0;
  if (balance < 0 || isUnpaid) {
    await openMarked(
      dependencies,
      place,
      questionOf({ notice, place, transaction, why: BEYOND_WORDS, occurrence: BEYOND }),
    );
  }
  return known ? 'refund known' : 'refund recorded';
}

function refundOf(
  {
    returnId: refundId,
    kind,
    type,
    amountCents: returnedCents,
    originalBankId,
    noticeId,
    returnedAtMs,
  }: RefundNotification,
  { transactionId, bankAccount }: { transactionId: string; bankAccount: string },
  recordedAt: number,
): Refund {
  const facts = { refundId, kind, type, returnedCents, originalBankId, noticeId, returnedAt: returnedAtMs };
  return { transactionId, bankAccount, ...facts, recordedAt };
}

function methodOf(transaction: Transaction | undefined, { originalBankId }: RefundNotification) {
  const attempt = transaction?.attempts.find(({ bankId }) => bankId === originalBankId);
  return attempt?.method ?? transaction?.paymentMethod ?? null;
}

/** A report without a readable amount contradicts nothing. */
function isOtherThan(known: Refund, { returnedCents, originalBankId }: Refund): boolean {
  const isOtherAmount = returnedCents !== null && known.returnedCents !== returnedCents;
  return isOtherAmount || known.originalBankId !== originalBankId;
}

/**
 * Queries the bank about each start of an unpaid transaction, and applies what it reports. Whether the bank has answered
 * about each.
 */
async function queryStarts(dependencies: RefundDependencies, transaction: Transaction): Promise<boolean> {
  const { bank } = await bankOf(dependencies.bankAccounts, transaction);
  let isAnswered = true;
  for (const { bankId } of transaction.attempts) {
    const current = (await dependencies.read(transaction.transactionId, true)) ?? transaction;
    const status = await askAbout(bank, current, bankId, dependencies.logger);
    await applyReport(dependencies, current, { bankId, status });
    if (status.kind === 'unknown') isAnswered = false;
  }
  return isAnswered;
}

interface Asking {
  notice: RefundNotification;
  place: { transactionId: string; bankAccount: string };
  transaction: Transaction | undefined;
  why: string;
  occurrence: string;
}

const BEYOND_WORDS = 'more was returned than received';

/** A question for a person; the cents are on the refund, and here in words only. */
function questionOf({ notice, place, transaction, why, occurrence }: Asking): Question {
  const { returnId, noticeId, type, amountCents, returnedAtMs } = notice;
  return {
    ...aboutPlace(transaction, place),
    ...{ kind: 'unknown-refund', bankId: returnId, noticeId, occurrence, detail: `${type}: ${why}` },
    ...(amountCents !== null && { reportedCents: amountCents }),
    ...(returnedAtMs !== null && { bankTime: returnedAtMs }),
  };
}
