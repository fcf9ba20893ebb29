import {
  type DynamoDBClient,
  ProvisionedThroughputExceededException,
  ThrottlingException,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { conditionalWrite } from '../dynamo/conditional-write.ts';
import { type Attributes, fromAttributes, toAttributes } from '../runtime/attributes.ts';
import { admitted, cutOff, LIMIT, type Metering, newLog, RATE_LIMITS_TTL, refused, WINDOW_MS } from './rate-limit.ts';

export type Meter = (address: string, nowMs: number) => Promise<Metering>;

const log = z.array(z.number()).check(z.length(LIMIT));

// Two first requests of an address may both find no log; the loser finds the winner's at the next try.
const TRIES = 3;

/**
 * Meters an address with one conditional UpdateItem: the exact sliding log is tested and moved on in the same write, so
 * that no two requests can take the same place. A refused write changes nothing and brings the log along.
 */
export function meterIn(client: DynamoDBClient, tableName: string): Meter {
  return async (address, nowMs) => {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const metering =
        (await moveOn(client, tableName, address, nowMs)) ?? (await begin(client, tableName, address, nowMs));
      if (metering) return metering;
    }
    throw new Error('meter: the log of an address vanished between two writes');
  };
}

/** Undefined when the address has no log yet. */
async function moveOn(
  client: DynamoDBClient,
  tableName: string,
  address: string,
  nowMs: number,
): Promise<Metering | undefined> {
  try {
    const { kind, item } = await conditionalWrite(
      client.send(
        new UpdateItemCommand({
          TableName: tableName,
          Key: toAttributes({ address }),
          UpdateExpression: `SET #log[${LIMIT}] = :now, ${RATE_LIMITS_TTL} = :expires REMOVE #log[0]`,
          ConditionExpression: '#log[0] <= :cut',
          ExpressionAttributeNames: { '#log': 'log' },
          ExpressionAttributeValues: toAttributes({ ':now': nowMs, ':cut': cutOff(nowMs), ':expires': expiry(nowMs) }),
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    );
    return kind === 'written' ? admitted(logOf(item), nowMs) : item && refused(logOf(item));
  } catch (error) {
    // One address is one key: more than a thousand writes a second on it is far over the limit.
    if (error instanceof ThrottlingException || error instanceof ProvisionedThroughputExceededException) {
      return { kind: 'refused', againAt: nowMs + 1000 };
    }
    throw error;
  }
}

/** The address's first log; undefined when another request began it at the same time. */
async function begin(
  client: DynamoDBClient,
  tableName: string,
  address: string,
  nowMs: number,
): Promise<Metering | undefined> {
  const first = newLog(nowMs);
  const { kind } = await conditionalWrite(
    client.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: toAttributes({ address }),
        UpdateExpression: `SET #log = :log, ${RATE_LIMITS_TTL} = :expires`,
        ConditionExpression: 'attribute_not_exists(#log)',
        ExpressionAttributeNames: { '#log': 'log' },
        ExpressionAttributeValues: toAttributes({ ':log': first, ':expires': expiry(nowMs) }),
      }),
    ),
  );
  return kind === 'written' ? admitted(first, nowMs) : undefined;
}

function logOf(item: Attributes | undefined): number[] {
  return log.parse(fromAttributes(item ?? {}).log);
}

/** An idle address's log is of no use after a window; an hour leaves room for slow clean-up and skewed clocks. */
function expiry(nowMs: number): number {
  return Math.ceil((nowMs + 60 * WINDOW_MS) / 1000);
}
