const { DatabaseSync } = await import('node:sqlite').catch(() => {
  console.error('The shop needs Node 22.13 or later.');
  process.exit(1);
});

/** Prices are the shop's, in cents; the page sends a product's id only. */
export const PRODUCTS = [
  { id: 'galo', name: 'Galo de Barcelos', priceCents: 1250 },
  { id: 'azulejo', name: 'Azulejo', priceCents: 2490 },
  { id: 'vinho', name: 'Vinho do Porto', priceCents: 3999 },
];

// `step`: what the shop does next, and `dueAtMs` when; null for never. At `wait` it is the customer's turn, and an event
// ends it. `phone`: kept until the push is sent. `events`: how far the service's list of events is read, in one line.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY,
    product TEXT NOT NULL,
    amountCents INTEGER NOT NULL,
    method TEXT NOT NULL CHECK (method IN ('mbway', 'multibanco')),
    phone TEXT,
    status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'paid', 'failed', 'cancelled')),
    transactionId TEXT UNIQUE,
    entity TEXT, reference TEXT, expiresAt TEXT,
    step TEXT NOT NULL DEFAULT 'create' CHECK (step IN ('create', 'start', 'ask', 'wait')),
    dueAtMs INTEGER,
    tries INTEGER NOT NULL DEFAULT 0,
    problem TEXT,
    createdAtMs INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS events (query TEXT NOT NULL) STRICT;`;

/** Longer than any call: a step that a crash interrupted is due again after this, or at the next start of the shop. */
const CLAIM_MS = 60_000;
/** A new shop has missed nothing. The service's clock may be behind ours. */
const EVENTS_BEFORE_START_MS = 60 * 60_000;

/** The orders, in one SQLite file. Each method is one statement. */
export function openOrders(file) {
  const database = new DatabaseSync(file, { timeout: 2_000 });
  // FULL: what was answered survives a crash of the machine too.
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${SCHEMA}`);
  const one = (sql, values) => database.prepare(sql).get(values);
  const { sql } = one("SELECT sql FROM sqlite_schema WHERE name = 'orders'", {});
  if (!sql.includes("'wait'")) throw new Error(`${file} is of an older shop: delete it, or give another DATABASE`);
  const run = (sql, values = {}) => database.prepare(sql).run(values).changes;
  run('INSERT INTO events SELECT $query WHERE NOT EXISTS (SELECT 1 FROM events)', {
    query: `from=${new Date(Date.now() - EVENTS_BEFORE_START_MS).toISOString()}`,
  });

  return {
    /**
     * Moves the order to a status that the service reported, by an event or when asked. A duplicate changes nothing, nor
     * does a report of another amount or transaction. `paid` is final; a late payment makes it of the others. Goods: send
     * them for orders that are `paid` here, in a job of your own, which a crash of this process cannot skip.
     */
    settle: (id, { transactionId, status, amount }) =>
      run(
        `UPDATE orders SET status = $status, transactionId = $transactionId, step = 'wait', phone = NULL, problem = NULL
         WHERE id = $id AND amountCents = $amountCents AND (transactionId IS NULL OR transactionId = $transactionId)
           AND (status = 'pending' OR (status <> 'paid' AND $status = 'paid'))`,
        { id, transactionId, status, amountCents: Math.round(amount * 100) },
      ),

    /** What the visitor may see of an order; undefined when there is none. */
    show: (id) =>
      one(
        `SELECT id, product, amountCents, method, status, step, entity, reference, expiresAt, problem, createdAtMs
         FROM orders WHERE id = $id`,
        { id },
      ),

    /** Stores the order before anything is asked of the service. The page chose the id, so a repeat adds nothing. */
    add: ({ id, product: { id: product, priceCents }, method, phone }) =>
      run(
        `INSERT INTO orders (id, product, amountCents, method, phone, createdAtMs, dueAtMs)
         VALUES ($id, $product, $priceCents, $method, $phone, $nowMs, $nowMs) ON CONFLICT DO NOTHING`,
        { id, product, priceCents, method, phone, nowMs: Date.now() },
      ),

    /** Takes a due order in hand: those to start before those to ask about, and what is due longest. */
    claim: (mayAsk) =>
      one(
        `UPDATE orders SET dueAtMs = $untilMs WHERE id = (
           SELECT id FROM orders WHERE dueAtMs <= $nowMs AND step <> 'wait' AND (step <> 'ask' OR $mayAsk)
           ORDER BY step = 'ask', dueAtMs, createdAtMs DESC LIMIT 1) RETURNING *`,
        { nowMs: Date.now(), untilMs: Date.now() + CLAIM_MS, mayAsk: mayAsk ? 1 : 0 },
      ),

    /** Records how a step ended, unless a webhook was faster. `changes`: values by column, whose names are never input. */
    record: ({ id, step }, changes) =>
      run(
        `UPDATE orders SET ${Object.keys(changes).map((name) => `${name} = $${name}`)}
         WHERE id = $id AND step = $from AND status <> 'paid'`,
        { ...changes, id, from: step },
      ),

    /** The customer sees the order: it is asked about, if that is due. */
    ask: (id) =>
      run(
        `UPDATE orders SET step = 'ask'
         WHERE id = $id AND step = 'wait' AND status = 'pending' AND dueAtMs <= $nowMs`,
        { id, nowMs: Date.now() },
      ),

    /** After a crash: the steps that it interrupted are due. */
    makeAllDue: () => run('UPDATE orders SET dueAtMs = $nowMs WHERE dueAtMs IS NOT NULL', { nowMs: Date.now() }),

    /** The query of the next call for events. */
    nextEvents: () => one('SELECT query FROM events', {}).query,

    /** The events before `next` are stored. */
    moveTo: (next) => run('UPDATE events SET query = $query', { query: `after=${encodeURIComponent(next)}` }),
  };
}
