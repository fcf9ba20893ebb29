import { type DynamoDBClient, GetItemCommand, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { besideTransactions, conditionalWrite } from '../dynamo/conditional-write.ts';
import { MAIN_ITEM, TRANSACTIONS_TTL } from '../payments/tables.ts';
import type { Delivery } from '../payments/transaction.ts';
import { toAttributes } from '../runtime/attributes.ts';
import { DAY_MS } from '../runtime/durations.ts';
import {
  type Deliveries,
  type DeliveryChange,
  deliveryWrite,
  endedAs,
  expectationOf,
  type RecordOutcome,
} from './deliveries.ts';
import { type EventRecord, eventRecordOf } from './event.ts';
import { ANSWER_STORED_DAYS } from './plan.ts';

// A settlement added, or another delivery ended, between read and write: each is rare, and two in a row rarer still.
const WRITE_ATTEMPTS = 4;

/** Deliveries in the transactions table: partition key `transactionId`, sort key `item` (`main`, or `answer#…`). */
export function deliveriesTable(client: DynamoDBClient, tableName: string): Deliveries {
  return {
    async read(transactionId) {
      const query = { TableName: tableName, Key: mainKey(transactionId), ConsistentRead: true };
      const { Item } = await client.send(new GetItemCommand(query));
      return Item && eventRecordOf(Item);
    },

    async write(change, record) {
      let known = record;
      for (let attempt = 1; attempt <= WRITE_ATTEMPTS; attempt++) {
        const refusal = await update(client, tableName, change, known);
        if (refusal === undefined) return 'recorded';
        const verdict = refusedWriteOutcome(change, refusal.item);
        if (verdict !== 'again') return verdict;
        known = refusal.item as EventRecord;
      }
      return 'raced';
    },

    async storeAnswer({ transactionId, eventId, resends }, number, answer, nowMs) {
      const item = `answer#${eventId}#${resends}#${number}`;
      const expiresAtS = Math.floor((nowMs + ANSWER_STORED_DAYS * DAY_MS) / 1_000);
      const Item = toAttributes({ transactionId, item, answer, [TRANSACTIONS_TTL]: expiresAtS });
      await client.send(new PutItemCommand({ TableName: tableName, Item }));
    },
  };
}

/** Undefined when written; else the item that failed the condition. */
async function update(
  client: DynamoDBClient,
  tableName: string,
  change: DeliveryChange,
  record: EventRecord,
): Promise<{ item: EventRecord | undefined } | undefined> {
  const write = await conditionalWrite(
    besideTransactions(() =>
      client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: mainKey(change.target.transactionId),
          ...deliveryWrite(change, record),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    ),
  );
  return write.kind === 'written' ? undefined : { item: write.item && eventRecordOf(write.item) };
}

/**
 * What a refused condition means. Our own change found in the item: the SDK repeated a write whose answer was lost.
 * The delivery still as the change expects it: only the guard of the marks failed, so decide them again.
 */
function refusedWriteOutcome(change: DeliveryChange, item: EventRecord | undefined): RecordOutcome | 'again' {
  const settlement = item?.settlements[change.target.index];
  if (!settlement || settlement.eventId !== change.target.eventId) return 'raced';
  const { delivery } = settlement;
  if (delivery.resends !== change.target.resends) return 'raced';
  if (isMade(change, delivery)) return 'recorded';
  const { state, done = delivery.done } = expectationOf(change);
  return delivery.state === state && delivery.done === done ? 'again' : 'raced';
}

function isMade(change: DeliveryChange, { state, outcome, attempts, requeues }: Delivery): boolean {
  switch (change.kind) {
    case 'attempt':
      return attempts.some(({ id }) => id === change.attempt.id);
    case 'end':
    case 'give-up': {
      const ended = endedAs(change);
      return state === ended.state && outcome === ended.outcome;
    }
    case 're-queue':
      return requeues?.at === change.requeues.at && requeues.count === change.requeues.count;
  }
}

function mainKey(transactionId: string) {
  return toAttributes({ transactionId, item: MAIN_ITEM });
}
