import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { queryAll } from '../../dynamo/query.ts';
import { EXCEPTION_KINDS } from '../../payments/exceptions/exception.ts';
import { isException } from '../../payments/exceptions/exception-record.ts';
import { isRefund, refundedAtMs, refundOf, refundsPartition } from '../../payments/money/refund.ts';
import { itemsQuery, MONEY_ITEMS, type Partition, partitionOf } from '../../payments/partition.ts';
import { transactionOf } from '../../payments/transaction.ts';
import { type Attributes, toAttributes } from '../../runtime/attributes.ts';
import type { OurRefund, OurTransaction } from './records.ts';

export type ReconciliationTable = ReturnType<typeof reconciliationTable>;

/** What a reconciliation reads: queries only, nothing is ever written. */
export function reconciliationTable(
  client: DynamoDBClient,
  { transactions: tableName }: { transactions: string },
  pageSize = 1_000,
) {
  /** Transaction ids of a partition of the index `paid`, in [`fromMs`, `toMs`), the earliest first. */
  const idsIn = async (partition: string, fromMs: number, toMs: number): Promise<string[]> => {
    const entries = await queryAll(client, {
      TableName: tableName,
      IndexName: 'paid',
      Limit: pageSize,
      KeyConditionExpression: 'merchantId = :merchantId AND paidAt BETWEEN :from AND :last',
      ExpressionAttributeValues: toAttributes({ ':merchantId': partition, ':from': fromMs, ':last': toMs - 1 }),
    });
    return entries.map(({ transactionId }) => transactionId?.S ?? '');
  };
  return {
    /** Of one merchant's transactions those that were paid in [`fromMs`, `toMs`). */
    paidIds: idsIn,

    /** Of one merchant's transactions those with a refund made in [`fromMs`, `toMs`); their payments may be older. */
    refundedIds: (merchantId: string, fromMs: number, toMs: number) =>
      idsIn(refundsPartition(merchantId), fromMs, toMs),

    /** One transaction with its refunds and open exceptions; undefined where there is none. */
    async read(transactionId: string): Promise<OurTransaction | undefined> {
      const found = partitionOf(await queryAll(client, itemsQuery(tableName, transactionId, MONEY_ITEMS)));
      return found && ourTransaction(found);
    },
  };
}

function ourTransaction({ main, items }: Partition): OurTransaction {
  const transaction = transactionOf(main);
  const { attempts, paidBy, mb, paidAt, paymentMethod: method } = transaction;
  const { transactionId, merchantId, externalOrderId, bankAccount, status, amountCents } = transaction;
  return {
    ...{ transactionId, merchantId, externalOrderId, bankAccount, status, amountCents, method },
    paidAtMs: paidAt ?? null,
    paidBankId: (paidBy === undefined ? undefined : attempts[paidBy]?.bankId) ?? null,
    // A provider whose id of a start comes only with its answer names that one in its files.
    bankIds: attempts.flatMap(({ bankId, statusId }) => (statusId === undefined ? [bankId] : [bankId, statusId])),
    mb: mb ? { entity: mb.entity, reference: mb.reference } : null,
    refunds: items(isRefund, ourRefund),
    openExceptions: items(isException, (item) => item)
      .filter(({ state }) => state?.S === 'open')
      .flatMap(({ kind }) => EXCEPTION_KINDS.filter((known) => known === kind?.S)),
  };
}

function ourRefund(item: Attributes): OurRefund {
  const refund = refundOf(item);
  const { refundId, amountCents } = refund;
  return { refundId, amountCents, atMs: refundedAtMs(refund) };
}
