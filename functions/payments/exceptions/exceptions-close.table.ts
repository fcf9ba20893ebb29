import { type DynamoDBClient, GetItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { conditionalWrite } from '../../dynamo/conditional-write.ts';
import { type Attribute, toAttributes } from '../../runtime/attributes.ts';
import { itemsOf } from '../items.table.ts';
import { EXCEPTION_PREFIX } from './exception.ts';
import { closedKey } from './exception-keys.ts';
import type { ExceptionOutcome } from './exception-outcomes.ts';
import { type ExceptionRecord, exceptionOf } from './exception-record.ts';

/** Names one exception: the transaction, or `foreign_` and the bank's id, and its id there. */
export interface ExceptionName {
  transactionId: string;
  exceptionId: string;
}

/** `note` says why, at most 500 characters; `by` is a person's name or e-mail address, at most 100. */
export interface Closing {
  outcome: ExceptionOutcome;
  note: string;
  by: string;
}

export type Closed =
  /** Closed by this call, or by an earlier one that said the very same. */
  | { kind: 'closed'; exception: ExceptionRecord }
  /** Someone closed it before, otherwise: `exception.closed` says who, when and how. */
  | { kind: 'closed-before'; exception: ExceptionRecord }
  | { kind: 'not-found' };

export type Assigned =
  | { kind: 'assigned'; exception: ExceptionRecord }
  | { kind: 'closed-before'; exception: ExceptionRecord }
  | { kind: 'not-found' };

export type ExceptionDesk = ReturnType<typeof exceptionDeskTable>;

/** What people do with exceptions; each ends in one conditional write, so that of two at once one counts and the other is told. */
export function exceptionDeskTable(client: DynamoDBClient, tableName: string, clock: () => number) {
  return {
    /** Ends an exception: it leaves the list of open ones for that of the closed ones. */
    async close(name: ExceptionName, { outcome, note, by }: Closing): Promise<Closed> {
      const found = await read(name);
      if (!found) return { kind: 'not-found' };
      const closed = { outcome, note, by, at: clock() };
      const update = 'SET #state = :closed, closed = :how, exceptionKey = :key';
      const key = closedKey(closed.at, found.merchantId);
      const { isWritten, exception } = await write(name, update, { ':closed': 'closed', ':how': closed, ':key': key });
      if (!exception) return { kind: 'not-found' };
      const known = exception.closed;
      const isRepeat = known?.outcome === outcome && known.note === note && known.by === by;
      return { kind: isWritten || isRepeat ? 'closed' : 'closed-before', exception };
    },

    /** Says who looks after an open exception; the last one said counts. */
    async assign(name: ExceptionName, { to, by }: { to: string; by: string }): Promise<Assigned> {
      const update = 'SET assigned = :assigned';
      const { isWritten, exception } = await write(name, update, { ':assigned': { to, by, at: clock() } });
      if (!exception) return { kind: 'not-found' };
      return { kind: isWritten ? 'assigned' : 'closed-before', exception };
    },

    /** All exceptions of one transaction, open and closed, in the order in which they were opened. */
    async ofTransaction(transactionId: string): Promise<ExceptionRecord[]> {
      const items = await itemsOf(client, tableName, transactionId, EXCEPTION_PREFIX);
      return items.map(exceptionOf).sort((a, b) => a.openedAt - b.openedAt);
    },
  };

  /** Whose it is never changes; what else may is left to the condition of the write. */
  async function read({ transactionId, exceptionId }: ExceptionName): Promise<ExceptionRecord | undefined> {
    const Key = toAttributes({ transactionId, item: `${EXCEPTION_PREFIX}${exceptionId}` });
    const { Item } = await client.send(new GetItemCommand({ TableName: tableName, Key, ConsistentRead: true }));
    return Item && exceptionOf(Item);
  }

  /** Writes to an exception that is open; answers it as it is after the write, or as it was found. */
  async function write(
    { transactionId, exceptionId }: ExceptionName,
    update: string,
    values: Record<string, Attribute>,
  ): Promise<{ isWritten: boolean; exception: ExceptionRecord | undefined }> {
    const { kind, item } = await conditionalWrite(
      client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: toAttributes({ transactionId, item: `${EXCEPTION_PREFIX}${exceptionId}` }),
          UpdateExpression: update,
          // `state` is a reserved word.
          ConditionExpression: '#state = :open',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: toAttributes({ ...values, ':open': 'open' }),
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    );
    return { isWritten: kind === 'written', exception: item && exceptionOf(item) };
  }
}
