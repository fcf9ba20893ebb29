import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { openDatabase } from '../../data-file.ts';

export interface StoredQueue {
  name: string;
  /** JSON of the attributes that were set. */
  attributes: string;
}

/** A message. It is ready from `visibleAtMs` on. Before that it is delayed or in flight. */
export interface Message {
  /** In the order of sending. */
  readonly seq: number;
  readonly messageId: string;
  queue: string;
  readonly body: string;
  readonly groupId: string | null;
  readonly sentAtMs: number;
  visibleAtMs: number;
  /** Receives in all queues. */
  receiveCount: number;
  /** Whether it was received in the current queue: 1 or 0, as SQLite has it. */
  isReceived: number;
}

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  -- Survives a crash of the process, which is enough here; a sync of each write would also survive a power loss.
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS queues (name TEXT PRIMARY KEY, attributes TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS messages (
    seq INTEGER PRIMARY KEY, messageId TEXT NOT NULL, queue TEXT NOT NULL, body TEXT NOT NULL, groupId TEXT,
    sentAtMs INTEGER NOT NULL, visibleAtMs INTEGER NOT NULL, receiveCount INTEGER NOT NULL, isReceived INTEGER NOT NULL
  ) STRICT;
`;

const ADD = `INSERT INTO messages VALUES (:seq, :messageId, :queue, :body, :groupId, :sentAtMs, :visibleAtMs,
  :receiveCount, :isReceived)`;
const CHANGE = 'UPDATE messages SET queue = ?, visibleAtMs = ?, receiveCount = ?, isReceived = ? WHERE seq = ?';
const SAVE_QUEUE = 'INSERT OR REPLACE INTO queues VALUES (:name, :attributes)';

/** The file of the queues, or `:memory:`. Every change is written immediately; it is read when the engine starts. */
export class SqsStore {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(file: string) {
    mkdirSync(dirname(file), { recursive: true });
    this.#database = openDatabase(file, SCHEMA);
  }

  close(): void {
    this.#database.close();
  }

  queues(): StoredQueue[] {
    return this.#statement('SELECT * FROM queues').all() as unknown as StoredQueue[];
  }

  messages(): Message[] {
    return this.#statement('SELECT * FROM messages ORDER BY seq').all() as unknown as Message[];
  }

  /** Runs the writes of `work` in one transaction. */
  inTransaction<Result>(work: () => Result): Result {
    this.#run('BEGIN');
    try {
      return work();
    } finally {
      this.#run('COMMIT');
    }
  }

  saveQueue({ name, attributes }: StoredQueue): void {
    this.#statement(SAVE_QUEUE).run({ name, attributes });
  }

  add(message: Message): void {
    this.#statement(ADD).run({ ...message });
  }

  /** Writes the fields of a message that can change. */
  change(message: Message): void {
    const { seq, queue, visibleAtMs, receiveCount, isReceived } = message;
    this.#run(CHANGE, queue, visibleAtMs, receiveCount, isReceived, seq);
  }

  remove({ seq }: Message): void {
    this.#run('DELETE FROM messages WHERE seq = ?', seq);
  }

  purge(queue: string): void {
    this.#run('DELETE FROM messages WHERE queue = ?', queue);
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#statement(sql).run(...values);
  }

  #statement(sql: string): StatementSync {
    const statement = this.#prepared.get(sql) ?? this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}
