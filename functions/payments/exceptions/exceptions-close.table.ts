import { type DynamoDBClient, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { type Fragment, setting, updateOf, where } from '../../dynamo/update.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { EXCEPTION_PREFIX } from './exception.ts';
import { closedKey } from './exception-keys.ts';
import type { ExceptionOutcome } from './exception-outcomes.ts';
import { type ExceptionRecord, exceptionOf } from './exception-record.ts';
import { readExceptionsIn } from './exceptions.table.ts';

/** The key of an exception; `transactionId` is `foreign_` and the bank's id for a foreign payment. */
export interface ExceptionName {
  transactionId: string;
  exceptionId: string;
}

/** How an exception is closed: `note` has at most 500 characters; `by` is a name or e-mail address, at most 100. */
export interface Closing {
  outcome: ExceptionOutcome;
  note: string;
  by: string;
}

/** Outcome of closing an exception. */
export type Closed =
  /** Closed by this call, or by an earlier one with the same values. */
  | { kind: 'closed'; exception: ExceptionRecord }
  /** Closed before with other values: see `exception.closed`. */
  | { kind: 'closed-before'; exception: ExceptionRecord }
  | { kind: 'not-found' };

/** Outcome of assigning an exception. */
export type Assigned =
  | { kind: 'assigned'; exception: ExceptionRecord }
  | { kind: 'closed-before'; exception: ExceptionRecord }
  | { kind: 'not-found' };

export type ExceptionWrites = ReturnType<typeof exceptionWritesIn>;

/** Closing and assigning of exceptions, by one conditional write each: of two concurrent calls one fails. */
export function exceptionWritesIn(client: DynamoDBClient, tableName: string, clock: () => number) {
  const readExceptions = readExceptionsIn(client, tableName);

  return {
    /** Closes an exception. */
    async close(name: ExceptionName, { outcome, note, by }: Closing): Promise<Closed> {
      const found = await read(name);
      if (!found) return { kind: 'not-found' };
      const closed = { outcome, note, by, at: clock() };
      const exceptionKey = closedKey(closed.at, found.merchantId);
      const { isWritten, exception } = await write(name, setting({ state: 'closed', closed, exceptionKey }));
      if (!exception) return { kind: 'not-found' };
      const known = exception.closed;
      const isRepeat = known?.outcome === outcome && known.note === note && known.by === by;
      return { kind: isWritten || isRepeat ? 'closed' : 'closed-before', exception };
    },

    /** Assigns an open exception to a person; the last assignment counts. */
    async assign(name: ExceptionName, { to, by }: { to: string; by: string }): Promise<Assigned> {
      const { isWritten, exception } = await write(name, setting({ assigned: { to, by, at: clock() } }));
      if (!exception) return { kind: 'not-found' };
      return { kind: isWritten ? 'assigned' : 'closed-before', exception };
    },

    /** All exceptions of one transaction, open and closed, by time of opening. */
    async ofTransaction(transactionId: string): Promise<ExceptionRecord[]> {
      return (await readExceptions(transactionId)).sort((a, b) => a.openedAt - b.openedAt);
    },
  };

  // Only the merchant is used, which never changes; the condition of the write covers the rest.
  async function read({ transactionId, exceptionId }: ExceptionName): Promise<ExceptionRecord | undefined> {
    const Key = toAttributes({ transactionId, item: `${EXCEPTION_PREFIX}${exceptionId}` });
    const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key, ConsistentRead: true }));
    return Item && exceptionOf(Item);
  }

  /** Updates an open exception; returns it as it is after the write, or as it was found. */
  async function write(
    { transactionId, exceptionId }: ExceptionName,
    update: Fragment,
  ): Promise<{ isWritten: boolean; exception: ExceptionRecord | undefined }> {
    const { kind, item } = await conditionalWrite(
      client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: toAttributes({ transactionId, item: `${EXCEPTION_PREFIX}${exceptionId}` }),
          ...updateOf(update, where({ state: 'open' })),
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    );
    return { isWritten: kind === 'written', exception: item && exceptionOf(item) };
  }
}
