import type { RefundNotification } from '../../banking/bank.ts';
import type { Clock } from '../../runtime/clock.ts';
import { openException } from '../exceptions/exception.ts';
import { isTransactionId } from '../ids.ts';
import { newRefund } from '../money/refund.ts';
import type { KeepRefund } from '../money/refunds.table.ts';
import type { ApplyDependencies } from './apply.ts';

export interface RefundDependencies extends Pick<ApplyDependencies, 'read' | 'recordException' | 'logger'> {
  keepRefund: KeepRefund;
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
): Promise<'refund kept' | 'refund known' | 'refund unclear' | 'foreign refund kept' | 'not-found'> {
  const { transactionId, returnId } = notice;
  const foreign = { transactionId: `foreign_${returnId}`, merchantId: null };
  if (transactionId === null || !isTransactionId(transactionId)) {
    await openUnknownRefund(dependencies, bankAccount, notice, foreign);
    return 'foreign refund kept';
  }
  const transaction = await dependencies.read(transactionId, true);
  if (!transaction) return 'not-found';
  if (transaction.bankAccount !== bankAccount) {
    await openUnknownRefund(dependencies, bankAccount, notice, foreign);
    return 'foreign refund kept';
  }
  const refund = newRefund(notice, { transactionId, bankAccount }, dependencies.clock());
  const kept = await dependencies.keepRefund(refund, transaction);
  if (kept === 'kept') return 'refund kept';
  if (kept === 'repeat') return 'refund known';
  // More than was paid, or two amounts under one id of the bank: a person must decide which one is right.
  await openUnknownRefund(dependencies, bankAccount, notice, transaction, `${notice.amountCents ?? 'unnamed'}`);
  return 'refund unclear';
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
