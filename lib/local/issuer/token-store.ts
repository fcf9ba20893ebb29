import type { DatabaseSync } from 'node:sqlite';

type Payload = Record<string, unknown>;

/** How long the refresh token with this payload may be used again after its exchange. */
type GraceOf = (payload: Payload) => number;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS tokens (
    model TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, expires_at INTEGER, grant_id TEXT, uid TEXT,
    PRIMARY KEY (model, id)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS tokens_by_grant ON tokens (grant_id);
`;

const nowSeconds = () => Math.floor(Date.now() / 1000);

/** The storage of `oidc-provider` for sessions, codes, grants and refresh tokens: one table of the issuer's file. */
export function tokenStore(database: DatabaseSync, graceSeconds: GraceOf): (model: string) => TokenTable {
  database.exec(SCHEMA);
  database.prepare('DELETE FROM tokens WHERE expires_at <= ?').run(nowSeconds());
  return (model) => new TokenTable(database, model, graceSeconds);
}

/** The adapter of one kind of record. Its calls are synchronous inside, and take microseconds. */
export class TokenTable {
  readonly #database: DatabaseSync;
  readonly #model: string;
  readonly #graceSeconds: GraceOf;

  constructor(database: DatabaseSync, model: string, graceSeconds: GraceOf) {
    this.#database = database;
    this.#model = model;
    this.#graceSeconds = graceSeconds;
  }

  async upsert(id: string, payload: Payload, lifeSeconds?: number): Promise<void> {
    const expiresAt = lifeSeconds === undefined ? null : nowSeconds() + lifeSeconds;
    const { grantId, uid } = payload;
    this.#database
      .prepare(
        'INSERT OR REPLACE INTO tokens (model, id, payload, expires_at, grant_id, uid) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(this.#model, id, JSON.stringify(payload), expiresAt, textOrNull(grantId), textOrNull(uid));
  }

  async find(id: string): Promise<Payload | undefined> {
    return this.#first('id', id);
  }

  async findByUid(uid: string): Promise<Payload | undefined> {
    return this.#first('uid', uid);
  }

  /** Part of the device flow, which is switched off. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async destroy(id: string): Promise<void> {
    this.#database.prepare('DELETE FROM tokens WHERE model = ? AND id = ?').run(this.#model, id);
  }

  async consume(id: string): Promise<void> {
    // Only the first use counts: a use within the grace period must not extend it.
    this.#database
      .prepare("UPDATE tokens SET payload = json_insert(payload, '$.consumed', ?) WHERE model = ? AND id = ?")
      .run(nowSeconds(), this.#model, id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    this.#database.prepare('DELETE FROM tokens WHERE grant_id = ?').run(grantId);
  }

  #first(column: 'id' | 'uid', value: string): Payload | undefined {
    const row = this.#database
      .prepare(
        `SELECT payload FROM tokens WHERE model = ? AND ${column} = ? AND (expires_at IS NULL OR expires_at > ?)`,
      )
      .get(this.#model, value, nowSeconds());
    return row && this.#withGrace(JSON.parse(String(row.payload)) as Payload);
  }

  /** Within its grace period an exchanged refresh token is still valid. */
  #withGrace({ consumed, ...payload }: Payload): Payload {
    if (consumed === undefined) return payload;
    const isFresh = this.#model === 'RefreshToken' && nowSeconds() < Number(consumed) + this.#graceSeconds(payload);
    return isFresh ? payload : { ...payload, consumed };
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
