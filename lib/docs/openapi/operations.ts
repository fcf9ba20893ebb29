import * as z from 'zod/mini';
import { CERTAIN_AFTER_MS, feedAnswer } from '../../../functions/events/feed/feed.ts';
import { FROM_IN_FUTURE, MAX_EVENTS, TWO_BEGINNINGS } from '../../../functions/events/feed/feed-request.ts';
import { cursorOf } from '../../../functions/events/feed/position.ts';
import { MAX_BODY_KB, MESSAGES } from '../../../functions/http/messages.ts';
import {
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_KEY_HOURS,
  KEY_REUSED,
  MAX_KEY_CHARACTERS,
} from '../../../functions/payments/init/idempotency-key.ts';
import { initAnswer, initInput } from '../../../functions/payments/init/init.ts';
import type { PaymentRoute } from '../../../functions/payments/routes.ts';
import { mbwayAnswer, mbwayInput, PUSH_SENT } from '../../../functions/payments/start/mbway.ts';
import { multibancoAnswer, multibancoInput } from '../../../functions/payments/start/multibanco.ts';
import { START_MESSAGES } from '../../../functions/payments/start/start-refusals.ts';
import { statusAnswer } from '../../../functions/payments/status/status.ts';
import { CONFIRMATION_WINDOW_MINUTES, NEVER_STARTED_DAYS } from '../../../functions/payments/times.ts';
import { type Json, REQUEST_FIELDS } from './fields.ts';
import { examplePayload } from './webhooks.ts';

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  /** The body; absent for a GET. */
  body?: z.ZodMiniType;
  parameters?: Json[];
  example?: Json;
  answer: z.ZodMiniType;
  /** What a 200 says. */
  done: string;
  /** By what they show. */
  answerExamples: Record<string, Json>;
  /** Texts of a 400 that are of this call, as examples; `docs/merchants/errors.md` lists all. */
  wrong: readonly string[];
  /** Further statuses of errors; those of every call are added. */
  errors: readonly number[];
}

const TRANSACTION_ID = 'tx_hypt8j26ez22qd229bvq552r';
const REFERENCE = { entity: '24000', reference: '523353514', expiresAt: '2026-11-23T23:59:59.000Z' };
const MBWAY_TRANSACTION = { transactionId: TRANSACTION_ID, externalOrderId: 'ORDER-1', amount: 10.5, currency: 'EUR' };
const REFERENCE_TRANSACTION = {
  ...{ transactionId: 'tx_7ka1q3jpm979r9cxjkajxq4w', externalOrderId: 'ORDER-2', amount: 25, currency: 'EUR' },
  paymentMethod: 'REFERENCE',
};

const EVENT_CURSOR = cursorOf({ settledAt: Date.parse('2026-11-20T19:08:33.257Z'), transactionId: TRANSACTION_ID });
const EVENT = {
  ...{ eventId: 'evt_0123456789abcdefghjkmnpq', transactionId: TRANSACTION_ID, delivery: 'not_delivered' },
  body: examplePayload('payment.success'),
};

/** The endpoints. The compiler requires one entry for each route. */
export const OPERATIONS: Record<PaymentRoute, Operation> = {
  'POST /payments/init': {
    operationId: 'createTransaction',
    summary: 'Create a transaction',
    description: `Creates a transaction in \`pending\`. No customer is asked for money yet. One that is never started becomes \`cancelled\` after ${NEVER_STARTED_DAYS} days. Body: at most ${MAX_BODY_KB} KB.`,
    body: z.omit(initInput, { [IDEMPOTENCY_KEY]: true }),
    parameters: [
      {
        name: IDEMPOTENCY_KEY,
        in: 'header',
        description:
          `A repeat with the same key and body within ${IDEMPOTENCY_KEY_HOURS} hours returns the first transaction ` +
          'and creates no second one. With another `orderId`, `amount` or `currency`, or later, it is 400. A refused ' +
          'request (4xx) does not use up the key. Send the header once.',
        schema: { type: 'string', pattern: '^[!-~]+$', minLength: 1, maxLength: MAX_KEY_CHARACTERS },
        example: '4f0c5a5e-7d1c-4b0e-9a58-0b1c4de0a6b1',
      },
    ],
    example: { orderId: 'ORDER-1', amount: 10.5, currency: 'EUR' },
    answer: initAnswer,
    done: 'The transaction is created.',
    answerExamples: { created: { transactionId: TRANSACTION_ID, amount: 10.5, currency: 'EUR' } },
    wrong: [MESSAGES.bodyNotJson, KEY_REUSED],
    errors: [],
  },
  'POST /payments/mbway': {
    operationId: 'requestMbWayPayment',
    summary: 'Request an MB WAY payment',
    description:
      'Sends the push to the customer’s phone. 200 means that the bank accepted it, not that the customer paid: the ' +
      `customer has ${CONFIRMATION_WINDOW_MINUTES} minutes to confirm. Repeating the call unchanged is safe.`,
    body: mbwayInput,
    example: { transactionId: TRANSACTION_ID, phoneNumber: '910000000' },
    answer: mbwayAnswer,
    done: 'The push is sent.',
    answerExamples: { sent: PUSH_SENT },
    wrong: [START_MESSAGES.paid, START_MESSAGES.hasReference, START_MESSAGES.phoneRefused],
    errors: [404, 502],
  },
  'POST /payments/multibanco': {
    operationId: 'issueMultibancoReference',
    summary: 'Issue a Multibanco reference',
    description:
      'Issues the reference once. Repeating the call unchanged returns the same reference while it can be paid.',
    body: multibancoInput,
    example: { transactionId: TRANSACTION_ID },
    answer: multibancoAnswer,
    done: 'The reference is issued.',
    answerExamples: { issued: { ...REFERENCE, amount: 25 } },
    wrong: [START_MESSAGES.paid, START_MESSAGES.pushMayBeLive, START_MESSAGES.amountRefused],
    errors: [404, 502],
  },
  'GET /payments/status': {
    operationId: 'readTransaction',
    summary: 'Read a transaction',
    description: 'Reads with strong consistency. Prefer webhooks to polling: each poll counts against your limit.',
    parameters: [
      {
        name: 'transactionId',
        in: 'query',
        required: true,
        ...describedSchema(REQUEST_FIELDS.transactionId),
        example: TRANSACTION_ID,
      },
    ],
    answer: statusAnswer,
    done: 'The transaction as it is now.',
    answerExamples: {
      'MB WAY paid': {
        ...MBWAY_TRANSACTION,
        status: 'paid',
        paymentMethod: 'MBWAY',
        paidAt: '2026-11-20T19:08:33.248Z',
      },
      'Multibanco reference issued, unpaid': {
        ...{ ...REFERENCE_TRANSACTION, status: 'pending', paidAt: null, mb: REFERENCE },
      },
      'Multibanco reference paid': {
        ...{ ...REFERENCE_TRANSACTION, status: 'paid', paidAt: '2026-11-21T10:15:42.000Z', mb: REFERENCE },
      },
      'no method started': { ...MBWAY_TRANSACTION, status: 'pending', paymentMethod: null, paidAt: null },
      'MB WAY rejected': { ...MBWAY_TRANSACTION, status: 'failed', paymentMethod: 'MBWAY', paidAt: null },
    },
    wrong: [MESSAGES.parameterMalformed],
    errors: [404],
  },
  'GET /events': {
    operationId: 'listEvents',
    summary: 'List events',
    description:
      'Lists the outcomes of your transactions in the order in which they were recorded, whether their webhooks arrived ' +
      'or not: what a program missed, and that nothing is missing up to `completeUntil`. Follow `next`. An event is ' +
      `listed once it is certain, after ${CERTAIN_AFTER_MS / 1_000} seconds; until then it is in \`recent\`, for information.`,
    parameters: [
      {
        ...{ name: 'after', in: 'query', description: 'The `next` of the last answer.' },
        schema: { type: 'string', pattern: '^[\\w-]+$', minLength: 1, maxLength: 200 },
        example: EVENT_CURSOR,
      },
      {
        ...{ name: 'from', in: 'query' },
        description:
          'Instead of `after`, once: a time with its zone, not in the future; a `+` is encoded as `%2B`. Without both the list ' +
          'begins with the first event.',
        schema: { type: 'string', format: 'date-time', maxLength: 35 },
        example: '2026-11-20T08:00:00Z',
      },
      {
        ...{ name: 'limit', in: 'query', description: 'The most `events` of an answer.' },
        schema: { type: 'integer', format: 'int32', minimum: 1, maximum: MAX_EVENTS, default: MAX_EVENTS },
        example: 50,
      },
    ],
    answer: feedAnswer,
    done: 'Events, and how far they are complete.',
    answerExamples: {
      'one event': {
        ...{ events: [EVENT], next: EVENT_CURSOR, more: false },
        ...{ completeUntil: '2026-11-20T19:18:35.000Z', recent: [] },
      },
      'one that is not certain yet': {
        ...{ events: [], next: cursorOf({ settledAt: Date.parse('2026-11-20T08:00:00Z') }), more: false },
        ...{ completeUntil: '2026-11-20T19:08:05.000Z', recent: [{ ...EVENT, delivery: 'pending' }] },
      },
    },
    wrong: [FROM_IN_FUTURE, TWO_BEGINNINGS],
    errors: [],
  },
};

/** A parameter's description is beside its schema. */
function describedSchema({ description, ...schema }: Json = {}): Json {
  return { description, schema };
}
