import { type DynamoDBClient, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { itemsOf } from '../items.table.ts';
import { shardOf } from '../tables.ts';
import { EXCEPTION_PREFIX, type MovementContext, type PaymentException, type RecordException } from './exception.ts';
import { openKey } from './exception-keys.ts';
import { type ExceptionRecord, exceptionOf } from './exception-record.ts';
import { isOfEachMovement, namesBetter, recordOf } from './recorded-money.ts';

// One so young is told again when it is reported again: who wrote it may have crashed before telling.
const NEWS_MS = 15 * 60_000;

// Each lost round is a record that another writer made or named meanwhile.
const ROUNDS = 10;

/**
 * Writes an exception once: the same kind about the same payment of the bank, and the same occurrence where there can
 * be several, is the same exception, open or closed. Of money that fits nothing, each movement has one (`recorded-money.ts`).
 */
export function recordExceptionIn(client: DynamoDBClient, tableName: string, clock: () => number): RecordException {
  const isNews = (openedAt: number) => clock() - openedAt < NEWS_MS;

  /** The time at which the item with this key was opened before; undefined when it is written now. */
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

  function name(record: ExceptionRecord, better: string): Promise<boolean> {
    const { operationId: known } = record;
    return change(record, {
      update: 'SET operationId = :better',
      condition: known === undefined ? 'attribute_not_exists(operationId)' : 'operationId = :known',
      values: { ':better': better, ...(known !== undefined && { ':known': known }) },
    });
  }

  /** Of what is open only: who closed it has seen it as it was. */
  function becomeSecond(record: ExceptionRecord): Promise<boolean> {
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
      const records = (await itemsOf(client, tableName, transactionId, EXCEPTION_PREFIX)).map(exceptionOf);
      const known = recordOf(exception, context, records);
      // The payment is another one by now: finance is to return all of this one, not what was too much of it.
      if (known?.kind === 'overpaid' && context.isAnother && (await becomeSecond(known))) return true;
      if (known && (!namesBetter(known, exception) || (await name(known, operationId)))) return isNews(known.openedAt);
      if (known) continue;
      const isLike = (record: ExceptionRecord) =>
        record.kind === kind && record.bankId === bankId && record.receivedCents === receivedCents;
      const before = records.filter(isLike).length;
      const sum = exception.occurrence ?? receivedCents ?? 'unnamed';
      const occurrence = before === 0 ? `${sum}` : `${sum}#${before + 1}`;
      // One that somebody else has written under this key in the meantime is read in the next round.
      if ((await put(itemOf({ ...exception, occurrence }, clock()))) === undefined) return true;
    }
    throw new Error('exception: the records of the transaction changed on every try');
  }

  return async (exception, context = {}) => {
    if (isOfEachMovement(exception.kind)) return recordMovement(exception, context);
    const openedBefore = await put(itemOf(exception, clock()));
    return openedBefore === undefined || isNews(openedBefore);
  };
}

function itemOf({ merchantId, occurrence, ...exception }: PaymentException, openedAt: number) {
  const { transactionId, kind, bankId } = exception;
  return {
    ...exception,
    item: `${EXCEPTION_PREFIX}${kind}#${bankId}${occurrence === undefined ? '' : `#${occurrence}`}`,
    // Not `merchantId`: that attribute would enter the exception into the indexes of transactions.
    ofMerchant: merchantId,
    state: 'open',
    openedAt,
    shard: shardOf(transactionId),
    exceptionKey: openKey(merchantId, openedAt),
  };
}
