import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { queryAll } from '../../dynamo/query.ts';
import { retryOvertaken } from '../../dynamo/retry-overtaken.ts';
import type { Clock } from '../../runtime/clock.ts';
import { itemsQuery } from '../partition.ts';
import { isBeyondReceived } from './ledger.ts';
import { readRecordsIn, writeMoneyIn } from './records.table.ts';
import { REFUND_PREFIX, type Refund, refundOf } from './refund.ts';

/** Every refund of a transaction, read strongly. */
export type RefundsOf = (transactionId: string) => Promise<Refund[]>;

export function refundsIn(client: DynamoDBClient, tableName: string): RefundsOf {
  return async (transactionId) =>
    (await queryAll(client, itemsQuery(tableName, transactionId, REFUND_PREFIX))).map(refundOf);
}

/** Brings the stored sums of a transaction's refunds in line with its records. Safe to repeat. */
export function sumRefundsIn(client: DynamoDBClient, tableName: string, clock: Clock) {
  const [readRecords, writeMoney] = [readRecordsIn(client, tableName), writeMoneyIn(client, tableName)];
  return async (transactionId: string): Promise<void> => {
    await retryOvertaken(transactionId, async () => {
      const records = await readRecords(transactionId);
      if (!records || records.refunds.length === 0) return true;
      return (await writeMoney({ before: records, after: records, nowMs: clock() }, {})) || undefined;
    });
  };
}

/**
 * `differs`: a refund with this id is recorded with another amount or payment, and stays as it is. `isBeyond`: with the
 * refunds before it, it returns more than is on record as received.
 */
export type RecordedRefund = { kind: 'recorded' | 'repeat'; isBeyond: boolean } | { kind: 'differs' };

/** Records a refund of a transaction that exists. */
export type RecordRefund = (refund: Refund) => Promise<RecordedRefund>;

/** Records refunds, once for each id of the bank, each together with the sums on the transaction's main item. */
export function recordRefundIn(client: DynamoDBClient, tableName: string, clock: Clock): RecordRefund {
  const [readRecords, writeMoney] = [readRecordsIn(client, tableName), writeMoneyIn(client, tableName)];
  return (reported) =>
    retryOvertaken<RecordedRefund>(reported.transactionId, async () => {
      const before = await readRecords(reported.transactionId);
      if (!before) throw new Error(`refund: there is no transaction ${reported.transactionId}`);
      const known = before.refunds.find(({ refundId }) => refundId === reported.refundId);
      if (known && !isSame(known, reported)) return { kind: 'differs' };
      if (known) return { kind: 'repeat', isBeyond: isBeyondReceived(known, before, false) };
      const after = { ...before, refunds: [...before.refunds, reported] };
      const isWritten = await writeMoney({ before, after, nowMs: clock() }, {});
      return isWritten ? { kind: 'recorded', isBeyond: isBeyondReceived(reported, after, true) } : undefined;
    });
}

/** A report without a readable amount contradicts nothing. */
function isSame(known: Refund, { amountCents, originalBankId }: Refund): boolean {
  return (amountCents === null || known.amountCents === amountCents) && known.originalBankId === originalBankId;
}
