import * as z from 'zod/mini';
import { MAX_BODY_KB, REQUESTS_PER_MINUTE } from '../../functions/http/messages.ts';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_HOURS } from '../../functions/payments/init/idempotency-key.ts';
import { initAnswer, initInput } from '../../functions/payments/init/init.ts';
import { PAYMENT_ROUTES, type PaymentRoute } from '../../functions/payments/routes.ts';
import { mbwayAnswer, mbwayInput } from '../../functions/payments/start/mbway.ts';
import { multibancoAnswer, multibancoInput } from '../../functions/payments/start/multibanco.ts';
import { statusAnswer } from '../../functions/payments/status/status.ts';
import { LONGEST_ORDER_ID } from '../../functions/runtime/longest-texts.ts';
import { PAYMENT_EVENTS, TEST_EVENT } from '../../functions/webhooks/event-kind.ts';
import { codeSamples } from './code-samples.ts';
import { errorTexts } from './errors.ts';

type Json = Record<string, unknown>;

const NO_CONTROL_CHARACTERS = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';
const time = (description: string) => ({ format: 'date-time', maxLength: 24, description });
const digits = (count: number) => ({ pattern: `^\\d{${count}}$`, maxLength: count });
const orderId = { minLength: 1, maxLength: LONGEST_ORDER_ID, pattern: NO_CONTROL_CHARACTERS };

/** JSON Schema of the fields whose rules are functions, and the limits and descriptions of the others. */
const FIELDS: Record<string, Json> = {
  orderId: {
    type: 'string',
    ...orderId,
    description: 'Your order. Returned unchanged as `externalOrderId`; it need not be unique.',
  },
  externalOrderId: { ...orderId, description: 'The `orderId` of `POST /payments/init`.' },
  amount: { type: 'number', minimum: 0.01, maximum: 99_999.99, description: 'EUR, at most two decimals.' },
  // Any text: one without the form of an id is an unknown transaction (404), not a bad request.
  transactionId: {
    type: 'string',
    minLength: 1,
    maxLength: MAX_BODY_KB * 1_024,
    pattern: '^[\\s\\S]+$',
    description: 'The id that `POST /payments/init` answered.',
  },
  phoneNumber: {
    type: 'string',
    ...digits(9),
    pattern: '^9\\d{8}$',
    description: 'A Portuguese mobile number of nine digits, without country code or spaces.',
  },
  message: { pattern: NO_CONTROL_CHARACTERS, maxLength: 200, description: 'For people; it may change.' },
  status: { description: 'Nothing leaves `paid`; a late payment moves `failed` or `cancelled` to `paid`.' },
  paymentMethod: { description: 'Null until a method is started.' },
  paidAt: time('Null unless paid.'),
  expiresAt: time('Set by the bank: until then the customer can pay.'),
  mb: { description: 'Present once a reference was issued.' },
  entity: digits(5),
  reference: digits(9),
};

/** Fields whose answers, and webhooks, are narrower than what a request may hold. */
const ANSWERED: Record<string, Json> = {
  ...FIELDS,
  transactionId: { ...idOf('tx'), description: 'Send it with the calls that follow.' },
  id: { ...idOf('(tx|test)'), maxLength: 29, description: 'The transaction; `test_…` in a `webhook.test`.' },
  timestamp: time('When the status changed; the same in every attempt.'),
};

function idOf(prefix: string): Json {
  return { pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{24}$`, maxLength: 27 };
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  /** The body; absent for a GET. */
  body?: z.ZodMiniType;
  parameters?: Json[];
  example?: Json;
  answer: z.ZodMiniType;
  answerExample: Json;
  /** Statuses of errors; those of every call are added. */
  errors: readonly number[];
}

const TRANSACTION_ID = 'tx_hypt8j26ez22qd229bvq552r';
const PAID_AT = '2026-11-20T19:08:33.248Z';

/** The endpoints. The compiler requires one entry for each route. */
export const OPERATIONS: Record<PaymentRoute, Operation> = {
  'POST /payments/init': {
    operationId: 'createTransaction',
    summary: 'Create a transaction',
    description: 'Creates a transaction in `pending`. No customer is asked for money yet.',
    body: z.omit(initInput, { [IDEMPOTENCY_KEY]: true }),
    parameters: [
      {
        name: IDEMPOTENCY_KEY,
        in: 'header',
        description:
          `A repeat with the same key and body within ${IDEMPOTENCY_KEY_HOURS} hours answers the first transaction ` +
          'and creates no second one. Only a 200 uses up the key.',
        schema: { type: 'string', pattern: '^[!-~]+$', minLength: 1, maxLength: 255 },
        example: '4f0c5a5e-7d1c-4b0e-9a58-0b1c4de0a6b1',
      },
    ],
    example: { orderId: 'ORDER-1', amount: 10.5, currency: 'EUR' },
    answer: initAnswer,
    answerExample: { transactionId: TRANSACTION_ID, amount: 10.5, currency: 'EUR' },
    errors: [400],
  },
  'POST /payments/mbway': {
    operationId: 'requestMbWayPayment',
    summary: 'Request an MB WAY payment',
    description:
      'Sends the push to the customer’s phone. 200 means that the customer received it, not that the customer paid. ' +
      'Repeating the call unchanged is safe.',
    body: mbwayInput,
    example: { transactionId: TRANSACTION_ID, phoneNumber: '910000000' },
    answer: mbwayAnswer,
    answerExample: {
      success: true,
      message: 'MB WAY notification sent: the customer has 4 minutes to confirm the payment on the phone.',
    },
    errors: [400, 404, 502],
  },
  'POST /payments/multibanco': {
    operationId: 'issueMultibancoReference',
    summary: 'Issue a Multibanco reference',
    description: 'Issues the reference once. Repeating the call unchanged answers the same reference.',
    body: multibancoInput,
    example: { transactionId: TRANSACTION_ID },
    answer: multibancoAnswer,
    answerExample: { entity: '24000', reference: '523353514', amount: 25, expiresAt: '2026-11-23T23:59:59.000Z' },
    errors: [400, 404, 502],
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
        description: FIELDS.transactionId?.description,
        schema: withoutDescription(FIELDS.transactionId),
        example: TRANSACTION_ID,
      },
    ],
    answer: statusAnswer,
    answerExample: {
      ...{ transactionId: TRANSACTION_ID, externalOrderId: 'ORDER-1', status: 'paid', paymentMethod: 'MBWAY' },
      ...{ amount: 10.5, currency: 'EUR', paidAt: PAID_AT },
    },
    errors: [400, 404],
  },
};

const PAYMENTS = 'Payments';
const OF_EVERY_CALL = [401, 403, 429, 500] as const;
const ERROR_NAMES: Record<number, [name: string, description: string]> = {
  400: ['BadRequest', 'The request is wrong. The text names each field and its rule, separated by `; `.'],
  401: ['Unauthenticated', 'The API key is missing or invalid.'],
  403: ['Inactive', 'The account is not active.'],
  404: ['NotFound', 'There is no such transaction of this merchant, or no such path.'],
  429: ['OverLimit', `More than ${REQUESTS_PER_MINUTE} requests in 60 seconds from this IP address.`],
  500: ['Internal', 'A fault on our side. Retry with growing pauses.'],
  502: ['BankUnavailable', 'The banking network failed. Read the status, or repeat the same call.'],
};

/** Answers of API Gateway itself, without `X-RateLimit-*` (decision D17); of the others it gives a few. */
const OF_GATEWAY = [401, 403, 429];
const whole = (maximum: number, description: string) => ({
  description,
  schema: { type: 'integer', format: 'int32', minimum: 0, maximum },
});

const HEADERS: Record<string, Json> = {
  'X-Request-Id': {
    ...{ description: 'Quote it to our support.', required: true },
    schema: { type: 'string', pattern: '^[!-~]+$', maxLength: 100 },
  },
  'Cache-Control': { required: true, schema: { type: 'string', const: 'no-store' } },
  'X-RateLimit-Limit': whole(REQUESTS_PER_MINUTE, 'Requests in any 60 seconds per source IP address.'),
  'X-RateLimit-Remaining': whole(REQUESTS_PER_MINUTE, 'Requests left now.'),
  'X-RateLimit-Reset': whole(60, 'Seconds until one more request is admitted.'),
  'Retry-After': { ...whole(60, 'Seconds until a request is admitted.'), required: true },
};

function headersOf(status: number): Json {
  const names = Object.keys(HEADERS).filter((name) => {
    if (name === 'Retry-After') return status === 429;
    return !(name.startsWith('X-RateLimit-') && OF_GATEWAY.includes(status));
  });
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** `docs/openapi.json`: the four endpoints and the webhooks (OpenAPI 3.1), from the schemas that validate them. */
export function openApiDocument(): string {
  const paths = Object.keys(PAYMENT_ROUTES).map((route) => {
    const [method = '', path = ''] = route.split(' ');
    return [path, { [method.toLowerCase()]: operationOf(OPERATIONS[route as PaymentRoute]) }];
  });
  const document = {
    openapi: '3.1.1',
    info: {
      title: 'Payment Service',
      version: '1.0.0',
      description:
        'Collects payments for Portuguese merchants by MB WAY and Multibanco. Call it from your server. ' +
        '`npm start` serves the same API on one machine, at http://localhost:3000/api/v1, with a simulated bank.',
      contact: { name: 'Support of Payment Service' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    tags: [{ name: PAYMENTS, description: 'From the transaction to its outcome.' }],
    servers: [
      {
        url: 'https://{api}.execute-api.{region}.amazonaws.com/api/v1',
        description: 'A deployed stage; its output `BaseUrl` is this URL.',
        variables: { api: { default: 'api-id' }, region: { default: 'eu-west-1' } },
        'x-internal': false,
      },
    ],
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(paths),
    webhooks: Object.fromEntries([...PAYMENT_EVENTS, TEST_EVENT].map((event) => [event, webhookOf(event)])),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'Your API key. Never in a browser or an app.' },
      },
      headers: HEADERS,
      schemas: {
        Error: {
          type: 'object',
          required: ['error'],
          properties: {
            error: {
              type: 'string',
              pattern: NO_CONTROL_CHARACTERS,
              maxLength: 1_000,
              description: 'For people; it may change. Programs use the status.',
            },
          },
        },
      },
      responses: Object.fromEntries(
        Object.entries(ERROR_NAMES).map(([status, [name, description]]) => [
          name,
          responseOfError(Number(status), description),
        ]),
      ),
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function operationOf({ body, example, answer, answerExample, errors, parameters, ...texts }: Operation): Json {
  const refused = [...errors, ...OF_EVERY_CALL].sort((a, b) => a - b);
  return {
    ...texts,
    tags: [PAYMENTS],
    'x-codeSamples': codeSamples(texts.operationId),
    ...(parameters && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, FIELDS), example } } },
    }),
    responses: {
      200: {
        description: 'Done.',
        headers: headersOf(200),
        content: { 'application/json': { schema: schemaOf(answer, ANSWERED), example: answerExample } },
      },
      ...Object.fromEntries(
        refused.map((status) => [status, { $ref: `#/components/responses/${ERROR_NAMES[status]?.[0]}` }]),
      ),
    },
  };
}

/** Unknown fields are ignored in a request (D4), and may be added to an answer: no schema is closed. */
function schemaOf(schema: z.ZodMiniType, fields: Record<string, Json>): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // What is null or a value keeps its rules with the value.
    override: ({ jsonSchema, path }) =>
      void Object.assign(jsonSchema.anyOf?.[0] ?? jsonSchema, fields[String(path.at(-1))]),
  });
  return json;
}

function withoutDescription({ description: _, ...schema }: Json = {}): Json {
  return schema;
}

function responseOfError(status: number, description: string): Json {
  const texts = errorTexts().filter(([of]) => of === status);
  return {
    description,
    headers: headersOf(status),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(texts.map(([, error], index) => [`${status}-${index + 1}`, { value: { error } }])),
      },
    },
  };
}

function webhookOf(event: string): Json {
  const { status, paymentMethod } = statusAnswer.shape;
  const data = z.object({
    ...{ id: z.string(), externalOrderId: z.string(), amount: z.number(), currency: z.literal('EUR') },
    ...{ paymentMethod, status, paidAt: z.nullable(z.string()) },
  });
  const payload = z.object({ event: z.literal(event), timestamp: z.string(), data });
  const header = (name: string, description: string, schema: Json) => ({
    ...{ name, in: 'header', required: true, description },
    schema: { type: 'string', ...schema },
  });
  return {
    post: {
      operationId: event.replace('.', '-'),
      summary: event,
      description: 'Up to four attempts, at 0, 200 ms, 1 s and 5 s, until a 2xx within 8 seconds.',
      security: [],
      parameters: [
        header('X-Service-Event', 'The event.', { const: event }),
        header('X-Service-Signature', '`sha256=` and the HMAC-SHA256 of the raw body in lower-case hex.', {
          pattern: '^sha256=[0-9a-f]{64}$',
          maxLength: 71,
        }),
        header('webhook-id', 'The event’s id, the same in every attempt (Standard Webhooks).', {
          pattern: '^[!-~]+$',
          maxLength: 100,
        }),
        header('webhook-timestamp', 'When the attempt was made, in seconds since the epoch.', {
          pattern: '^\\d+$',
          maxLength: 10,
        }),
        header('webhook-signature', 'The signature of Standard Webhooks; two while a secret is rotated.', {
          pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$',
          maxLength: 95,
        }),
      ],
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(payload, ANSWERED) } } },
      responses: { '2XX': { description: 'Received. Any other answer is a failed attempt.' } },
    },
  };
}
