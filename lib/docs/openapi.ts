import * as z from 'zod/mini';
import { REQUESTS_PER_MINUTE } from '../../functions/http/messages.ts';
import { IDEMPOTENCY_KEY, IDEMPOTENCY_KEY_HOURS } from '../../functions/payments/init/idempotency-key.ts';
import { initAnswer, initInput } from '../../functions/payments/init/init.ts';
import { PAYMENT_ROUTES, type PaymentRoute } from '../../functions/payments/routes.ts';
import { mbwayAnswer, mbwayInput } from '../../functions/payments/start/mbway.ts';
import { multibancoAnswer, multibancoInput } from '../../functions/payments/start/multibanco.ts';
import { statusAnswer } from '../../functions/payments/status/status.ts';
import { LONGEST_ORDER_ID } from '../../functions/runtime/longest-texts.ts';
import { PAYMENT_EVENTS, TEST_EVENT } from '../../functions/webhooks/event-kind.ts';
import { errorTexts } from './errors.ts';

type Json = Record<string, unknown>;

/** JSON Schema of the fields whose rules are functions, and the formats and descriptions of the others. */
export const FIELDS: Record<string, Json> = {
  orderId: {
    type: 'string',
    minLength: 1,
    maxLength: LONGEST_ORDER_ID,
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
    description: 'Your order. Returned unchanged as `externalOrderId`; it need not be unique.',
  },
  amount: { type: 'number', minimum: 0.01, maximum: 99_999.99, multipleOf: 0.01, description: 'EUR.' },
  transactionId: { type: 'string', minLength: 1, description: 'The id that `POST /payments/init` answered.' },
  phoneNumber: {
    type: 'string',
    pattern: '^9\\d{8}$',
    description: 'A Portuguese mobile number of nine digits, without country code or spaces.',
  },
  status: { description: 'Nothing leaves `paid`; a late payment moves `failed` or `cancelled` to `paid`.' },
  paymentMethod: { description: 'Null until a method is started.' },
  paidAt: { format: 'date-time', description: 'Null unless paid.' },
  expiresAt: { format: 'date-time' },
  mb: { description: 'Present once a reference was issued.' },
};

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
        schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
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
        schema: { type: 'string', minLength: 1 },
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

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };
const LIMITS = Object.fromEntries(
  ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
);
const whole = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });

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
        'Collects payments for Portuguese merchants by MB WAY and Multibanco. The guide is docs/api.md. ' +
        '`npm start` serves the same API on one machine, at http://localhost:3000/api/v1.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [
      {
        url: 'https://{api}.execute-api.{region}.amazonaws.com/api/v1',
        description: 'A deployed stage; its output `BaseUrl` is this URL.',
        variables: { api: { default: 'api-id' }, region: { default: 'eu-west-1' } },
      },
    ],
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(paths),
    webhooks: Object.fromEntries([...PAYMENT_EVENTS, TEST_EVENT].map((event) => [event, webhookOf(event)])),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'Your API key. Never in a browser or an app.' },
      },
      headers: {
        'X-Request-Id': { description: 'Quote it to our support.', schema: { type: 'string' } },
        'X-RateLimit-Limit': whole('Requests in any 60 seconds per source IP address.'),
        'X-RateLimit-Remaining': whole('Requests left now.'),
        'X-RateLimit-Reset': whole('Seconds until one more request is admitted.'),
        'Retry-After': whole('Seconds until a request is admitted.'),
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['error'],
          properties: { error: { type: 'string', description: 'For people; it may change. Programs use the status.' } },
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
    ...(parameters && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body), example } } },
    }),
    responses: {
      200: {
        description: 'Done.',
        headers: { ...REQUEST_ID, ...LIMITS },
        content: { 'application/json': { schema: schemaOf(answer), example: answerExample } },
      },
      ...Object.fromEntries(
        refused.map((status) => [status, { $ref: `#/components/responses/${ERROR_NAMES[status]?.[0]}` }]),
      ),
    },
  };
}

/** Unknown fields are ignored in a request (D4), and may be added to an answer: no schema is closed. */
function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema, path }) => void Object.assign(jsonSchema, FIELDS[String(path.at(-1))]),
  });
  return json;
}

function responseOfError(status: number, description: string): Json {
  const texts = errorTexts().filter(([of]) => of === status);
  return {
    description,
    headers: { ...REQUEST_ID, ...(status === 429 && { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }) },
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
  const signed = (name: string, description: string) => ({
    ...{ name, in: 'header', required: true, description },
    schema: { type: 'string' },
  });
  return {
    post: {
      operationId: event.replace('.', '-'),
      summary: event,
      description: 'Up to four attempts, at 0, 200 ms, 1 s and 5 s, until a 2xx within 8 seconds.',
      security: [],
      parameters: [
        signed('X-Service-Event', 'The event.'),
        signed('X-Service-Signature', '`sha256=` and the HMAC-SHA256 of the raw body in lower-case hex.'),
        signed('webhook-id', 'The event’s id, the same in every attempt (Standard Webhooks).'),
        signed('webhook-timestamp', 'When the attempt was made, in seconds since the epoch.'),
        signed('webhook-signature', 'The signature of Standard Webhooks; two while a secret is rotated.'),
      ],
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(payload) } } },
      responses: { '2XX': { description: 'Received. Any other answer is a failed attempt.' } },
    },
  };
}
