import {
  type DynamoDBClient,
  PutItemCommand,
  type TransactWriteItem,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { isMoreExact, nameOf } from '../../banking/movement.ts';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { queryAll } from '../../dynamo/query.ts';
import { retryOvertaken } from '../../dynamo/retry-overtaken.ts';
import { conditionOf, setting, updateOf, where } from '../../dynamo/update.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import type { Records } from '../money/ledger.ts';
import { readRecordsIn, writeMoneyIn } from '../money/records.table.ts';
import { itemsQuery } from '../partition.ts';
import { shardOf } from '../tables.ts';
import { EXCEPTION_NEW_MS } from '../times.ts';
import { EXCEPTION_PREFIX, type MovementContext, type PaymentException, type RecordException } from './exception.ts';
import { EXCEPTION_FACTS } from './exception-facts.ts';
import { openKey } from './exception-keys.ts';
import { type ExceptionRecord, exceptionOf } from './exception-record.ts';
import { findRecord } from './recorded-money.ts';

/** The exceptions of a transaction, open and closed, by a strongly consistent read. Throws `UnreadableItem`. */
export type ReadExceptions = (transactionId: string) => Promise<ExceptionRecord[]>;

export function readExceptionsIn(client: DynamoDBClient, tableName: string): ReadExceptions {
  return async (transactionId) =>
    (await queryAll(client, itemsQuery(tableName, transactionId, EXCEPTION_PREFIX))).map(exceptionOf);
}

/**
 * Records an exception once. Kind, payment and occurrence identify it, whether it is open or closed. Kinds about
 * separate money have one exception per movement (`recorded-money.ts`). Money beside the payment changes what the
 * transaction's refunds return of it: their sums are written together with the exception.
 */
export function recordExceptionIn(client: DynamoDBClient, tableName: string, clock: () => number): RecordException {
  const isNew = (openedAt: number) => clock() - openedAt < EXCEPTION_NEW_MS;
  const [readRecords, writeMoney] = [readRecordsIn(client, tableName), writeMoneyIn(client, tableName)];
  const readExceptions = readExceptionsIn(client, tableName);

  /** Writes an item; if there is one with this key, returns the time at which that one was opened. */
  async function put(item: ExceptionItem): Promise<number | undefined> {
    const write = await conditionalWrite(
      client.send(new PutItemCommand({ ...putOf(tableName, item), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' })),
    );
    return write.kind === 'written' ? undefined : Number(write.item?.openedAt?.N ?? 0);
  }

  /** By its exact name it can be the payment or another record. False when another writer was first. */
  async function nameMovement(records: Records | undefined, record: ExceptionRecord, operationId: string) {
    const { transactionId, exceptionId, operationId: known } = record;
    const Update = {
      TableName: tableName,
      Key: toAttributes({ transactionId, item: EXCEPTION_PREFIX + exceptionId }),
      ...updateOf(setting({ operationId }), where({ operationId: known })),
    };
    if (records && isMoneyBeside(record)) return writeBeside(records, { Update }, { ...record, operationId });
    return (await conditionalWrite(client.send(new UpdateItemCommand(Update)))).kind === 'written';
  }

  /** Writes one exception beside `records`; false when another write of the transaction's money was first. */
  function writeBeside(records: Records, write: TransactWriteItem, exception: ExceptionRecord): Promise<boolean> {
    const others = records.exceptions.filter(({ exceptionId }) => exceptionId !== exception.exceptionId);
    const change = { before: records, after: { ...records, exceptions: [...others, exception] }, nowMs: clock() };
    return writeMoney(change, { items: [write] });
  }

  /** Changes `overpaid` to `paid-twice`, only while it is open: a closed exception is not changed. */
  async function convertToPaidTwice(records: Records, record: ExceptionRecord): Promise<boolean> {
    const { transactionId, exceptionId, merchantId, openedAt } = record;
    const Update = {
      TableName: tableName,
      Key: toAttributes({ transactionId, item: EXCEPTION_PREFIX + exceptionId }),
      ...updateOf(
        setting({ kind: 'paid-twice' }),
        where({ kind: 'overpaid', exceptionKey: openKey(merchantId, openedAt) }),
      ),
    };
    return writeBeside(records, { Update }, { ...record, kind: 'paid-twice' });
  }

  /** Whether the exception was written: by its key alone, or beside the records that it changes. */
  function isWritten(records: Records | undefined, item: ExceptionItem): Promise<boolean> {
    if (!records || !isMoneyBeside(item)) return put(item).then((openedBefore) => openedBefore === undefined);
    return writeBeside(records, { Put: putOf(tableName, item) }, exceptionOf(toAttributes(item)));
  }

  /** Brings the record of a movement that is reported again up to date; false when another writer was first. */
  async function isUpdated(
    records: Records | undefined,
    known: ExceptionRecord,
    { operationId }: PaymentException,
  ): Promise<boolean> {
    const isNamed = operationId !== undefined && isMoreExact(nameOf(operationId), nameOf(known.operationId));
    return !isNamed || nameMovement(records, known, operationId);
  }

  /** Records money, each movement once. */
  async function recordMoney(exception: PaymentException, context: MovementContext): Promise<boolean> {
    const { transactionId, kind } = exception;
    return retryOvertaken(transactionId, async () => {
      const records = await readRecords(transactionId);
      const exceptions = records?.exceptions ?? (await readExceptions(transactionId));
      if (!EXCEPTION_FACTS[kind].isPerMovement) {
        const item = itemOf(exception, clock());
        const known = exceptions.find(({ exceptionId }) => EXCEPTION_PREFIX + exceptionId === item.item);
        if (known) return isNew(known.openedAt);
        return (await isWritten(records, item)) || undefined;
      }
      const known = findRecord(exception, context, exceptions);
      if (known === 'payment') return false;
      if (!known) {
        return (await isWritten(records, itemOf(withOccurrence(exception, exceptions), clock()))) || undefined;
      }
      // Another movement has paid the transaction meanwhile: all of this money is to be returned, not only the excess.
      const isSecond = known.kind === 'overpaid' && known.state === 'open' && context.isAnother;
      if (records && isSecond) return (await convertToPaidTwice(records, known)) || undefined;
      return (await isUpdated(records, known, exception)) ? isNew(known.openedAt) : undefined;
    });
  }

  return async (exception, context = {}) => {
    if (EXCEPTION_FACTS[exception.kind].isPerMovement || isMoneyBeside(exception))
      return recordMoney(exception, context);
    const openedBefore = await put(itemOf(exception, clock()));
    return openedBefore === undefined || isNew(openedBefore);
  };
}

/** Of movements with one sum each has a number; by the key, which retains the kind under which it was opened. */
function withOccurrence(exception: PaymentException, exceptions: readonly ExceptionRecord[]): PaymentException {
  const { kind, bankId, receivedCents } = exception;
  const sum = exception.occurrence ?? receivedCents ?? 'unnamed';
  const key = `${kind}#${bankId}#${sum}`;
  const before = exceptions.filter(({ exceptionId: id }) => id === key || id.startsWith(`${key}#`)).length;
  return { ...exception, occurrence: before === 0 ? `${sum}` : `${sum}#${before + 1}` };
}

type ExceptionItem = ReturnType<typeof itemOf>;

/** Whether its money counts as received beside the payment. */
function isMoneyBeside({ kind, receivedCents }: Pick<PaymentException, 'kind' | 'receivedCents'>): boolean {
  return receivedCents !== null && EXCEPTION_FACTS[kind].isOwnMoney;
}

function putOf(TableName: string, item: ExceptionItem) {
  return { TableName, Item: toAttributes(item), ...conditionOf(where({ item: undefined })) };
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
