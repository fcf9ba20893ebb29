import {
  type DynamoDBClient,
  ProvisionedThroughputExceededException,
  ThrottlingException,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { conditionalWrite } from '../dynamo/conditional-write.ts';
import { removing, setting, updateOf, where } from '../dynamo/update.ts';
import { MAX_REQUESTS_PER_MINUTE } from '../http/messages.ts';
import { type Attributes, fromAttributes, toAttributes } from '../runtime/attributes.ts';
import { admitted, cutOff, type Metering, newLog, RATE_LIMITS_TTL, refused, WINDOW_MS } from './rate-limit.ts';

/** Counts a request of an address at `nowMs`. Throws when the table cannot be reached. */
export type Meter = (address: string, nowMs: number) => Promise<Metering>;

const log = z.array(z.number()).check(z.length(MAX_REQUESTS_PER_MINUTE));

// Two first requests of an address may both find no log; the second finds it in the next round.
const MAX_TRIES = 3;

/** When an address may call again whose key DynamoDB throttled. */
const THROTTLED_RETRY_MS = 1_000;

/**
 * Meters an address with one conditional UpdateItem, which tests the sliding log and appends to it in the same write:
 * two requests never get the same position. A refused write changes nothing and returns the log.
 */
export function meterIn(client: DynamoDBClient, tableName: string): Meter {
  return async (address, nowMs) => {
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      const metering =
        (await append(client, tableName, address, nowMs)) ?? (await create(client, tableName, address, nowMs));
      if (metering) return metering;
    }
    throw new Error('meter: the log of an address vanished between two writes');
  };
}

/** Undefined when the address has no log yet. */
async function append(
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
          ...updateOf(
            setting({ [`log[${MAX_REQUESTS_PER_MINUTE}]`]: nowMs, [RATE_LIMITS_TTL]: expiry(nowMs) }),
            removing('log[0]'),
            { conditions: ['log[0] <= :cut'], values: { cut: cutOff(nowMs) } },
          ),
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    );
    return kind === 'written' ? admitted(logOf(item), nowMs) : item && refused(logOf(item));
  } catch (error) {
    // One address is one partition key: it is throttled only far above the limit.
    if (error instanceof ThrottlingException || error instanceof ProvisionedThroughputExceededException) {
      return { kind: 'refused', retryAtMs: nowMs + THROTTLED_RETRY_MS };
    }
    throw error;
  }
}

/** Writes the first log of an address; undefined when another request created it meanwhile. */
async function create(
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
        ...updateOf(setting({ log: first, [RATE_LIMITS_TTL]: expiry(nowMs) }), where({ log: undefined })),
      }),
    ),
  );
  return kind === 'written' ? admitted(first, nowMs) : undefined;
}

function logOf(item: Attributes | undefined): number[] {
  return log.parse(fromAttributes(item ?? {}).log);
}

/** A log is needed for one window only; an hour allows for late deletion and clock skew. */
function expiry(nowMs: number): number {
  return Math.ceil((nowMs + 60 * WINDOW_MS) / 1000);
}
