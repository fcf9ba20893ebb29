import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, startDynamo } from '../../lib/local/engines/dynamo.ts';
import type { JsonObject } from '../../lib/local/json.ts';
import { type JsonClient, jsonClient } from '../../lib/local/json-client.ts';
import { SharedReads } from '../../lib/local/mappings/shared-reads.ts';
import { TableStream } from '../../lib/local/mappings/table-stream.ts';

let engine: Engine;
let dynamo: JsonClient;
let streams: JsonClient;
beforeAll(async () => {
  engine = await startDynamo();
  dynamo = jsonClient(engine.endpoint, 'dynamodb');
  streams = jsonClient(engine.endpoint, 'streams');
});
afterAll(() => engine.stop());

/** A streamed table of its own, with as many readers that share, and how many records the engine was made to read. */
async function shared({ table, readers }: { table: string; readers: number }) {
  const { TableDescription } = await dynamo('CreateTable', {
    TableName: table,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
  const asked = { records: 0 };
  const counting: JsonClient = async (operation, request) => {
    const answer = await streams(operation, request);
    if (operation === 'GetRecords') asked.records += (answer.Records as unknown[]).length;
    return answer;
  };
  const sharedReads = new SharedReads();
  const source = {
    streams: counting,
    sharedReads,
    engineStreamArn: String((TableDescription as JsonObject).LatestStreamArn),
    sourceArn: 'arn:aws:dynamodb:eu-west-1:000000000000:table/shared/stream/1',
    clock: { aheadMs: () => 0 },
  };
  const put = (id: string) => dynamo('PutItem', { TableName: table, Item: { id: { S: id } } });
  const made = Array.from({ length: readers }, () => reader(new TableStream(source)));
  return { put, asked, readers: await Promise.all(made) };
}

/** Reads on from where it stopped, and answers the ids it found. */
async function reader(stream: TableStream) {
  const [shard = ''] = await stream.shards();
  let iterator: string | undefined = await stream.iterator(shard, '');
  return async () => {
    const { records, next } = await stream.read(iterator ?? '');
    iterator = next;
    return records.map(({ dynamodb }) => (dynamodb.NewImage as { id: { S: string } }).id.S);
  };
}

describe('readers of one stream', () => {
  test('have the engine read each record once, whoever comes first', async () => {
    const { put, asked, readers } = await shared({ table: 'once', readers: 2 });
    const [first, second] = readers;
    await put('a');
    await put('b');
    expect(await first?.()).toEqual(['a', 'b']);
    expect(await second?.()).toEqual(['a', 'b']);
    await put('c');
    expect(await second?.()).toEqual(['c']);
    expect(await first?.()).toEqual(['c']);
    expect(asked.records).toBe(3);
  });

  test('get what others have read in pieces, and what came since, in one read', async () => {
    const { put, asked, readers } = await shared({ table: 'pieces', readers: 2 });
    const [first, second] = readers;
    for (const id of ['a', 'b']) {
      await put(id);
      expect(await first?.()).toEqual([id]);
    }
    await put('c');
    expect(await second?.()).toEqual(['a', 'b', 'c']);
    expect(await first?.()).toEqual(['c']);
    expect(asked.records).toBe(3);
  });

  test('see what was written after a read that found nothing', async () => {
    const { put, readers } = await shared({ table: 'nothing', readers: 2 });
    const [first, second] = readers;
    expect(await first?.()).toEqual([]);
    await put('a');
    expect(await second?.()).toEqual(['a']);
    expect(await first?.()).toEqual(['a']);
  });

  test('are three of them: each gets everything', async () => {
    const { put, asked, readers } = await shared({ table: 'three', readers: 3 });
    await put('a');
    for (const read of readers) expect(await read()).toEqual(['a']);
    expect(asked.records).toBe(1);
  });

  test('that read at once from the same position over and over still share the rest', () => {
    const reads = new SharedReads();
    reads.join();
    reads.join();
    const read = (number: number) => ({ records: [{ dynamodb: { SequenceNumber: String(number) } }], next: 'on' });
    for (let number = 1; number <= 2_000; number++) reads.keep('same', read(number));
    reads.keep('later', read(2_001));
    expect(reads.take('same')).toEqual(read(2_000));
    expect(reads.take('later')).toEqual(read(2_001));
    expect(reads.take('later')).toBeUndefined();
  });

  test('far behind, get from the engine what is no longer kept', async () => {
    const { put, asked, readers } = await shared({ table: 'behind', readers: 2 });
    const [first, second] = readers;
    const ids = Array.from({ length: 1_150 }, (_, index) => `id-${index}`);
    for (const id of ids) await put(id);
    for (const read of [first, second]) {
      const seen: string[] = [];
      for (let found = await read?.(); found && found.length > 0; found = await read?.()) seen.push(...found);
      expect(seen).toEqual(ids);
    }
    expect(asked.records).toBeGreaterThan(ids.length);
    expect(asked.records).toBeLessThan(2 * ids.length);
  });
});
