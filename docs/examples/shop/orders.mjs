import { randomBytes, randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** Prices are the shop's, in cents; the page sends a product's id only. */
export const PRODUCTS = [
  { id: 'galo', name: 'Galo de Barcelos', priceCents: 1250 },
  { id: 'azulejo', name: 'Azulejo', priceCents: 2490 },
  { id: 'vinho', name: 'Vinho do Porto', priceCents: 3999 },
];

// The phone is kept only until the push is sent. `started`: the service has answered the start. `askAtMs`: when the next
// step is due; null for never.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY,
    product TEXT NOT NULL,
    amountCents INTEGER NOT NULL,
    method TEXT NOT NULL CHECK (method IN ('mbway', 'multibanco')),
    phone TEXT,
    idempotencyKey TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'paid', 'failed', 'cancelled')),
    transactionId TEXT UNIQUE,
    started INTEGER NOT NULL DEFAULT 0,
    entity TEXT, reference TEXT, expiresAt TEXT,
    problem TEXT,
    createdAtMs INTEGER NOT NULL,
    askAtMs INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS events (
    transactionId TEXT NOT NULL,
    event TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (transactionId, event)
  ) STRICT;`;

/** The orders and received webhooks, in one SQLite file. Every method is one transaction. */
export function openOrders(file) {
  const database = new DatabaseSync(file);
  // FULL: what was answered survives a crash of the machine too.
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${SCHEMA}`);
  const run = (sql, values) => database.prepare(sql).run(values).changes;
  const all = (sql, values = {}) => database.prepare(sql).all(values);

  const read = (id) => all('SELECT * FROM orders WHERE id = $id', { id })[0];

  return {
    read,

    /** Stores the order and its key before the first call: a repeat after a crash is then the same call. */
    add({ product, method, phone }) {
      const id = randomBytes(16).toString('base64url');
      run(
        `INSERT INTO orders (id, product, amountCents, method, phone, idempotencyKey, createdAtMs, askAtMs)
         VALUES ($id, $product, $amountCents, $method, $phone, $key, $nowMs, $nowMs)`,
        {
          ...{ id, method, phone, key: randomUUID(), nowMs: Date.now() },
          ...{ product: product.id, amountCents: product.priceCents },
        },
      );
      return read(id);
    },

    recordTransaction: (id, transactionId) =>
      run('UPDATE orders SET transactionId = $transactionId WHERE id = $id', { id, transactionId }),

    recordStart: (id, { entity = null, reference = null, expiresAt = null }, askAtMs) =>
      run(
        `UPDATE orders SET started = 1, phone = NULL, problem = NULL, entity = $entity, reference = $reference,
           expiresAt = $expiresAt, askAtMs = $askAtMs WHERE id = $id`,
        { id, entity, reference, expiresAt, askAtMs },
      ),

    recordProblem: (id, problem, askAtMs) =>
      run('UPDATE orders SET problem = $problem, askAtMs = $askAtMs WHERE id = $id', { id, problem, askAtMs }),

    /** The start was refused: nothing was asked of the customer. */
    refuse: (id, problem) =>
      run(
        `UPDATE orders SET status = 'failed', phone = NULL, problem = $problem, askAtMs = NULL
         WHERE id = $id AND status = 'pending' AND started = 0`,
        { id, problem },
      ),

    /**
     * Applies a status of the service. Nothing leaves `paid`; a late payment moves `failed` and `cancelled` to `paid`.
     * An amount other than the order's changes nothing.
     */
    settle(id, { status, amount }) {
      const amountCents = Math.round(amount * 100);
      if (amountCents !== read(id).amountCents) return console.error(`order ${id}: the service has another amount`);
      run(
        `UPDATE orders SET status = $status, problem = NULL, phone = NULL, askAtMs = NULL
         WHERE id = $id AND ($status = 'paid' OR $status IN ('failed', 'cancelled') AND status = 'pending')`,
        { id, status },
      );
    },

    /** Stores a webhook and what it changes, together. A repeat changes nothing, nor does one that is of no order. */
    take({ event, data }, body) {
      database.exec('BEGIN IMMEDIATE');
      try {
        const order = read(data.externalOrderId);
        // The webhook may be here before the answer to init is recorded.
        const isOfOrder = order && (order.transactionId ?? data.id) === data.id;
        const sql = 'INSERT OR IGNORE INTO events VALUES ($id, $event, $body)';
        if (isOfOrder && run(sql, { id: data.id, event, body }) > 0) {
          this.recordTransaction(order.id, data.id);
          this.settle(order.id, data);
        }
        database.exec('COMMIT');
      } catch (fault) {
        database.exec('ROLLBACK');
        throw fault;
      }
    },

    due: () =>
      all("SELECT id FROM orders WHERE status <> 'paid' AND askAtMs <= $nowMs ORDER BY askAtMs", { nowMs: Date.now() }),

    /** After a pause of the shop any webhook may have been missed, also that of a late payment of an ended order. */
    makeAllDue: (sinceMs) =>
      run(
        "UPDATE orders SET askAtMs = 0 WHERE status = 'pending' OR status <> 'paid' AND started AND createdAtMs > $sinceMs",
        {
          sinceMs,
        },
      ),
  };
}
