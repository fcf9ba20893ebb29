import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** A user that exists from the start. */
export interface SeededUser {
  email: string;
  name: string;
  groups: string[];
}

export interface PoolUser extends Omit<SeededUser, 'name'> {
  /** A UUID derived from the e-mail, the same after a fresh start. */
  sub: string;
  /** Absent for users who signed up: they give an e-mail only. */
  name?: string;
}

/** The seeded users, and the users who signed up with an e-mail, who are stored in the issuer's file. */
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

  /** The user of this e-mail, created when there is none. The e-mail is not verified. */
  signUp(email: string): PoolUser {
    const sub = subjectOf(email);
    this.#database
      .prepare('INSERT OR IGNORE INTO users (sub, email) VALUES (?, ?)')
      .run(sub, email.trim().toLowerCase());
    return this.find(sub) ?? { sub, email, groups: [] };
  }
}

/** The `sub` of a user: a UUID (version 8) derived from the e-mail. */
export function subjectOf(email: string): string {
  const hex = createHash('sha256').update(email.trim().toLowerCase()).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
