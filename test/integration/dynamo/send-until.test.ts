import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { sendingUntil } from '../../../functions/dynamo/send-until.ts';
import { ACCOUNT } from '../../rig/tables.ts';
import { httpServer } from '../../support/network/listening.ts';

test('a call that waits for a connection or an answer ends at its time, and is not sent later', async () => {
  const seen: string[] = [];
  const arrived = new EventTarget();
  let held: ServerResponse | undefined;
  const server = await httpServer(async (incoming, outgoing) => {
    seen.push(JSON.parse((await buffer(incoming)).toString()).Key.id.S);
    if (seen.length > 1) return void outgoing.end('{}');
    held = outgoing;
    arrived.dispatchEvent(new Event('first'));
  });
  const client = new DynamoDBClient({
    ...{ ...ACCOUNT, endpoint: server.origin, maxAttempts: 3 },
    requestHandler: { httpAgent: { maxSockets: 1 } },
  });
  const get = (id: string) => new GetItemCommand({ TableName: 't', Key: { id: { S: id } } });
  try {
    const first = client.send(get('first'));
    await once(arrived, 'first');
    await expect(sendingUntil(client, Date.now, Date.now() + 50).send(get('waiting'))).rejects.toThrow();
    held?.end('{}');
    await first;
    await client.send(get('last'));
    expect(seen).toEqual(['first', 'last']);
  } finally {
    client.destroy();
    await server.stop();
  }
});
