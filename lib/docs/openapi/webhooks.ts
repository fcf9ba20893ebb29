import * as z from 'zod/mini';
import { statusAnswer } from '../../../functions/payments/status/status.ts';
import { type EventKind, TEST_EVENT } from '../../../functions/webhooks/event-kind.ts';
import { DEADLINE_MS, DELAYS_BEFORE_ATTEMPT_MS } from '../../../functions/webhooks/plan.ts';
import { signedHeaders } from '../../../functions/webhooks/signature.ts';
import { ANSWER_FIELDS, type Json, schemaOf } from './fields.ts';

/** Of the examples' signatures; also in the test vectors of `docs/delivery.md`. */
const EXAMPLE_SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const SETTLED_AT = '2026-11-20T19:08:33.257Z';

const { status, paymentMethod } = statusAnswer.shape;
const data = z.object({
  ...{ id: z.string(), externalOrderId: z.string(), amount: z.number(), currency: z.literal('EUR') },
  ...{ paymentMethod, status, paidAt: z.nullable(z.string()) },
});

const PAYMENT = { id: 'tx_hypt8j26ez22qd229bvq552r', externalOrderId: 'ORDER-1', amount: 10.5, currency: 'EUR' };
const TEST = { id: 'test_hypt8j26ez22qd229bvq552r', externalOrderId: 'TEST-ORDER', amount: 1, currency: 'EUR' };

/** What each event means, its status and the data of its example. The compiler requires one entry for each event. */
const EVENTS: Record<EventKind, { summary: string; meaning: string; data: Json & { status: string } }> = {
  'payment.success': {
    summary: 'Payment confirmed by the bank',
    meaning:
      'The money was received: fulfil the order. It may follow `payment.failed` or `payment.cancelled` of the same ' +
      'transaction, when a customer pays at the last moment.',
    data: { ...PAYMENT, paymentMethod: 'MBWAY', status: 'paid', paidAt: '2026-11-20T19:08:33.248Z' },
  },
  'payment.failed': {
    summary: 'Payment failed',
    meaning: 'The customer rejected the push, or the bank refused the payment.',
    data: { ...PAYMENT, paymentMethod: 'MBWAY', status: 'failed', paidAt: null },
  },
  'payment.cancelled': {
    summary: 'Payment cancelled or expired',
    meaning:
      'The confirmation window or the reference ended without a payment, the customer cancelled, or no payment was ' +
      'ever started: then `paymentMethod` is null.',
    data: { ...PAYMENT, paymentMethod: 'REFERENCE', status: 'cancelled', paidAt: null },
  },
  [TEST_EVENT]: {
    summary: 'Test webhook',
    meaning:
      'The test button of the dashboard was pressed. It belongs to no transaction and is sent with webhooks off too.',
    data: { ...TEST, paymentMethod: 'MBWAY', status: 'pending', paidAt: null },
  },
};

const [, ...pauses] = DELAYS_BEFORE_ATTEMPT_MS.map((ms) => (ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`));
const OF_EVERY_EVENT =
  `A delivery succeeds with a 2xx within ${DEADLINE_MS / 1_000} seconds. Otherwise there are up to ` +
  `${DELAYS_BEFORE_ATTEMPT_MS.length} attempts: the first immediately, the next ones ${pauses.join(', ')} after the end of ` +
  'the attempt before. The same event may arrive more than once: de-duplicate by `data.id` and `event` together. ' +
  'Verify `X-Service-Signature` over the raw body before parsing it, in constant time. The signatures of the example ' +
  `are of its compact JSON, with the secret \`${EXAMPLE_SECRET}\`.`;

/** OpenAPI's `webhooks` (§6), each with an example whose signatures verify. */
export function webhooks(): Record<string, Json> {
  return Object.fromEntries((Object.keys(EVENTS) as EventKind[]).map((event) => [event, webhookOf(event)]));
}

function webhookOf(event: EventKind): Json {
  const { summary, meaning, data: exampleData } = EVENTS[event];
  const example = { event, timestamp: SETTLED_AT, data: exampleData };
  const sent = signedHeaders({
    ...{ body: Buffer.from(JSON.stringify(example)), kind: event, eventId: 'evt_0123456789abcdefghjkmnpq' },
    ...{ secrets: { current: EXAMPLE_SECRET }, nowMs: Date.parse(SETTLED_AT) },
  });
  const header = (name: string, description: string, schema: Json) => ({
    ...{ name, in: 'header', required: true, description },
    ...{ schema: { type: 'string', ...schema }, example: sent[name] },
  });
  const payload = z.object({
    ...{ event: z.literal(event), timestamp: z.string() },
    data: z.extend(data, { status: z.literal(exampleData.status) }),
  });
  return {
    post: {
      operationId: event.replace('.', '-'),
      summary: `${event}: ${summary}`,
      description: `${meaning}\n\n${OF_EVERY_EVENT}`,
      security: [],
      parameters: [
        header('User-Agent', 'Always the same.', { const: 'Service-Webhook/1.0' }),
        header('X-Service-Event', 'The event.', { const: event }),
        header('X-Service-Signature', '`sha256=` and the HMAC-SHA256 of the raw body in lower-case hex.', {
          ...{ pattern: '^sha256=[0-9a-f]{64}$', maxLength: 71 },
        }),
        header('webhook-id', 'The event’s id, the same in every attempt (Standard Webhooks).', {
          ...{ pattern: '^[!-~]+$', maxLength: 100 },
        }),
        header('webhook-timestamp', 'When the attempt was made, in seconds since the epoch.', {
          ...{ pattern: '^\\d+$', maxLength: 10 },
        }),
        header('webhook-signature', 'The signature of Standard Webhooks; two while a secret is rotated.', {
          ...{ pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$', maxLength: 95 },
        }),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(payload, ANSWER_FIELDS), example } },
      },
      responses: { '2XX': { description: 'Received. Any other answer is a failed attempt.' } },
    },
  };
}
