import { type DynamoDBClient, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { itemsOf } from '../items.table.ts';
import { shardOf } from '../tables.ts';
import { EXCEPTION_PREFIX, type MovementContext, type PaymentException, type RecordException } from './exception.ts';
import { openKey } from './exception-keys.ts';
import { type ExceptionRecord, exceptionOf } from './exception-record.ts';
import { findRecord, isMoreExact, isPerMovement } from './recorded-money.ts';

// A recent exception is logged again when it is reported again: its writer may have crashed before logging.
const NEW_FOR_MS = 15 * 60_000;

// Each lost round is a record that another writer created or named meanwhile.
const ROUNDS = 10;

/** The exceptions of a transaction, open and closed, by a strongly consistent read. Throws `UnreadableItem`. */
export type ReadExceptions = (transactionId: string) => Promise<ExceptionRecord[]>;

export function readExceptionsIn(client: DynamoDBClient, tableName: string): ReadExceptions {
  return async (transactionId) => (await itemsOf(client, tableName, transactionId, EXCEPTION_PREFIX)).map(exceptionOf);
}

/**
 * Records an exception once. Kind, payment and occurrence identify it, whether it is open or closed. Kinds about
 * separate money have one exception per movement (`recorded-money.ts`).
 */
export function recordExceptionIn(client: DynamoDBClient, tableName: string, clock: () => number): RecordException {
  const isNew = (openedAt: number) => clock() - openedAt < NEW_FOR_MS;
  const readExceptions = readExceptionsIn(client, tableName);

  /** Writes an item; if there is one with this key, returns the time at which that one was opened. */
  async function put(item: ReturnType<typeof itemOf>): Promise<number | undefined> {
    const write = await conditionalWrite(
      client.send(
        new PutItemCommand({
          TableName: tableName,
          Item: toAttributes(item),
          // `item` is a reserved word.
          ConditionExpression: 'attribute_not_exists(#item)',
          ExpressionAttributeNames: { '#item': 'item' },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    );
    return write.kind === 'written' ? undefined : Number(write.item?.openedAt?.N ?? 0);
  }

  /** False when another writer was first. */
  async function change(
    { transactionId, exceptionId }: ExceptionRecord,
    { update, condition, values }: { update: string; condition: string; values: Record<string, string> },
  ): Promise<boolean> {
    const write = await conditionalWrite(
      client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: toAttributes({ transactionId, item: EXCEPTION_PREFIX + exceptionId }),
          UpdateExpression: update,
          ConditionExpression: condition,
          ExpressionAttributeValues: toAttributes(values),
        }),
      ),
    );
    return write.kind === 'written';
  }

  function nameMovement(record: ExceptionRecord, operationId: string): Promise<boolean> {
    const { operationId: known } = record;
    return change(record, {
      update: 'SET operationId = :operation',
      condition: known === undefined ? 'attribute_not_exists(operationId)' : 'operationId = :known',
      values: { ':operation': operationId, ...(known !== undefined && { ':known': known }) },
    });
  }

  /** Changes `overpaid` to `paid-twice`, only while it is open: a closed exception is not changed. */
  function convertToPaidTwice(record: ExceptionRecord): Promise<boolean> {
    const values = {
      ':twice': 'paid-twice',
      ':over': 'overpaid',
      ':openKey': openKey(record.merchantId, record.openedAt),
    };
    const condition = 'kind = :over AND exceptionKey = :openKey';
    return change(record, { update: 'SET kind = :twice', condition, values });
  }

  async function recordMovement(exception: PaymentException, context: MovementContext): Promise<boolean> {
    const { transactionId, kind, bankId, receivedCents, operationId = '' } = exception;
    for (let round = 0; round < ROUNDS; round += 1) {
      const records = await readExceptions(transactionId);
      const known = findRecord(exception, context, records);
      if (known === 'payment') return false;
      // Another movement has paid the transaction meanwhile: all of this money is to be returned, not only the excess.
      if (known?.kind === 'overpaid' && context.isAnother && (await convertToPaidTwice(known))) return true;
      const isUpToDate = known && (!isMoreExact(known, exception) || (await nameMovement(known, operationId)));
      if (isUpToDate) return isNew(known.openedAt);
      if (known) continue;
      const sum = exception.occurrence ?? receivedCents ?? 'unnamed';
      // By the key, which keeps the kind under which an exception was opened.
      const key = `${kind}#${bankId}#${sum}`;
      const before = records.filter(({ exceptionId: id }) => id === key || id.startsWith(`${key}#`)).length;
      const occurrence = before === 0 ? `${sum}` : `${sum}#${before + 1}`;
      // An item that another writer put under this key meanwhile is read in the next round.
      if ((await put(itemOf({ ...exception, occurrence }, clock()))) === undefined) return true;
    }
    throw new Error('exception: the records of the transaction changed on every try');
  }

  return async (exception, context = {}) => {
    if (isPerMovement(exception.kind)) return recordMovement(exception, context);
    const openedBefore = await put(itemOf(exception, clock()));
    return openedBefore === undefined || isNew(openedBefore);
  };
}

function itemOf({ merchantId, occurrence, ...exception }: PaymentException, openedAt: number) {
  const { transactionId, kind, bankId } = exception;
  return {
    ...exception,
    item: `${EXCEPTION_PREFIX}${kind}#${bankId}${occurrence === undefined ? '' : `#${occurrence}`}`,
    // Not `merchantId`, which would put the exception into the indexes of transactions.
    ofMerchant: merchantId,
    state: 'open',
    openedAt,
    shard: shardOf(transactionId),
    exceptionKey: openKey(merchantId, openedAt),
  };
}
