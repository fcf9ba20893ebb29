import type { RefundNotification } from '../../banking/bank.ts';
import type { Clock } from '../../runtime/clock.ts';
import { openException } from '../exceptions/exception.ts';
import { isTransactionId } from '../ids.ts';
import type { BankStatusDependencies } from './bank-status.ts';
import { newRefund } from './refund.ts';
import type { KeepRefund } from './refunds.table.ts';

export interface RefundDependencies extends Pick<BankStatusDependencies, 'read' | 'recordException' | 'logger'> {
  keepRefund: KeepRefund;
  clock: Clock;
}

/**
 * Takes the bank's word that money went back (decision D9): kept with the transaction it names, or for finance where it
 * names none of ours on this account. The status stays, and no webhook goes out. `not-found` must come again.
 */
export async function takeReturn(
  dependencies: RefundDependencies,
  bankAccount: string,
  notice: RefundNotification,
): Promise<'refund kept' | 'refund known' | 'refund unclear' | 'foreign refund kept' | 'not-found'> {
  const { transactionId, returnId } = notice;
  if (transactionId === null || !isTransactionId(transactionId)) {
    await tell(dependencies, bankAccount, notice, { transactionId: `foreign_${returnId}`, merchantId: null });
    return 'foreign refund kept';
  }
  const transaction = await dependencies.read(transactionId, true);
  if (!transaction) return 'not-found';
  if (transaction.bankAccount !== bankAccount) {
    await tell(dependencies, bankAccount, notice, { transactionId: `foreign_${returnId}`, merchantId: null });
    return 'foreign refund kept';
  }
  const { amountCents, paidCents = amountCents } = transaction;
  const refund = newRefund(notice, { transactionId, bankAccount }, dependencies.clock());
  const kept = await dependencies.keepRefund(refund, paidCents);
  if (kept === 'kept') return 'refund kept';
  if (kept === 'repeat') return 'refund known';
  // More than was paid, or two sums under one id of the bank: which of them went back for it is not for us to say.
  await tell(dependencies, bankAccount, notice, transaction, `${notice.amountCents ?? 'unnamed'}`);
  return 'refund unclear';
}

async function tell(
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
