import * as z from 'zod/mini';
import { PAYMENT_METHODS } from '../../../functions/banking/bank.ts';
import { ROTATION_MS } from '../../../functions/merchants/keys/overlap.ts';
import { statusAnswer } from '../../../functions/payments/status/status.ts';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import { type EventSettlement, payloadOf } from '../../../functions/webhooks/event.ts';
import { type EventKind, TEST_EVENT } from '../../../functions/webhooks/event-kind.ts';
import { DEADLINE_MS, DELAYS_BEFORE_ATTEMPT_MS, MAX_ATTEMPTS } from '../../../functions/webhooks/plan.ts';
import { signedHeaders } from '../../../functions/webhooks/signature.ts';
import { type Json, named, schemaOf, TEST_FIELDS, WEBHOOK_FIELDS } from './fields.ts';

/** Of the examples' signatures; also in the test vectors of `docs/delivery.md`. */
const EXAMPLE_SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const SETTLED_AT = '2026-11-20T19:08:33.257Z';
const PAID_AT = '2026-11-20T19:08:33.248Z';

type Ending = Pick<EventSettlement, 'status' | 'paymentMethod'> & { isTest?: boolean };

/** What each event means, and how the payment of its example ended. The compiler requires one entry for each event. */
const EVENTS: Record<EventKind, { summary: string; meaning: string; eventId: string; ending: Ending }> = {
  'payment.success': {
    summary: 'Payment confirmed by the bank',
    meaning:
      'The money was received: fulfil the order. It may follow `payment.failed` or `payment.cancelled` of the same ' +
      'transaction, when a customer pays at the last moment.',
    eventId: 'evt_0123456789abcdefghjkmnpq',
    ending: { status: 'paid', paymentMethod: 'MBWAY' },
  },
  'payment.failed': {
    summary: 'Payment failed',
    meaning: 'The customer rejected the push, or the bank refused the payment.',
    eventId: 'evt_1123456789abcdefghjkmnpq',
    ending: { status: 'failed', paymentMethod: 'MBWAY' },
  },
  'payment.cancelled': {
    summary: 'Payment cancelled or expired',
    meaning:
      'The confirmation window or the reference ended without a payment, the customer cancelled, or no payment was ' +
      'ever started: then `paymentMethod` is null.',
    eventId: 'evt_2123456789abcdefghjkmnpq',
    ending: { status: 'cancelled', paymentMethod: 'REFERENCE' },
  },
  [TEST_EVENT]: {
    summary: 'Test webhook',
    meaning:
      'The test button of the dashboard was pressed. It belongs to no transaction and is sent with webhooks off too.',
    eventId: 'evt_3123456789abcdefghjkmnpq',
    ending: { status: 'pending', paymentMethod: 'MBWAY', isTest: true },
  },
};

const [, ...laterMs] = DELAYS_BEFORE_ATTEMPT_MS;
/** The delays after the first attempt, in words. */
export const RETRY_DELAYS = laterMs.map((ms) => (ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`)).join(', ');
const OF_EVERY_EVENT =
  `A delivery succeeds with a 2xx within ${DEADLINE_MS / 1_000} seconds. Otherwise there are up to ` +
  `${MAX_ATTEMPTS} attempts: the first immediately, the next ones ${RETRY_DELAYS} after the end of ` +
  'the attempt before. The same event may arrive more than once: de-duplicate by `data.id` and `event` together. ' +
  'Verify `X-Service-Signature` over the raw body before parsing it, in constant time, and answer a mismatch with 401. ' +
  'Answer within a second and do the work afterwards. After the last failed attempt the event is marked as not ' +
  'delivered, which the dashboard shows. The signatures of the example are computed over the example as JSON without ' +
  `spaces, with the secret \`${EXAMPLE_SECRET}\`.`;

const RESENT = 'An event that was not delivered is sent again when you resend it on the dashboard.';
const TEST_AGAIN = 'A test is not resent: press the button again.';

/** The headers of §6.2 and decision D14. */
const HEADERS: Record<string, Json & { description: string }> = {
  'User-Agent': { const: 'Service-Webhook/1.0', description: 'Always the same.' },
  'X-Service-Event': { description: 'The event, as in the body.' },
  'X-Service-Signature': {
    pattern: '^sha256=[0-9a-f]{64}$',
    maxLength: 71,
    description:
      '`sha256=` and the HMAC-SHA256 of the raw body in lower-case hex, keyed with your complete webhook secret as text, ' +
      '`whsec_` included. While the secret is rotated it stays on the old one until you press *Switch now*, ' +
      `at most for ${ROTATION_MS / HOUR_MS} hours.`,
  },
  'webhook-id': {
    pattern: '^[!-~]+$',
    maxLength: 100,
    description: 'The event’s id, the same in every attempt (Standard Webhooks).',
  },
  'webhook-timestamp': {
    pattern: '^\\d+$',
    maxLength: 10,
    description: 'When the attempt was made, in seconds since the epoch.',
  },
  'webhook-signature': {
    pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$',
    maxLength: 95,
    description:
      'The signature of Standard Webhooks, keyed with the base64-decoded part of your secret after `whsec_`. Two, ' +
      'by the new and the old secret, while the secret is rotated.',
  },
};

/** OpenAPI's `webhooks` (§6), each with an example whose signatures verify. */
export function webhooks(): Record<string, Json> {
  return Object.fromEntries((Object.keys(EVENTS) as EventKind[]).map((event) => [event, webhookOf(event)]));
}

/** The name of an event's schema and operation: `PaymentSuccess`. */
function nameOf(event: string): string {
  return event.replace(/(?:^|\.)\w/g, (letter) => letter.replace('.', '').toUpperCase());
}

/** The payload's schema (§6.3), by name. A paid transaction has a method and a time; no other has a time. */
export function webhookSchemas(): Record<string, Json> {
  const { currency, amount, paymentMethod } = statusAnswer.shape;
  return Object.fromEntries(
    (Object.keys(EVENTS) as EventKind[]).map((event) => {
      const { status } = EVENTS[event].ending;
      const data = z.object({
        id: z.string(),
        externalOrderId: z.string(),
        amount,
        currency,
        paymentMethod: status === 'paid' ? z.enum(PAYMENT_METHODS) : paymentMethod,
        status: z.literal(status),
        paidAt: status === 'paid' ? z.string() : z.null(),
      });
      const payload = z.object({ event: z.literal(event), timestamp: z.string(), data });
      return [`${nameOf(event)}Webhook`, schemaOf(payload, event === TEST_EVENT ? TEST_FIELDS : WEBHOOK_FIELDS)];
    }),
  );
}

/** The payload of an event's example, made as for a delivery. */
export function examplePayload(event: EventKind): string {
  const { eventId, ending } = EVENTS[event];
  const { isTest = false, ...ended } = ending;
  const settlement: EventSettlement = {
    ...ended,
    eventId,
    settledAt: Date.parse(SETTLED_AT),
    paidAt: ended.status === 'paid' ? Date.parse(PAID_AT) : null,
    delivery: { state: 'pending', resends: 0, done: 0, attempts: [] },
  };
  const record = {
    transactionId: isTest ? 'test_hypt8j26ez22qd229bvq552r' : 'tx_hypt8j26ez22qd229bvq552r',
    merchantId: 'mer_1',
    externalOrderId: isTest ? 'TEST-ORDER' : 'ORDER-1',
    amountCents: isTest ? 100 : 1_050,
    status: ended.status,
    settlements: [settlement],
  };
  return payloadOf(record, settlement);
}

function webhookOf(event: EventKind): Json {
  const { summary, meaning, eventId } = EVENTS[event];
  const body = examplePayload(event);
  const sent = signedHeaders({
    body: Buffer.from(body),
    kind: event,
    eventId,
    secrets: { current: EXAMPLE_SECRET },
    nowMs: Date.parse(SETTLED_AT),
  });
  const parameters = Object.entries(HEADERS).map(([name, { description, ...schema }]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string', ...(name === 'X-Service-Event' ? { const: event } : schema) },
    example: sent[name],
  }));
  const name = nameOf(event);
  return {
    post: {
      operationId: name.charAt(0).toLowerCase() + name.slice(1),
      summary: `${event}: ${summary}`,
      description: `${meaning}\n\n${OF_EVERY_EVENT} ${event === TEST_EVENT ? TEST_AGAIN : RESENT}`,
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: named(`${name}Webhook`), example: JSON.parse(body) } },
      },
      responses: { '2XX': { description: 'Received. Any other answer is a failed attempt.' } },
    },
  };
}
