import { type DynamoDBClient, type TransactWriteItem, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { queryAll } from '../../dynamo/query.ts';
import { transactIn } from '../../dynamo/transact.ts';
import { conditionOf, setting, updateOf, where } from '../../dynamo/update.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import type { Clock } from '../../runtime/clock.ts';
import { EXCEPTION_PREFIX } from '../exceptions/exception.ts';
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

    /** Stores the bank's name of a recorded movement that has none. */
    name(transactionId: string, item: string, operationId: string): Promise<boolean> {
      const isPayment = item === MAIN_ITEM;
      const attribute = isPayment ? 'paidOperation' : 'operationId';
      return isUpdated({
        TableName: tableName,
        Key: isPayment ? toAttributes({ transactionId, item }) : keyOfException({ transactionId, exceptionId: item }),
        ...updateOf(setting({ [attribute]: operationId }), where({ [attribute]: undefined })),
      });
    },

    /** Closes the exception of a callback that the list explains. */
    confirm({ transactionId, exceptionId, merchantId }: ExceptionRecord): Promise<boolean> {
      const at = clock();
      const closed = { outcome: 'confirmed', by: 'service', at, note: 'The list of the bank has the payment.' };
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

/** The removal of a record of other money that turns out to be the payment. */
export function removalOf(TableName: string, transactionId: string, exceptionId: string): TransactWriteItem {
  const Key = toAttributes({ transactionId, item: EXCEPTION_PREFIX + exceptionId });
  return { Delete: { TableName, Key, ...conditionOf({ conditions: ['attribute_exists(transactionId)'] }) } };
}
