import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { auditOrders, type OrderAuditDependencies } from '../../payments/exceptions/order-exceptions.ts';
import { isRefund, REFUND_PREFIX, refundOf } from '../../payments/money/refund.ts';
import { type Transaction, transactionOf } from '../../payments/transaction.ts';
import { SETTLED_FILTERS } from '../../payments/transitions.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import { type Entry, eventEntries, refundEntries } from './contribution.ts';
import type { CountEntries } from './count.table.ts';

export interface BooksDependencies {
  audit: OrderAuditDependencies;
  count: CountEntries;
  /** Reads the transaction of a refund: a refund's item does not name the merchant. */
  read: (transactionId: string) => Promise<Transaction | undefined>;
  logger: Logger;
}

type Image = Parameters<typeof transactionOf>[0];

/**
 * Updates the books from the transactions' stream of settlements and refunds: the totals of every record, and the audit
 * of orders for each payment. Both are safe to repeat, and one is done even if the other fails. Returns the records
 * of which either failed, in the order of the shard; Lambda retries them.
 */
export async function updateBooks(
  event: DynamoDBStreamEvent,
  dependencies: BooksDependencies,
): Promise<DynamoDBBatchResponse> {
  const payments = event.Records.filter(({ dynamodb }) => dynamodb?.NewImage?.status?.S === 'paid');
  const [uncounted, { batchItemFailures: unaudited }] = await Promise.all([
    countRecords(event.Records, dependencies),
    auditOrders({ Records: payments }, dependencies.audit),
  ]);
  const failed = new Set([...uncounted, ...unaudited.map(({ itemIdentifier }) => itemIdentifier)]);
  const inOrder = event.Records.map(sequenceNumberOf).filter((number) => failed.has(number));
  return { batchItemFailures: inOrder.map((itemIdentifier) => ({ itemIdentifier })) };
}

/** Sequence numbers of the records that were not counted. */
async function countRecords(records: readonly DynamoDBRecord[], dependencies: BooksDependencies): Promise<string[]> {
  const found = await Promise.all(
    records.map(async (record) => {
      try {
        return { record, entries: await entriesIn(record, dependencies.read) };
      } catch (error) {
        const sequenceNumber = sequenceNumberOf(record);
        dependencies.logger.error('totals record rejected', { sequenceNumber, ...errorFields(error) });
        return { record, entries: null };
      }
    }),
  );
  const failed = await dependencies.count(found.flatMap(({ entries }) => entries ?? []));
  return found
    .filter(({ entries }) => entries === null || entries.some(({ id }) => failed.has(id)))
    .map(({ record }) => sequenceNumberOf(record));
}

/** What a record adds to the totals: the new image's changes of status or of a refund that the old one had not. */
async function entriesIn({ dynamodb }: DynamoDBRecord, read: BooksDependencies['read']): Promise<Entry[]> {
  const { NewImage, OldImage } = dynamodb ?? {};
  if (!NewImage) throw new Error('totals: a record without its new image');
  if (isRefund(NewImage.item?.S ?? '')) {
    const refund = refundOf(NewImage as Image);
    const transaction = await read(refund.transactionId);
    if (!transaction) throw new Error('totals: a refund of no transaction');
    const known = new Set(OldImage && refundEntries(refundOf(OldImage as Image), '').map(({ id }) => id));
    return refundEntries(refund, transaction.merchantId).filter(({ id }) => !known.has(id));
  }
  const known = new Set(OldImage?.settlements?.L?.map(({ M }) => M?.eventId?.S));
  return eventEntries(transactionOf(NewImage as Image)).filter(({ id }) => !known.has(id));
}

function sequenceNumberOf({ dynamodb }: DynamoDBRecord): string {
  return dynamodb?.SequenceNumber ?? '';
}

/**
 * The stream's records that belong in the books: every change into a terminal status, every refund, and every change of
 * what a refund returns beyond the payment. A transaction of the smoke test has no shard.
 */
export const BOOKS_FILTERS: readonly Record<string, unknown>[] = [
  ...SETTLED_FILTERS.map(({ eventName, dynamodb: { OldImage, NewImage } }) => ({
    eventName,
    dynamodb: { OldImage, NewImage: { ...NewImage, shard: { N: [{ exists: true }] } } },
  })),
  { eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: { item: { S: [{ prefix: REFUND_PREFIX }] } } } },
];
