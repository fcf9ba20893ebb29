import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { openDatabase } from '../data-file.ts';

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS positions (mapping TEXT, shard TEXT, sequence TEXT, PRIMARY KEY (mapping, shard));
`;

/** The position of each stream mapping in each shard, stored on disk, so that a restart resumes there. */
export class Positions {
  readonly #database: DatabaseSync;
  readonly #read: StatementSync;
  readonly #write: StatementSync;

  constructor(dataDir: string) {
    this.#database = openDatabase(join(dataDir, 'positions.db'), SCHEMA);
    this.#read = this.#database.prepare('SELECT sequence FROM positions WHERE mapping = ? AND shard = ?');
    this.#write = this.#database.prepare('INSERT OR REPLACE INTO positions VALUES (?, ?, ?)');
  }

  /** Sequence number of the last processed record. */
  get(mapping: string, shard: string): string | undefined {
    return this.#read.get(mapping, shard)?.sequence as string | undefined;
  }

  set(mapping: string, shard: string, sequence: string): void {
    this.#write.run(mapping, shard, sequence);
  }

  close(): void {
    this.#database.close();
  }
}
