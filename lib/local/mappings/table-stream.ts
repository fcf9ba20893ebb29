import type { Clock } from '../clock/clock.ts';
import { isObject, type JsonObject } from '../json.ts';
import { type JsonClient, ServiceError } from '../json-client.ts';
import { REGION } from '../template/names.ts';
import type { StreamRecord } from './stream-batch.ts';

export interface TableStreamSource {
  streams: JsonClient;
  /** The engine's ARN of the stream, which names another region. */
  engineStreamArn: string;
  /** The ARN in the records. */
  sourceArn: string;
  clock: Pick<Clock, 'aheadMs'>;
}

export interface Read {
  records: StreamRecord[];
  /** Undefined at the end of the shard. */
  next: string | undefined;
}

/** A tenth of AWS's limit, because the engine is blocked during a read, at least 0.1 ms for each record. */
export const RECORDS_A_READ = 100;

/** A table's stream in the engine, with records in Lambda's form. A call rejects with the engine's error. */
export class TableStream {
  readonly #source: TableStreamSource;

  constructor(source: TableStreamSource) {
    this.#source = source;
  }

  async shards(): Promise<string[]> {
    const { StreamDescription: description } = await this.#source.streams('DescribeStream', {
      StreamArn: this.#source.engineStreamArn,
    });
    const shards =
      isObject(description) && Array.isArray(description.Shards) ? (description.Shards as JsonObject[]) : [];
    return shards.map(({ ShardId }) => String(ShardId));
  }

  /** `after`: a sequence number, or '' for the oldest stored record. */
  async iterator(shard: string, after: string): Promise<string> {
    const from =
      after === ''
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after };
    const request = { StreamArn: this.#source.engineStreamArn, ShardId: shard, ...from };
    try {
      return String((await this.#source.streams('GetShardIterator', request)).ShardIterator);
    } catch (error) {
      // Records before the oldest stored one are gone: continue with that one.
      if (error instanceof ServiceError && error.code === 'TrimmedDataAccessException') return this.iterator(shard, '');
      throw error;
    }
  }

  async read(iterator: string): Promise<Read> {
    const answer = await this.#source.streams('GetRecords', { ShardIterator: iterator, Limit: RECORDS_A_READ });
    const records = Array.isArray(answer.Records) ? (answer.Records as JsonObject[]) : [];
    return {
      records: records.map((record) => this.#asDelivered(record)),
      next: typeof answer.NextShardIterator === 'string' ? answer.NextShardIterator : undefined,
    };
  }

  #asDelivered(record: JsonObject): StreamRecord {
    const delivered = { ...record, awsRegion: REGION, eventSourceARN: this.#source.sourceArn };
    return this.#onHostClock(delivered as unknown as StreamRecord);
  }

  /** Converts the engine's machine time to the host's clock: otherwise records would be too old after a jump. */
  #onHostClock(record: StreamRecord): StreamRecord {
    const aheadS = this.#source.clock.aheadMs() / 1000;
    const { ApproximateCreationDateTime: createdS } = record.dynamodb;
    return { ...record, dynamodb: { ...record.dynamodb, ApproximateCreationDateTime: createdS + aheadS } };
  }
}
