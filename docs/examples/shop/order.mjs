// For examine.mjs: `node order.mjs new 10.50` makes an order, `node order.mjs state ID` prints what became of it.
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { settings } from './settings.mjs';

const [, , action, value] = process.argv;
const database = new DatabaseSync(settings().databaseFile, { timeout: 2_000 });
if (action === 'new') {
  const id = randomUUID();
  // No step of it is due: the service is not asked to start it.
  database
    .prepare(`INSERT INTO orders (id, product, amountCents, method, createdAtMs) VALUES (?, 'galo', ?, 'mbway', ?)`)
    .run(id, Math.round(value * 100), Date.now());
  console.log(`${id} ${value}`);
} else {
  const { status } = database.prepare('SELECT status FROM orders WHERE id = ?').get(value);
  // Goods are sent for orders that are paid, and an order becomes paid once.
  console.log(`${status} ${status === 'paid' ? 1 : 0}`);
}
