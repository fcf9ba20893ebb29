import { expect, test } from 'vitest';
import type { UsedRight } from '../../lib/local/rights/function-rights.ts';
import { generatedName } from '../../lib/local/template/names.ts';
import { lambda, start, table, writeAssembly } from './fixture.ts';

/** Sends a call as the SDK does, with the credentials and to the endpoint of its environment. */
const CALLER = `
export const handler = async ({ engine, target, body }) => {
  const credential = process.env.AWS_ACCESS_KEY_ID + '/20260101/eu-west-1/any/aws4_request';
  const headers = {
    authorization: 'AWS4-HMAC-SHA256 Credential=' + credential + ', SignedHeaders=host, Signature=0',
    'x-amz-date': '20260101T000000Z',
    'x-amz-target': target,
    'content-type': 'application/x-amz-json-1.0',
  };
  const url = process.env['AWS_ENDPOINT_URL_' + engine];
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, text: await answer.text() };
};`;

const assembly = writeAssembly(
  {
    app: {
      resources: {
        Things: table(),
        Key: { Type: 'AWS::SecretsManager::Secret', Properties: { Name: 'key', SecretString: 'k' } },
        First: lambda('caller', { FunctionName: 'app-first' }),
        Second: lambda('caller', { FunctionName: 'app-second' }),
      },
    },
  },
  { caller: CALLER },
);

const id = (S: string) => ({ id: { S } });
const tableName = generatedName({ stack: 'app', logicalId: 'Things' }, 128);
const things = { TableName: tableName };
const TABLE = `arn:aws:dynamodb:eu-west-1:000000000000:table/${tableName}`;
const QUEUE = 'arn:aws:sqs:eu-west-1:000000000000:jobs';

/** By AWS's Service Authorization Reference and the notes of each call. */
const CALLS: [engine: string, target: string, body: object, rights: string[]][] = [
  [
    'DYNAMODB',
    'DynamoDB_20120810.PutItem',
    { ...things, Item: { ...id('ä'), n: { N: '1' } } },
    [`dynamodb:PutItem ${TABLE} ä`],
  ],
  ['DYNAMODB', 'DynamoDB_20120810.Query', { ...things, IndexName: 'by' }, [`dynamodb:Query ${TABLE}/index/by`]],
  [
    'DYNAMODB',
    'DynamoDB_20120810.BatchGetItem',
    { RequestItems: { [tableName]: { Keys: [id('b'), id('a')] } } },
    [`dynamodb:BatchGetItem ${TABLE} a b`],
  ],
  [
    'DYNAMODB',
    'DynamoDB_20120810.TransactWriteItems',
    { TransactItems: [{ Put: { ...things, Item: id('a') } }, { ConditionCheck: { ...things, Key: id('b') } }] },
    [`dynamodb:PutItem ${TABLE} a`, `dynamodb:ConditionCheckItem ${TABLE} b`],
  ],
  ['SQS', 'AmazonSQS.SendMessageBatch', { QueueUrl: 'http://any/0/jobs', Entries: [] }, [`sqs:SendMessage ${QUEUE}`]],
  [
    'SECRETS_MANAGER',
    'secretsmanager.GetSecretValue',
    { SecretId: 'key' },
    ['secretsmanager:GetSecretValue arn:aws:secretsmanager:eu-west-1:000000000000:secret:key-xxxxxx'],
  ],
];

test('each call of a function is reported with the right that AWS asks for, also one that the engine refuses', async () => {
  const used: UsedRight[] = [];
  const { host } = await start(assembly, { onRight: (right) => void used.push(right) });
  for (const [index, [engine, target, body, rights]] of CALLS.entries()) {
    const functionName = index % 2 ? 'app-first' : 'app-second';
    used.length = 0;
    const answer = await host.invoke(functionName, { engine, target, body });
    expect(answer, target).toEqual({ status: expect.any(Number), text: expect.stringContaining('{') });
    const named = used.map(({ action, resource, leadingKeys = [] }) => [action, resource, ...leadingKeys].join(' '));
    expect(named, target).toEqual(rights);
    expect(new Set(used.map((right) => right.functionName))).toEqual(new Set([functionName]));
  }
  // The host's own calls are nobody's.
  const other = await fetch(host.clientEnvironment.AWS_ENDPOINT_URL_SQS ?? '', { method: 'POST', body: '{}' });
  expect(other.status).toBe(400);
  expect(used).toHaveLength(1);
  await host.stop();
});
