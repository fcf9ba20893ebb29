import { type DynamoDBClient, type TransactWriteItem, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { isOvertaken } from '../../dynamo/conditional-write.ts';
import { queryAll } from '../../dynamo/query.ts';
import { retryOvertaken } from '../../dynamo/retry-overtaken.ts';
import { conditionOf, existing, type Fragment, removing, setting, updateOf, where } from '../../dynamo/update.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { exceptionOf, isException } from '../exceptions/exception-record.ts';
import { itemsQuery, MONEY_ITEMS, partitionOf } from '../partition.ts';
import { MAIN_ITEM } from '../tables.ts';
import { transactionOf } from '../transaction.ts';
import { ledgerOf, type Records } from './ledger.ts';
import { isRefund, type Refund, refundIndexKeys, refundItem, refundOf, sumOfRefunds } from './refund.ts';

/** What is on record about the money of a transaction, read strongly; undefined where there is no such transaction. */
export type ReadRecords = (transactionId: string) => Promise<Records | undefined>;

export function readRecordsIn(client: DynamoDBClient, tableName: string): ReadRecords {
  return async (transactionId) => {
    const found = partitionOf(await queryAll(client, itemsQuery(tableName, transactionId, MONEY_ITEMS)));
    return (
      found && {
        transaction: transactionOf(found.main),
        exceptions: found.items(isException, exceptionOf),
        refunds: found.items(isRefund, refundOf),
      }
    );
  };
}

/** A change of what is on record: what was read, and what it becomes. */
export interface MoneyChange {
  before: Records;
  after: Records;
  nowMs: number;
}

/** DynamoDB allows 100 actions in one transaction. Further refunds of a transaction follow in the next one. */
const MAX_REFUND_WRITES = 90;

/**
 * The stored sums that follow from a change: those of the refunds on the main item, and of each refund the part that
 * returns money beyond the payment. Every change of the money raises `moneyVersion` and requires that it was read with
 * the newest one. So the sums equal the items at all times, whatever is written at the same moment, and the ledger
 * where `isComplete`.
 */
export function sumWrites(
  tableName: string,
  { before, after, nowMs }: MoneyChange,
): { main: Fragment[]; refunds: TransactWriteItem[]; isComplete: boolean } {
  const { transactionId, merchantId } = after.transaction;
  const { moneyVersion: version, status } = before.transaction;
  const { excessOf } = ledgerOf(after);
  const isKnown = ({ refundId }: Refund) => before.refunds.some((each) => each.refundId === refundId);
  const writes: TransactWriteItem[] = [];
  let isComplete = true;
  const refunds = after.refunds.map((refund) => {
    const excessCents = excessOf.get(refund.refundId) ?? 0;
    const isNew = !isKnown(refund);
    if (!isNew && (refund.excessCents ?? 0) === excessCents) return refund;
    if (!isNew && writes.length >= MAX_REFUND_WRITES) {
      isComplete = false;
      return refund;
    }
    const { excessCents: former = 0, excessBefore = [], ...facts } = refund;
    // The totals have counted a known refund with its former value.
    const changes = isNew ? {} : { excessBefore: [...excessBefore, { cents: former, until: nowMs }] };
    const summed: Refund = { ...facts, ...(excessCents > 0 && { excessCents }), ...changes };
    writes.push(isNew ? putOf(tableName, summed, merchantId) : changeOf(tableName, transactionId, summed));
    return summed;
  });
  const count = before.transaction.refunds?.count;
  return {
    main: [
      setting({
        moneyVersion: (version ?? 0) + 1,
        refunds: refunds.length > 0 ? { ...sumOfRefunds(refunds) } : undefined,
      }),
      where({
        status,
        moneyVersion: version,
        ...(count === undefined ? { refunds: undefined } : { 'refunds.count': count }),
      }),
    ],
    refunds: writes,
    isComplete,
  };
}

function putOf(TableName: string, refund: Refund, merchantId: string): TransactWriteItem {
  const item = { ...refund, item: refundItem(refund.refundId), ...refundIndexKeys(refund, merchantId) };
  return { Put: { TableName, Item: toAttributes(item), ...conditionOf(where({ item: undefined })) } };
}

function changeOf(
  TableName: string,
  transactionId: string,
  { refundId, excessCents, excessBefore = [] }: Refund,
): TransactWriteItem {
  const former = excessBefore.map((each) => ({ ...each }));
  return {
    Update: {
      TableName,
      Key: toAttributes({ transactionId, item: refundItem(refundId) }),
      ...updateOf(
        setting({ excessBefore: former, excessCents }),
        ...(excessCents === undefined ? [removing('excessCents')] : []),
        existing('transactionId'),
      ),
    },
  };
}

/**
 * Writes a change of the money in one transaction: `items` are new items of it, `main` is a further update of the main
 * item. False if another write came first.
 */
export type WriteMoney = (
  change: MoneyChange,
  more: { items?: TransactWriteItem[]; main?: readonly Fragment[] },
) => Promise<boolean>;

export function writeMoneyIn(client: DynamoDBClient, tableName: string): WriteMoney {
  const readRecords = readRecordsIn(client, tableName);

  return async (change, more) => {
    if (!(await writeOnce(change, more))) return false;
    // The money is on record. Until its last refund is summed, a further write or a rebuild of the totals continues.
    const { transactionId } = change.after.transaction;
    let { isComplete } = sumWrites(tableName, change);
    while (!isComplete) isComplete = await retryOvertaken(transactionId, () => sumRest(transactionId, change.nowMs));
    return true;
  };

  /** Sums further refunds. Answers whether none are left; undefined if another write came first. */
  async function sumRest(transactionId: string, nowMs: number): Promise<boolean | undefined> {
    const records = await readRecords(transactionId);
    if (!records) return true;
    const rest = { before: records, after: records, nowMs };
    return (await writeOnce(rest, {})) ? sumWrites(tableName, rest).isComplete : undefined;
  }

  async function writeOnce(
    change: MoneyChange,
    { items = [], main = [] }: Parameters<WriteMoney>[1],
  ): Promise<boolean> {
    const sums = sumWrites(tableName, change);
    const { transactionId } = change.after.transaction;
    const Update = {
      TableName: tableName,
      Key: toAttributes({ transactionId, item: MAIN_ITEM }),
      ...updateOf(...main, ...sums.main),
    };
    try {
      await client.send(new TransactWriteItemsCommand({ TransactItems: [{ Update }, ...items, ...sums.refunds] }));
      return true;
    } catch (error) {
      if (isOvertaken(error)) return false;
      throw error;
    }
  }
}
