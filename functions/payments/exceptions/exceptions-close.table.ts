import { type DynamoDBClient, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { type Fragment, removing, setting, updateOf, where } from '../../dynamo/update.ts';
import { toAttributes } from '../../runtime/attributes.ts';
import { MAX_NOTES } from '../../runtime/text-limits.ts';
import { readMoneyIn } from '../money/records.table.ts';
import { EXCEPTION_PREFIX } from './exception.ts';
import { closedKey } from './exception-keys.ts';
import type { PersonOutcome } from './exception-outcomes.ts';
import { type ExceptionRecord, exceptionOf } from './exception-record.ts';

/** The key of an exception; `transactionId` is `foreign_` and the bank's id for one of no transaction. */
export interface ExceptionName {
  transactionId: string;
  exceptionId: string;
}

/** How a person closes an exception: `note` has at most 500 characters; `by` is a name or e-mail address, at most 100. */
export interface Closing {
  outcome: PersonOutcome;
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

/** Outcome of adding a note. */
export type Noted =
  | { kind: 'noted'; exception: ExceptionRecord }
  | { kind: 'closed-before'; exception: ExceptionRecord }
  /** It has `MAX_NOTES`. */
  | { kind: 'full'; exception: ExceptionRecord }
  | { kind: 'not-found' };

export type ExceptionWrites = ReturnType<typeof exceptionWritesIn>;

/** Notes about exceptions and their closing, by one conditional write each: of two concurrent closings one fails. */
export function exceptionWritesIn(client: DynamoDBClient, tableName: string, clock: () => number) {
  const readMoney = readMoneyIn(client, tableName);

  return {
    /**
     * Closes an exception. Only `not-ours` changes a sum: without `paidAt` its money is no movement of the index `paid`.
     */
    async close(name: ExceptionName, { outcome, note, by }: Closing): Promise<Closed> {
      const found = await read(name);
      if (!found) return { kind: 'not-found' };
      const closed = { outcome, note, by, at: clock() };
      const exceptionKey = closedKey(closed.at, found.merchantId);
      const isTakenOut = outcome === 'not-ours' && found.receivedCents !== null;
      const { isWritten, exception } = await write(
        name,
        setting({ state: 'closed', closed, exceptionKey }),
        ...(isTakenOut ? [removing('paidAt')] : []),
      );
      if (!exception) return { kind: 'not-found' };
      const known = exception.closed;
      const isRepeat = known?.outcome === outcome && known.note === note && known.by === by;
      return { kind: isWritten || isRepeat ? 'closed' : 'closed-before', exception };
    },

    /** Adds a note to an open exception. */
    async note(name: ExceptionName, { text, by }: { text: string; by: string }): Promise<Noted> {
      const { isWritten, exception } = await write(name, {
        set: ['notes = list_append(if_not_exists(notes, :none), :note)'],
        conditions: ['(attribute_not_exists(notes) OR size(notes) < :most)'],
        values: { none: [], note: [{ text, by, at: clock() }], most: MAX_NOTES },
      });
      if (!exception) return { kind: 'not-found' };
      if (isWritten) return { kind: 'noted', exception };
      return { kind: exception.state === 'closed' ? 'closed-before' : 'full', exception };
    },

    /** All exceptions of one transaction, open and closed, by time of opening. */
    async ofTransaction(transactionId: string): Promise<ExceptionRecord[]> {
      return (await readMoney(transactionId)).exceptions.toSorted((a, b) => a.openedAt - b.openedAt);
    },
  };

  // Only facts that never change are used; the condition of the write covers the rest.
  async function read(name: ExceptionName): Promise<ExceptionRecord | undefined> {
    const { Item } = await client.send(
      new GetItemCommand({ TableName: tableName, Key: keyOf(name), ConsistentRead: true }),
    );
    return Item && exceptionOf(Item);
  }

  /** Updates an open exception; returns it as it is after the write, or as it was found. */
  async function write(
    name: ExceptionName,
    ...update: readonly Fragment[]
  ): Promise<{ isWritten: boolean; exception: ExceptionRecord | undefined }> {
    const { kind, item } = await conditionalWrite(
      client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: keyOf(name),
          ...updateOf(...update, where({ state: 'open' })),
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    );
    return { isWritten: kind === 'written', exception: item && exceptionOf(item) };
  }
}

function keyOf({ transactionId, exceptionId }: ExceptionName) {
  return toAttributes({ transactionId, item: `${EXCEPTION_PREFIX}${exceptionId}` });
}
