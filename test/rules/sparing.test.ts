import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sparing } from '../../functions/runtime/sparing.ts';

// An endpoint that answers every call and keeps how it was signed.
const signatures: string[] = [];
const endpoint = createServer((request, response) => {
  signatures.push(request.headers.authorization ?? '');
  response.setHeader('Content-Type', 'application/x-amz-json-1.0').end('{"TableNames":[]}');
});
beforeAll(() => new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve)));
afterAll(() => endpoint.close());

setFlagsFromString('--allow-natives-syntax');
const isLaidOutForCopying: (object: object) => boolean = new Script(
  '(object) => %HasFastProperties(object)',
).runInThisContext();

function plainClient(): DynamoDBClient {
  let asked = 0;
  return new DynamoDBClient({
    region: 'eu-west-1',
    endpoint: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`,
    // Each has expired by the next call.
    credentials: async () => ({ accessKeyId: `KEY${++asked}`, secretAccessKey: 'x', expiration: new Date(0) }),
  });
}

it('lays the configuration out for copying, and leaves it so over calls', async () => {
  const client = sparing(plainClient());
  // Where this is no longer so, nothing is spared any more.
  expect(isLaidOutForCopying(plainClient().config)).toBe(false);
  expect(isLaidOutForCopying(client.config)).toBe(true);
  await client.send(new ListTablesCommand({}));
  expect(isLaidOutForCopying(client.config)).toBe(true);
});

it('signs each call with the credentials of its time', async () => {
  signatures.length = 0;
  const client = sparing(plainClient());
  await client.send(new ListTablesCommand({}));
  await client.send(new ListTablesCommand({}));
  const [first, second] = signatures.map((signature) => /Credential=KEY(\d+)/.exec(signature)?.[1]);
  expect(Number(second)).toBeGreaterThan(Number(first));
});
