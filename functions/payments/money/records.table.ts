import { type DynamoDBClient, type TransactWriteItem, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { queryAll } from '../../dynamo/query.ts';
import { transactIn } from '../../dynamo/transact.ts';
import { conditionOf, existing, removing, setting, updateOf, where } from '../../dynamo/update.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { ExceptionItem } from '../exceptions/exception-item.ts';
import { closedKey } from '../exceptions/exception-keys.ts';
import { type ExceptionRecord, exceptionOf, isException } from '../exceptions/exception-record.ts';
import { keyOfException } from '../exceptions/exceptions.table.ts';
import { itemsQuery, MONEY_ITEMS } from '../partition.ts';
import { MAIN_ITEM } from '../tables.ts';
import { transactionOf } from '../transaction.ts';
import type { Money } from './received.ts';
import { isRefund, refundOf } from './refund.ts';

/** Reads it strongly. */
export type ReadMoney = (transactionId: string) => Promise<Money>;

export function readMoneyIn(client: DynamoDBClient, tableName: string): ReadMoney {
  return async (transactionId) => {
    const items = await queryAll(client, itemsQuery(tableName, transactionId, MONEY_ITEMS));
    const ofKind = (isOfKind: (sortKey: string) => boolean) => items.filter(({ item }) => isOfKind(item?.S ?? ''));
    const [main] = ofKind((sortKey) => sortKey === MAIN_ITEM);
    return {
      transaction: main && transactionOf(main),
      exceptions: ofKind(isException).map(exceptionOf),
      refunds: ofKind(isRefund).map(refundOf),
    };
  };
}

/** The writes of money beside the payment. False where another writer was first. */
export type MoneyWrites = ReturnType<typeof moneyWritesIn>;

export function moneyWritesIn(client: DynamoDBClient, tableName: string, clock: Clock) {
  const transact = transactIn(client);
  const isUpdated = async (...input: ConstructorParameters<typeof UpdateItemCommand>) =>
    (await conditionalWrite(client.send(new UpdateItemCommand(...input)))).kind === 'written';

  return {
    /**
     * Writes an exception that records money, or may: together with its number on the main item, which must be as it was
     * read. So a payment that settles without a read, and another record of the same movement, are refused.
     */
    add({ transaction }: Money, item: ExceptionItem): Promise<boolean> {
      const put = {
        Put: { TableName: tableName, Item: toAttributes(item), ...conditionOf(where({ item: undefined })) },
      };
      if (!transaction) return transact([put]);
      const { transactionId, status, otherMoney } = transaction;
      const Update = {
        TableName: tableName,
        Key: toAttributes({ transactionId, item: MAIN_ITEM }),
        ...updateOf(setting({ otherMoney: (otherMoney ?? 0) + 1 }), where({ status, otherMoney })),
      };
      return transact([put, { Update }]);
    },

    /**
     * Stores the bank's name of a recorded movement that has none, and of other money the bank's time, by which it belongs
     * to a day. The time of a payment stays, as the merchant was notified of it.
     */
    name(
      transactionId: string,
      { item, name, atMs }: { item: string; name: string; atMs: number | null },
    ): Promise<boolean> {
      const isPayment = item === MAIN_ITEM;
      const attribute = isPayment ? 'paidOperation' : 'operationId';
      const time = isPayment || atMs === null ? {} : { bankTime: atMs, paidAt: atMs };
      return isUpdated({
        TableName: tableName,
        Key: isPayment ? toAttributes({ transactionId, item }) : keyOfException({ transactionId, exceptionId: item }),
        ...updateOf(setting({ [attribute]: name, ...time }), where({ [attribute]: undefined })),
      });
    },

    /** Closes an exception that what the bank has reported since answers. */
    confirm({ transactionId, exceptionId, merchantId }: ExceptionRecord): Promise<boolean> {
      const at = clock();
      const closed = { outcome: 'confirmed', by: 'service', at, note: 'The bank has reported the payment.' };
      return isUpdated({
        TableName: tableName,
        Key: keyOfException({ transactionId, exceptionId }),
        ...updateOf(
          setting({ state: 'closed', closed, exceptionKey: closedKey(at, merchantId) }),
          where({ state: 'open' }),
        ),
      });
    },
  };
}

/**
 * A record of other money that turns out to be the payment leaves the sums: the item goes, or, where a person has written
 * about it, stays with its amount in words only.
 */
export function removalOf(
  TableName: string,
  { transactionId, exceptionId, receivedCents, state, notes }: ExceptionRecord,
): TransactWriteItem {
  const Key = keyOfException({ transactionId, exceptionId });
  if (state === 'open' && !notes) {
    return {
      Delete: { TableName, Key, ...conditionOf(existing('transactionId'), where({ notes: undefined, state })) },
    };
  }
  const update = updateOf(
    setting({ receivedCents: null, reportedCents: receivedCents, detail: 'the bank corrected it: it is the payment' }),
    removing('paidAt'),
    existing('transactionId'),
  );
  return { Update: { TableName, Key, ...update } };
}
