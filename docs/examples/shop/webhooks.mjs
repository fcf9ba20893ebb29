import { createHmac, timingSafeEqual } from 'node:crypto';

/** Verifies the raw bytes, then stores the event. Any 2xx ends the attempts, so it is answered only when stored. */
export function takeWebhook(orders, secret, { rawBody, signature }) {
  if (!isGenuine(rawBody, signature, secret)) return { status: 401, error: 'signature does not match' };
  const payload = JSON.parse(rawBody);
  // The test event of the dashboard belongs to no order.
  if (payload.event !== 'webhook.test') orders.take(payload, rawBody.toString());
  return { status: 200 };
}

/** In constant time. An empty secret verifies nothing, because anybody can sign with it. */
function isGenuine(rawBody, signature = '', secret = '') {
  if (secret === '') return false;
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`);
  const given = Buffer.from(String(signature));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
