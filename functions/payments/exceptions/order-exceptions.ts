import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import { type Transaction, transactionOf } from '../transaction.ts';
import { openException, type RecordException } from './exception.ts';
import type { OrderSiblings } from './order-siblings.table.ts';

export interface OrderAuditDependencies {
  siblings: OrderSiblings;
  recordException: RecordException;
  logger: Logger;
}

/**
 * Looks at each payment, as the stream brings it (`finance/books.ts`), whether another transaction of the same order was
 * paid too (decisions D1 and D9). Answers the records that failed, which the stream brings again. It judges by what is
 * stored and not by the order of the records, so that repeats and records out of order do no harm.
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
      dependencies.logger.error('order audit: a payment could not be looked at', {
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
 * Opens one exception for this payment and each later one of its order, naming the order's first. Earlier ones are left to
 * their own audit, or else a merchant who gives all payments the same order id would cost ever more writes: of any two the
 * audit that comes last sees both, and is either the later one's own or the earlier one's, which opens all after it.
 */
export async function auditOrder(
  paid: Transaction,
  { siblings, recordException, logger }: OrderAuditDependencies,
): Promise<void> {
  const { siblings: others, isComplete } = await siblings(paid);
  if (!isComplete) {
    const { transactionId, merchantId } = paid;
    logger.warn('order audit: an order of so many transactions that not all were looked at', {
      transactionId,
      merchantId,
    });
  }
  const inOrder = [paid, ...others.filter(({ status }) => status === 'paid')].sort(byPayment);
  const [first] = inOrder;
  for (const each of inOrder.slice(Math.max(1, inOrder.indexOf(paid)))) {
    const { transactionId, merchantId, bankAccount, amountCents, paidAt, attempts, paidBy = -1 } = each;
    await openException(
      { recordException, logger },
      {
        kind: 'order-paid-twice',
        transactionId,
        merchantId,
        bankAccount,
        bankId: attempts[paidBy]?.bankId ?? 'unknown',
        noticeId: null,
        expectedCents: amountCents,
        receivedCents: each.paidCents ?? amountCents,
        ...(paidAt !== undefined && { bankTime: paidAt }),
        ...(first && { siblingId: first.transactionId }),
      },
    );
  }
}

/** By the time of payment, which never changes; two of the same moment by their ids, so that everyone sees the same order. */
export function byPayment(a: Transaction, b: Transaction): number {
  return (a.paidAt ?? 0) - (b.paidAt ?? 0) || (a.transactionId < b.transactionId ? -1 : 1);
}
