import type { RefundNotification } from '../../banking/bank.ts';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import type { Clock } from '../../runtime/clock.ts';
import { openException } from '../exceptions/exception.ts';
import { isTransactionId } from '../ids.ts';
import { newRefund, type Refund } from '../money/refund.ts';
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
 * none on this account. The transaction's status does not change, and no webhook is sent. After `not-found` the
 * provider must resend the notification.
 */
export async function applyReturn(
  dependencies: RefundDependencies,
  bankAccount: string,
  notice: RefundNotification,
): Promise<'refund recorded' | 'refund known' | 'refund unclear' | 'foreign refund recorded' | 'not-found'> {
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
  const recorded = await recordBackedRefund(dependencies, transaction, refund);
  if (recorded.kind !== 'differs' && !recorded.isBeyond) {
    return recorded.kind === 'recorded' ? 'refund recorded' : 'refund known';
  }
  // More than was received, or two amounts under one id of the bank: a person must decide which one is right.
  await openUnknownRefund(dependencies, bankAccount, notice, transaction, `${notice.amountCents ?? 'unnamed'}`);
  return 'refund unclear';
}

/**
 * Records a refund. A refund proves a payment: where it returns more than an unpaid transaction has received, the bank
 * is queried about each start, and what it reports is applied, before the refund counts as unclear.
 */
async function recordBackedRefund(dependencies: RefundDependencies, transaction: Transaction, refund: Refund) {
  const recorded = await dependencies.recordRefund(refund);
  if (recorded.kind === 'differs' || !recorded.isBeyond || transaction.status === 'paid') return recorded;
  const { bank } = await bankOf(dependencies.bankAccounts, transaction);
  for (const { bankId } of transaction.attempts) {
    const current = (await dependencies.read(transaction.transactionId, true)) ?? transaction;
    await applyReport(dependencies, current, {
      bankId,
      status: await askAbout(bank, current, bankId, dependencies.logger),
    });
  }
  const again = await dependencies.recordRefund(refund);
  return again.kind === 'differs' ? again : { ...recorded, isBeyond: again.isBeyond };
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
