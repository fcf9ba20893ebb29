import { isDeepStrictEqual } from 'node:util';
import { MAIN_ITEM } from '../../../functions/payments/tables.ts';
import type { Attributes } from '../../../functions/runtime/attributes.ts';
import { STREAM_FILTERS } from '../../../functions/webhooks/stream-filter.ts';
import type { JsonObject } from '../../../lib/local/json.ts';
import { type JsonClient, ServiceError } from '../../../lib/local/json-client.ts';
import { compileFilters } from '../../../lib/local/mappings/filter.ts';
import type { StreamRecord } from '../../../lib/local/mappings/stream-batch.ts';

/** Reads a table's stream from where it last was; only what the deployed mapping's filters let through. */
export class StreamReader {
  readonly #streams: JsonClient;
  readonly #streamArn: string;
  readonly #nowMs: () => number;
  readonly #passes = compileFilters(STREAM_FILTERS.map((pattern) => JSON.stringify(pattern)));
  /** When the sweep must look at each transaction that it must look at, as of the last record read. */
  readonly #dueAtMs = new Map<string, number>();
  /** By shard; the last record read, and the iterator behind it. */
  readonly #positions = new Map<string, { after: string; iterator?: string }>();

  constructor(streams: JsonClient, streamArn: string, nowMs: () => number) {
    this.#streams = streams;
    this.#streamArn = streamArn;
    this.#nowMs = nowMs;
  }

  /** The records since the last call, in order. */
  async read(): Promise<StreamRecord[]> {
    if (this.#positions.size === 0) await this.#findShards();
    const records: StreamRecord[] = [];
    for (const [shard, position] of this.#positions) {
      for (;;) {
        const page = await this.#page(shard, position);
        records.push(...page);
        if (page.length < PAGE) break;
      }
    }
    for (const record of records) this.#noteDue(record);
    return records.filter((record) => isChange(record) && this.#passes(record));
  }

  /** The earliest time at which the sweep must look; of these transactions where they are given. */
  earliestDueMs(transactionIds: Iterable<string> = this.#dueAtMs.keys()): number | undefined {
    const earliest = Math.min(...[...transactionIds].map((id) => this.#dueAtMs.get(id) ?? Number.POSITIVE_INFINITY));
    return Number.isFinite(earliest) ? earliest : undefined;
  }

  #noteDue({ eventName, dynamodb }: StreamRecord): void {
    const { Keys = {}, NewImage = {} } = dynamodb as { Keys?: Attributes; NewImage?: Attributes };
    const [id, dueAt] = [String(Keys.transactionId?.S), NewImage.dueAt?.N];
    if (Keys.item?.S !== MAIN_ITEM) return;
    if (eventName === 'REMOVE' || dueAt === undefined) this.#dueAtMs.delete(id);
    else this.#dueAtMs.set(id, Number(dueAt));
  }

  async #findShards(): Promise<void> {
    const { StreamDescription } = await this.#streams('DescribeStream', { StreamArn: this.#streamArn });
    const shards = (StreamDescription as JsonObject).Shards as JsonObject[];
    for (const { ShardId } of shards) this.#positions.set(String(ShardId), { after: '' });
  }

  async #page(shard: string, position: { after: string; iterator?: string }): Promise<StreamRecord[]> {
    position.iterator ??= await this.#iterator(shard, position.after);
    let answer: JsonObject;
    try {
      answer = await this.#streams('GetRecords', { ShardIterator: position.iterator, Limit: PAGE });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'ExpiredIteratorException') throw error;
      delete position.iterator;
      return this.#page(shard, position);
    }
    const records = (answer.Records ?? []) as unknown as StreamRecord[];
    position.after = records.at(-1)?.dynamodb.SequenceNumber ?? position.after;
    if (typeof answer.NextShardIterator === 'string') position.iterator = answer.NextShardIterator;
    // The engine stamps its own time; ages count in the world's.
    for (const { dynamodb } of records) dynamodb.ApproximateCreationDateTime = this.#nowMs() / 1_000;
    return records;
  }

  async #iterator(ShardId: string, after: string): Promise<string> {
    const from =
      after === ''
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after };
    const answer = await this.#streams('GetShardIterator', { StreamArn: this.#streamArn, ShardId, ...from });
    return String(answer.ShardIterator);
  }
}

const PAGE = 1_000;

/** DynamoDB writes no record for a write that changes nothing; the engine does. */
function isChange({ eventName, dynamodb }: StreamRecord): boolean {
  if (eventName !== 'MODIFY') return true;
  return !isDeepStrictEqual(dynamodb.NewImage, dynamodb.OldImage);
}
