import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import { type Transaction, transactionOf } from '../transaction.ts';
import { aboutPayment, openException, type RecordException } from './exception.ts';
import type { OrderSiblings } from './order-siblings.table.ts';

export interface OrderAuditDependencies {
  siblings: OrderSiblings;
  recordException: RecordException;
  logger: Logger;
}

/**
 * Checks for each payment in the stream whether another transaction of the same order is paid too (decisions D1 and
 * D9). Returns the records that failed, which the stream retries. It reads the stored transactions, so repeated
 * records and records out of order are harmless.
 */
export async function auditOrders(
  event: DynamoDBStreamEvent,
  dependencies: OrderAuditDependencies,
): Promise<DynamoDBBatchResponse> {
  const failed: string[] = [];
  for (const record of event.Records) {
    const sequenceNumber = record.dynamodb?.SequenceNumber ?? '';
    try {
      await auditOrder(paidIn(record), dependencies);
    } catch (error) {
      dependencies.logger.error('order audit failed', {
        sequenceNumber,
        ...errorFields(error),
      });
      failed.push(sequenceNumber);
    }
  }
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

function paidIn({ dynamodb }: DynamoDBRecord): Transaction {
  if (!dynamodb?.NewImage) throw new Error('order audit: a record without its new image');
  return transactionOf(dynamodb.NewImage as Parameters<typeof transactionOf>[0]);
}

/**
 * Opens an exception for this payment unless it is the first of its order, and for each later one, naming the first.
 * Earlier payments are left to their own audit, which limits the writes for a merchant that uses one order id for
 * all payments. Of any two payments, the audit that runs last reads both and opens the exception of the later
 * payment.
 */
export async function auditOrder(
  paid: Transaction,
  { siblings, recordException, logger }: OrderAuditDependencies,
): Promise<void> {
  const { siblings: others, isComplete } = await siblings(paid);
  if (!isComplete) {
    const { transactionId, merchantId } = paid;
    logger.warn('order audit truncated', {
      transactionId,
      merchantId,
    });
  }
  const inOrder = [paid, ...others.filter(({ status }) => status === 'paid')].sort(byPayment);
  const [first] = inOrder;
  for (const each of inOrder.slice(Math.max(1, inOrder.indexOf(paid)))) {
    const { amountCents, paidAt, attempts, paidBy = -1 } = each;
    await openException(
      { recordException, logger },
      {
        ...aboutPayment(each),
        kind: 'order-paid-twice',
        bankId: attempts[paidBy]?.bankId ?? 'unknown',
        receivedCents: each.paidCents ?? amountCents,
        ...(paidAt !== undefined && { bankTime: paidAt }),
        ...(first && { siblingId: first.transactionId }),
      },
    );
  }
}

/** Orders by time of payment, which never changes, then by id. */
function byPayment(a: Transaction, b: Transaction): number {
  return (a.paidAt ?? 0) - (b.paidAt ?? 0) || (a.transactionId < b.transactionId ? -1 : 1);
}
