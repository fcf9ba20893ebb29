import { isDeepStrictEqual } from 'node:util';
import { MAIN_ITEM } from '../../../functions/payments/tables.ts';
import type { Attributes } from '../../../functions/runtime/attributes.ts';
import { STREAM_FILTERS } from '../../../functions/webhooks/relay/relay.ts';
import { ServiceError } from '../../../lib/local/json-client.ts';
import { compileFilters } from '../../../lib/local/mappings/filter.ts';
import type { StreamRecord } from '../../../lib/local/mappings/stream-batch.ts';
import { RECORDS_A_READ, type TableStream } from '../../../lib/local/mappings/table-stream.ts';

/** Reads a table's stream from its last position, with the filters of the deployed mapping. */
export class StreamReader {
  readonly #stream: TableStream;
  readonly #passes = compileFilters(STREAM_FILTERS.map((pattern) => JSON.stringify(pattern)));
  /** `dueAt` of each transaction that has one, as of the last record read. */
  readonly #dueAtMs = new Map<string, number>();
  /** By shard: the last record read, and the iterator after it. */
  readonly #positions = new Map<string, { after: string; iterator?: string }>();

  constructor(stream: TableStream) {
    this.#stream = stream;
  }

  /** The records since the last call, in order. */
  async read(): Promise<StreamRecord[]> {
    if (this.#positions.size === 0)
      for (const shard of await this.#stream.shards()) this.#positions.set(shard, { after: '' });
    const records: StreamRecord[] = [];
    for (const [shard, position] of this.#positions) {
      for (;;) {
        const page = await this.#page(shard, position);
        records.push(...page);
        if (page.length < RECORDS_A_READ) break;
      }
    }
    for (const record of records) this.#noteDue(record);
    return records.filter((record) => isChange(record) && this.#passes(record));
  }

  /** The earliest `dueAt` of these transactions. */
  earliestDueMs(transactionIds: Iterable<string>): number | undefined {
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

  async #page(shard: string, position: { after: string; iterator?: string }): Promise<StreamRecord[]> {
    position.iterator ??= await this.#stream.iterator(shard, position.after);
    const read = await this.#stream.read(position.iterator).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== 'ExpiredIteratorException') throw error;
    });
    if (!read) {
      delete position.iterator;
      return this.#page(shard, position);
    }
    position.after = read.records.at(-1)?.dynamodb.SequenceNumber ?? position.after;
    position.iterator = read.next ?? position.iterator;
    return read.records;
  }
}

/** DynamoDB writes no stream record for a write that changes nothing. The engine does. */
function isChange({ eventName, dynamodb }: StreamRecord): boolean {
  if (eventName !== 'MODIFY') return true;
  return !isDeepStrictEqual(dynamodb.NewImage, dynamodb.OldImage);
}
