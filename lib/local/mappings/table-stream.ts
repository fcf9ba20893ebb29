import type { Clock } from '../clock/clock.ts';
import { isObject, type JsonObject } from '../json.ts';
import { type JsonClient, ServiceError } from '../json-client.ts';
import { REGION } from '../template/names.ts';
import type { StreamRecord } from './stream-batch.ts';

export interface TableStreamSource {
  streams: JsonClient;
  /** The engine's own ARN of the stream, which names another region. */
  engineStreamArn: string;
  /** As records name it. */
  sourceArn: string;
  clock: Pick<Clock, 'aheadMs'>;
}

export interface Read {
  records: StreamRecord[];
  /** Undefined at the end of the shard. */
  next: string | undefined;
}

/** Of AWS's thousand a tenth: while the engine reads, it does nothing else, a tenth of a millisecond and more for each. */
export const RECORDS_A_READ = 100;

/** A table's stream at the engine, with its records as Lambda hands them over. Each call rejects as the engine refuses it. */
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

  /** `after`: a sequence number, or '' for the oldest record that is kept. */
  async iterator(shard: string, after: string): Promise<string> {
    const from =
      after === ''
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after };
    const request = { StreamArn: this.#source.engineStreamArn, ShardId: shard, ...from };
    try {
      return String((await this.#source.streams('GetShardIterator', request)).ShardIterator);
    } catch (error) {
      // What lies before the oldest record still kept is gone: go on with that one.
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

  /** The engine writes the machine's time, by which a record would be old as soon as the host's clock has been moved. */
  #onHostClock(record: StreamRecord): StreamRecord {
    const aheadS = this.#source.clock.aheadMs() / 1000;
    const { ApproximateCreationDateTime: createdS } = record.dynamodb;
    return { ...record, dynamodb: { ...record.dynamodb, ApproximateCreationDateTime: createdS + aheadS } };
  }
}
