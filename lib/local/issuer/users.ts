import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** Someone who is there from the start, as an operator of the pool would have made them. */
export interface SeededUser {
  email: string;
  name: string;
  groups: string[];
}

export interface PoolUser extends Omit<SeededUser, 'name'> {
  /** A UUID that follows from the e-mail, so that a fresh start knows the same people. */
  sub: string;
  /** Those who signed up told their e-mail only. */
  name?: string;
}

/** Who may sign in: the seeded users, and whoever has signed up with an e-mail. Those are kept in the issuer's file. */
export class Users {
  readonly seeded: readonly PoolUser[];
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync, seeded: readonly SeededUser[]) {
    this.#database = database;
    this.seeded = seeded.map((user) => ({ ...user, sub: subjectOf(user.email) }));
    database.exec('CREATE TABLE IF NOT EXISTS users (sub TEXT PRIMARY KEY, email TEXT NOT NULL)');
  }

  find(sub: string): PoolUser | undefined {
    const seeded = this.seeded.find((user) => user.sub === sub);
    if (seeded) return seeded;
    const row = this.#database.prepare('SELECT email FROM users WHERE sub = ?').get(sub);
    return row && { sub, email: String(row.email), groups: [] };
  }

  /** The user of that e-mail, made when there is none. Nobody proves that an address is theirs: it is one's own machine. */
  signUp(email: string): PoolUser {
    const sub = subjectOf(email);
    this.#database
      .prepare('INSERT OR IGNORE INTO users (sub, email) VALUES (?, ?)')
      .run(sub, email.trim().toLowerCase());
    return this.find(sub) ?? { sub, email, groups: [] };
  }
}

/** The `sub` of a user: a UUID (version 8) out of the e-mail. */
export function subjectOf(email: string): string {
  const hex = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
