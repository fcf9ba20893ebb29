// Creates a transaction. Set BASE_URL and API_KEY.
import { randomUUID } from 'node:crypto';

const { BASE_URL, API_KEY } = process.env;
// Store the key with the order: a repeat with the same key creates nothing new.
const idempotencyKey = randomUUID();

const response = await fetch(`${BASE_URL}/payments/init`, {
  method: 'POST',
  headers: {
    Authorization: `Bearer ${API_KEY}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': idempotencyKey,
  },
  body: JSON.stringify({ orderId: 'ORDER-1', amount: 10.5 }),
  signal: AbortSignal.timeout(30_000),
});
const answer = await response.json();
if (!response.ok) {
  console.error(response.status, answer.error);
  process.exit(1);
}
console.log(JSON.stringify(answer));
