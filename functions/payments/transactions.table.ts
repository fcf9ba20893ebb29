import { type DynamoDBClient, GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { type Attributes, fromAttributes, toAttributes } from '../runtime/attributes.ts';
import { writeMainItem } from './conditional-write.ts';
import { pointersIn } from './pointer.table.ts';
import { MAIN_ITEM, shardOf } from './tables.ts';
import type { BankAttempt, Transaction } from './transaction.ts';
import { transactionOf } from './transaction.ts';

export type Transactions = ReturnType<typeof transactionsTable>;

/** Items, conditions and reads of the `transactions` table, save the settling write (`settle.ts`) and the deliveries (`webhooks/`). */
export function transactionsTable(client: DynamoDBClient, tableName: string) {
  const write = (...[input]: [Parameters<typeof writeMainItem>[2]]) => writeMainItem(client, tableName, input);

  return {
    ...pointersIn(client, tableName),

    async create(transaction: Transaction): Promise<void> {
      const { transactionId } = transaction;
      await client.send(
        new PutItemCommand({
          TableName: tableName,
          Item: toAttributes({ ...transaction, item: MAIN_ITEM, shard: shardOf(transactionId) }),
        }),
      );
    },

    /** `consistent` costs a whole read unit instead of half of one, and sees every write that was answered before. */
    async read(transactionId: string, consistent: boolean): Promise<Transaction | undefined> {
      const { Item } = await client.send(
        new GetItemCommand({
          TableName: tableName,
          Key: toAttributes({ transactionId, item: MAIN_ITEM }),
          ConsistentRead: consistent,
        }),
      );
      return Item && transactionOf(Item);
    },

    /**
     * Writes down that a start may go out, before it does: only on a pending transaction without one that may be live
     * (invariant 2). `dueAt` comes along only where the sweep would otherwise look too late.
     */
    async claim(
      transactionId: string,
      index: number,
      attempt: BankAttempt,
      dueAt: number | undefined,
    ): Promise<boolean> {
      const outcome = await write({
        transactionId,
        update: `SET attempts = list_append(attempts, :attempt), liveAttempt = :index, paymentMethod = :method${dueAt === undefined ? '' : ', dueAt = :due'}`,
        condition: '#status = :pending AND attribute_not_exists(liveAttempt) AND size(attempts) = :index',
        values: {
          ':attempt': [attempt],
          ':index': index,
          ':method': attempt.method,
          ':pending': 'pending',
          ...(dueAt !== undefined && { ':due': dueAt }),
        },
        names: { '#status': 'status' },
      });
      // A repeat of our own write whose answer was lost fails its condition on what it wrote itself.
      return outcome.kind === 'written' || outcome.current?.attempts[index]?.bankId === attempt.bankId;
    },

    /** The bank said that the push is out. Loses silently against a settlement that came first. */
    async markLive(transactionId: string, index: number, statusId?: string): Promise<void> {
      await write({
        transactionId,
        update: `SET attempts[${index}].#state = :live${settingStatusId(index, statusId)}`,
        condition: 'liveAttempt = :index',
        values: {
          ':live': 'live',
          ':index': index,
          ...(statusId !== undefined && { ':statusId': statusId }),
        },
        names: { '#state': 'state' },
      });
    },

    /** Writes the reference the bank issued. Also after a settlement: `mb` is there if and only if one was issued. */
    async recordReference(
      transactionId: string,
      index: number,
      mb: { entity: string; reference: string; expiresAt: number },
      dueAt: number,
      statusId?: string,
    ): Promise<void> {
      const live = await write({
        transactionId,
        update: `SET mb = :mb, dueAt = :due, attempts[${index}].#state = :live, attempts[${index}].endsAt = :ends${settingStatusId(index, statusId)}`,
        condition: 'liveAttempt = :index',
        values: {
          ':mb': mb,
          ':due': dueAt,
          ':live': 'live',
          ':ends': mb.expiresAt,
          ':index': index,
          ...(statusId !== undefined && { ':statusId': statusId }),
        },
        names: { '#state': 'state' },
      });
      if (live.kind === 'written') return;
      await write({
        transactionId,
        update: 'SET mb = :mb',
        condition: 'attribute_exists(transactionId) AND attribute_not_exists(mb)',
        values: { ':mb': mb },
      });
    },

    /** Certainly nothing is out on this attempt: the transaction is without a method again (decisions D7, D8). */
    async free(transactionId: string, index: number, dueAt?: number): Promise<boolean> {
      const outcome = await write({
        transactionId,
        update:
          `SET attempts[${index}].#state = :ended, paymentMethod = :none${dueAt === undefined ? '' : ', dueAt = :due'} ` +
          `REMOVE liveAttempt, attempts[${index}].phoneHash, attempts[${index}].phoneLast3`,
        condition: 'liveAttempt = :index AND #status = :pending',
        values: {
          ':ended': 'ended',
          ':none': null,
          ':index': index,
          ':pending': 'pending',
          ...(dueAt !== undefined && { ':due': dueAt }),
        },
        names: { '#state': 'state', '#status': 'status' },
      });
      if (outcome.kind === 'written') return true;
      const { current } = outcome;
      return current?.status === 'pending' && current.attempts[index]?.state === 'ended';
    },

    /** Moves the sweep's next look, only if nothing it was decided from has changed since `seen`. */
    async rearm(seen: Transaction, to: number): Promise<void> {
      const { condition, values } = unchanged(seen);
      await write({
        transactionId: seen.transactionId,
        update: 'SET dueAt = :to',
        condition,
        values: { ...values, ':to': to },
      });
    },

    /** Nothing is left to do: takes the transaction off the sweep's index, only if nothing has changed since `seen`. */
    async disarm(seen: Transaction): Promise<void> {
      await write({ transactionId: seen.transactionId, update: 'REMOVE dueAt', ...unchanged(seen) });
    },

    /** Ids of what is due in one shard, the longest due first, a page at a time; `after` is where the page before ended. */
    async due(
      shard: number,
      nowMs: number,
      limit: number,
      after?: Attributes,
    ): Promise<{ transactionIds: string[]; after: Attributes | undefined }> {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName: tableName,
          IndexName: 'due',
          // `shard` is a reserved word.
          KeyConditionExpression: '#shard = :shard AND dueAt <= :now',
          ExpressionAttributeNames: { '#shard': 'shard' },
          ExpressionAttributeValues: toAttributes({ ':shard': shard, ':now': nowMs }),
          Limit: limit,
          ExclusiveStartKey: after,
        }),
      );
      const transactionIds = Items.map((item) => String(fromAttributes(item).transactionId));
      return { transactionIds, after: LastEvaluatedKey };
    },
  };
}

function settingStatusId(index: number, statusId: string | undefined): string {
  return statusId === undefined ? '' : `, attempts[${index}].statusId = :statusId`;
}

/**
 * `dueAt` alone does not tell: an ordinary claim or settlement leaves it where it is. Were it moved or removed by what
 * was true before, a push or an event written meanwhile would drop out of the sweep.
 */
function unchanged({ dueAt, attempts, settlements }: Transaction) {
  return {
    condition: 'dueAt = :from AND size(attempts) = :attempts AND size(settlements) = :settlements',
    values: { ':from': dueAt ?? null, ':attempts': attempts.length, ':settlements': settlements.length },
  };
}
