import { isObject, type JsonObject } from '../json.ts';

/** What one read brought, as the engine answers it. */
export interface EngineRead {
  records: JsonObject[];
  /** Undefined at the end of the shard. */
  next: string | undefined;
}

interface Kept {
  read: EngineRead;
  readersLeft: number;
}

/** For readers that lag behind; those still further back ask the engine, which has everything. */
const KEPT_RECORDS = 1_000;

/**
 * What one reader of a table's stream has read, for the others when they come to the same position: the engine reads and
 * parses each record anew for each reader, and holds up its writers meanwhile. A position is the engine's iterator; an engine
 * that gives every reader iterators of its own shares nothing, and nothing is wrong.
 */
export class SharedReads {
  readonly #kept = new Map<string, Kept>();
  #readers = 0;
  #keptRecords = 0;
  #newest = 0n;

  join(): void {
    this.#readers++;
  }

  /** Each read is there once for each other reader. */
  take(iterator: string): EngineRead | undefined {
    const kept = this.#kept.get(iterator);
    if (!kept) return undefined;
    kept.readersLeft--;
    if (kept.readersLeft === 0) this.#drop(iterator);
    return kept.read;
  }

  /** A read that found nothing is not kept: there may be records by now. Nor that of a reader that lags: the others were there. */
  keep(iterator: string, read: EngineRead): void {
    const newest = sequenceNumberOf(read.records.at(-1));
    if (this.#readers < 2 || newest <= this.#newest) return;
    this.#newest = newest;
    // Two may have read from here at once.
    this.#drop(iterator);
    this.#kept.set(iterator, { read, readersLeft: this.#readers - 1 });
    this.#keptRecords += read.records.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#keptRecords <= KEPT_RECORDS) break;
      this.#drop(oldest);
    }
  }

  #drop(iterator: string): void {
    this.#keptRecords -= this.#kept.get(iterator)?.read.records.length ?? 0;
    this.#kept.delete(iterator);
  }
}

/** They grow along the stream; 0 of no record. */
function sequenceNumberOf(record: JsonObject | undefined): bigint {
  const { dynamodb } = record ?? {};
  return isObject(dynamodb) ? BigInt(String(dynamodb.SequenceNumber)) : 0n;
}
