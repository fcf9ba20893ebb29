import type { RefundNotification } from '../../banking/bank.ts';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import type { Clock } from '../../runtime/clock.ts';
import { openException } from '../exceptions/exception.ts';
import { isTransactionId } from '../ids.ts';
import { newRefund } from '../money/refund.ts';
import type { RecordRefund } from '../money/refunds.table.ts';
import type { Transaction } from '../transaction.ts';
import { type ApplyDependencies, applyReport } from './apply.ts';
import { askAbout, bankOf } from './bank-of.ts';

export interface RefundDependencies extends ApplyDependencies {
  bankAccounts: BankAccounts;
  recordRefund: RecordRefund;
  clock: Clock;
}

/**
 * Records a notification that money was returned (decision D9): with its transaction, or as an exception where it has
 * none on this account. The refund itself changes no status and sends no webhook. After `not-found` and `unconfirmed`
 * the provider must resend the notification.
 */
export async function applyReturn(
  dependencies: RefundDependencies,
  bankAccount: string,
  notice: RefundNotification,
): Promise<
  'refund recorded' | 'refund known' | 'refund unclear' | 'foreign refund recorded' | 'not-found' | 'unconfirmed'
> {
  const { transactionId, returnId } = notice;
  const foreign = { transactionId: `foreign_${returnId}`, merchantId: null };
  const isOurs = transactionId !== null && isTransactionId(transactionId);
  const transaction = isOurs ? await dependencies.read(transactionId, true) : undefined;
  if (isOurs && !transaction) return 'not-found';
  if (transaction?.bankAccount !== bankAccount) {
    await openUnknownRefund(dependencies, bankAccount, notice, foreign);
    return 'foreign refund recorded';
  }
  const refund = newRefund(notice, transaction, dependencies.clock());
  const recorded = await dependencies.recordRefund(refund);
  const isQueried = recorded.kind !== 'differs' && recorded.isBeyond && transaction.status !== 'paid';
  const isAnswered = !isQueried || (await queryStarts(dependencies, transaction));
  // What the bank has reported may cover the refund now.
  const now = isQueried ? await dependencies.recordRefund(refund) : recorded;
  if (now.kind !== 'differs' && !now.isBeyond) return recorded.kind === 'recorded' ? 'refund recorded' : 'refund known';
  // More than was received, or two amounts under one id of the bank: a person must decide which one is right.
  await openUnknownRefund(dependencies, bankAccount, notice, transaction, `${notice.amountCents ?? 'unnamed'}`);
  return isAnswered ? 'refund unclear' : 'unconfirmed';
}

/**
 * Queries the bank about each start of an unpaid transaction, and applies what it reports: a refund proves a payment.
 * Whether the bank has answered about each. Where it has not, the repeated notification queries again.
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

async function openUnknownRefund(
  dependencies: RefundDependencies,
  bankAccount: string,
  { returnId, noticeId, type, amountCents, returnedAtMs }: RefundNotification,
  { transactionId, merchantId }: { transactionId: string; merchantId: string | null },
  occurrence?: string,
): Promise<void> {
  await openException(dependencies, {
    kind: 'unknown-refund',
    transactionId,
    merchantId,
    bankAccount,
    bankId: returnId,
    noticeId,
    expectedCents: null,
    receivedCents: amountCents,
    detail: `type ${type}`,
    ...(returnedAtMs !== null && { bankTime: returnedAtMs }),
    ...(occurrence !== undefined && { occurrence }),
  });
}
