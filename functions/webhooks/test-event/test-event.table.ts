import { type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../../runtime/attributes.ts';
import type { Clock } from '../../runtime/clock.ts';
import { randomId } from '../../runtime/ids.ts';
import { newTestId, testEventItem } from './test-event.ts';

export type SendTestEvent = (merchantId: string, transactionId?: string) => Promise<string>;

/**
 * Writes a `webhook.test` event for the merchant (§6, decision D11) and answers its id, under which the delivery can be
 * followed. The stream relays it like any event: same queue, signature, schedule and record.
 */
export function sendTestEventIn(
  client: DynamoDBClient,
  TableName: string,
  clock: Clock,
  requestId?: () => string | undefined,
): SendTestEvent {
  return async (merchantId, transactionId = newTestId()) => {
    const item = testEventItem({
      transactionId,
      eventId: randomId('evt'),
      merchantId,
      nowMs: clock(),
      requestId: requestId?.(),
    });
    await client.send(new PutItemCommand({ TableName, Item: toAttributes(item) }));
    return transactionId;
  };
}
