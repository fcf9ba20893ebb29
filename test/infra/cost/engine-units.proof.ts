import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, startDynamo } from '../../../lib/local/engines/dynamo.ts';
import { type JsonClient, jsonClient } from '../../../lib/local/json-client.ts';

type Item = Record<string, { S: string } | { N: string }>;

const TABLE = 'counted';
const INDEX = 'byOwner';
const text = (length: number) => ({ S: 'x'.repeat(length) });
const id = (name: string) => ({ id: { S: name } });

/** Basis of the ledger: the engine must count capacity units by DynamoDB's documentation. */
describe('the embedded engine counts', () => {
  let engine: Engine;
  let dynamo: JsonClient;

  beforeAll(async () => {
    engine = await startDynamo();
    dynamo = jsonClient(engine.endpoint, 'dynamodb');
    await dynamo('CreateTable', {
      TableName: TABLE,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [
        { AttributeName: 'id', AttributeType: 'S' },
        { AttributeName: 'owner', AttributeType: 'S' },
        { AttributeName: 'at', AttributeType: 'N' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: INDEX,
          KeySchema: [
            { AttributeName: 'owner', KeyType: 'HASH' },
            { AttributeName: 'at', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    });
  });
  afterAll(() => engine.stop());

  /** Units of the table itself and of the index. */
  async function units(operation: string, request: object): Promise<[table: number, index: number]> {
    const { ConsumedCapacity } = await dynamo(operation, {
      TableName: TABLE,
      ReturnConsumedCapacity: 'INDEXES',
      ...request,
    });
    const { Table, GlobalSecondaryIndexes } = ConsumedCapacity as {
      Table?: { CapacityUnits: number };
      GlobalSecondaryIndexes?: Record<string, { CapacityUnits: number }>;
    };
    return [Table?.CapacityUnits ?? 0, GlobalSecondaryIndexes?.[INDEX]?.CapacityUnits ?? 0];
  }

  const put = (item: Item) => units('PutItem', { Item: item });
  const set = (name: string, attribute: string, value: Item[string]) =>
    units('UpdateItem', {
      Key: id(name),
      UpdateExpression: 'SET #a = :v',
      ExpressionAttributeNames: { '#a': attribute },
      ExpressionAttributeValues: { ':v': value },
    });

  test('a write unit for each begun kilobyte, including attribute names', async () => {
    // "id" and "a", and "v" with its value.
    expect(await put({ ...id('a'), v: text(1_024 - 4) })).toEqual([1, 0]);
    expect(await put({ ...id('b'), v: text(1_024 - 3) })).toEqual([2, 0]);
  });

  test('the larger of the item before and after, for an update and for a replacement', async () => {
    await put({ ...id('c'), v: text(1_500) });
    expect(await set('c', 'v', text(1))).toEqual([2, 0]);
    await put({ ...id('c'), v: text(1_500) });
    expect(await put({ ...id('c'), v: text(1) })).toEqual([2, 0]);
  });

  test('one for an index entry added or removed, two for a moved one, none for an unchanged one', async () => {
    expect(await put({ ...id('d'), owner: { S: 'o' }, at: { N: '1' } })).toEqual([1, 1]);
    expect(await set('d', 'other', text(1))).toEqual([1, 0]);
    expect(await set('d', 'at', { N: '1' })).toEqual([1, 0]);
    expect(await set('d', 'at', { N: '2' })).toEqual([1, 2]);
    expect(
      await units('UpdateItem', {
        Key: id('d'),
        UpdateExpression: 'REMOVE #a',
        ExpressionAttributeNames: { '#a': 'at' },
      }),
    ).toEqual([1, 1]);
  });

  test('half a read unit for each begun four kilobytes, one for a strong read, also without a result', async () => {
    await put({ ...id('e'), v: text(4_200) });
    expect(await units('GetItem', { Key: id('e') })).toEqual([1, 0]);
    expect(await units('GetItem', { Key: id('e'), ConsistentRead: true })).toEqual([2, 0]);
    expect(await units('GetItem', { Key: id('none') })).toEqual([0.5, 0]);
    expect(await units('GetItem', { Key: id('none'), ConsistentRead: true })).toEqual([1, 0]);
  });

  test('half a read unit for a query of an index that finds nothing', async () => {
    const query = {
      IndexName: INDEX,
      KeyConditionExpression: '#o = :o',
      ExpressionAttributeNames: { '#o': 'owner' },
      ExpressionAttributeValues: { ':o': { S: 'nobody' } },
    };
    expect(await units('Query', query)).toEqual([0, 0.5]);
  });
});
