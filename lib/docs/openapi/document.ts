import { INACTIVE_SENTENCES } from '../../../functions/gateway/authorize.ts';
import { MAX_REQUESTS_PER_MINUTE, MESSAGES } from '../../../functions/http/messages.ts';
import { PAYMENT_ROUTES, type PaymentRoute } from '../../../functions/payments/routes.ts';
import { codeSamples } from '../code-samples.ts';
import { ANSWER_FIELDS, type Json, NO_CONTROL_CHARACTERS, named, REQUEST_FIELDS, schemaOf } from './fields.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { webhookSchemas, webhooks } from './webhooks.ts';

const PAYMENTS = 'Payments';
const EVENTS = 'Events';
/** Enough to tell the texts of one status apart. */
const WORDS_OF_A_NAME = 8;
const OF_EVERY_CALL = [401, 403, 429, 500] as const;
const WRONG_REQUEST =
  'The request is wrong. A text about fields begins with their names; several are joined by `; `. The guide *Errors* lists every text.';
/** The responses that all calls share, by status. */
const ERRORS: Record<number, { name: string; description: string; texts: readonly string[] }> = {
  401: {
    name: 'Unauthenticated',
    description: 'The API key is missing or invalid.',
    texts: [MESSAGES.unauthenticated],
  },
  403: { name: 'Inactive', description: 'The account is not active.', texts: Object.values(INACTIVE_SENTENCES) },
  404: {
    name: 'NotFound',
    description: 'There is no such transaction of this merchant, or no such path.',
    texts: [MESSAGES.transactionNotFound, MESSAGES.notFound],
  },
  429: {
    name: 'OverLimit',
    description: `More than ${MAX_REQUESTS_PER_MINUTE} requests in 60 seconds from this IP address. Wait for \`Retry-After\`, and back off exponentially.`,
    texts: [MESSAGES.overLimit],
  },
  500: {
    name: 'Internal',
    description:
      'A fault on our side. Repeat the same call with growing pauses, `POST /payments/init` with the same `Idempotency-Key`.',
    texts: [MESSAGES.internal],
  },
  502: {
    name: 'BankUnavailable',
    description: 'The banking network failed. Read the status, or repeat the same call.',
    texts: [MESSAGES.bankUnavailable, MESSAGES.bankFault, MESSAGES.bankUnknown],
  },
};

/**
 * API Gateway itself gives these, without `X-RateLimit-*` (decision D17). The other answers have them, but for a few of
 * API Gateway's own, and while the limiter is down: so they are not required there either.
 */
const OF_GATEWAY = [401, 403, 429];
const integerHeader = (maximum: number, description: string, minimum = 0) => ({
  description,
  schema: { type: 'integer', format: 'int32', minimum, maximum },
});

const HEADERS: Record<string, Json> = {
  'X-Request-Id': {
    ...{ description: 'Quote it to our support.', required: true },
    schema: { type: 'string', pattern: '^[!-~]+$', maxLength: 100 },
  },
  'Cache-Control': { required: true, schema: { type: 'string', const: 'no-store' } },
  'X-RateLimit-Limit': integerHeader(MAX_REQUESTS_PER_MINUTE, 'Requests in any 60 seconds per source IP address.'),
  'X-RateLimit-Remaining': integerHeader(MAX_REQUESTS_PER_MINUTE, 'Requests left now.'),
  'X-RateLimit-Reset': integerHeader(60, 'Seconds until one more request is admitted.'),
  'Retry-After': { ...integerHeader(60, 'Seconds until a request is admitted.', 1), required: true },
};

function headersOf(status: number): Json {
  const names = Object.keys(HEADERS).filter((name) => {
    if (name === 'Retry-After') return status === 429;
    return !(name.startsWith('X-RateLimit-') && OF_GATEWAY.includes(status));
  });
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/**
 * `docs/openapi.json` (OpenAPI 3.1): the endpoints, from the schemas that validate their requests and answers, and
 * the webhooks.
 */
export function openApiDocument(): string {
  const paths = Object.keys(PAYMENT_ROUTES).map((route) => {
    const [method = '', path = ''] = route.split(' ');
    return [path, { [method.toLowerCase()]: operationOf(route as PaymentRoute) }];
  });
  const document = {
    openapi: '3.1.1',
    info: {
      title: 'Payment Service',
      version: '1.0.0',
      description:
        'Collects payments for Portuguese merchants by MB WAY and Multibanco. Call it from your server, with the header ' +
        `\`Authorization: Bearer <API_KEY>\` in every call; ${MAX_REQUESTS_PER_MINUTE} calls a minute are admitted from each ` +
        'IP address. The dashboard has your API keys (`/dashboard/settings/api-keys`), and the URL of your webhooks, ' +
        'which begins with `https://`, their toggle, test button and secret (`/dashboard/settings/webhook`).',
      contact: { name: 'Support of Payment Service' },
      // SPDX has no identifier for it.
      license: { name: 'Proprietary' },
    },
    tags: [
      { name: PAYMENTS, description: 'From the transaction to its outcome.' },
      { name: EVENTS, description: 'What webhooks missed.' },
    ],
    servers: [
      {
        url: 'https://{api}.execute-api.{region}.amazonaws.com/api/v1',
        description: 'A deployed stage; its output `BaseUrl` is this URL.',
        variables: { api: { default: 'api-id' }, region: { default: 'eu-west-1' } },
        // Asked for by OWASP's inventory of APIs (API9:2023).
        'x-internal': false,
      },
    ],
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(paths),
    webhooks: webhooks(),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'Your API key. Never in a browser or an app.' },
      },
      headers: HEADERS,
      schemas: { ...operationSchemas(), ...webhookSchemas(), ApiError: API_ERROR },
      responses: Object.fromEntries(
        Object.entries(ERRORS).map(([status, { name, description, texts }]) => [
          name,
          responseOfError(Number(status), description, texts),
        ]),
      ),
    },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

const API_ERROR = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'string',
      pattern: NO_CONTROL_CHARACTERS,
      maxLength: 1_000,
      description: 'For people; it may change. Programs use the status. A text about a field begins with its name.',
    },
  },
};

/** The name of a call's schemas: `CreateTransaction`. */
function nameOfCall({ operationId }: Operation): string {
  return operationId.charAt(0).toUpperCase() + operationId.slice(1);
}

function operationSchemas(): Record<string, Json> {
  const schemas = Object.values(OPERATIONS).flatMap((operation) => {
    const { body, answer } = operation;
    const name = nameOfCall(operation);
    return [
      ...(body ? [[`${name}Request`, schemaOf(body, REQUEST_FIELDS)]] : []),
      [`${name}Response`, schemaOf(answer, ANSWER_FIELDS)],
    ];
  });
  return Object.fromEntries(schemas);
}

function operationOf(route: PaymentRoute): Json {
  const operation = OPERATIONS[route];
  const { body, example, answer: _, done, answerExamples, wrong, errors, parameters, ...texts } = operation;
  const name = nameOfCall(operation);
  const refused = [...errors, ...OF_EVERY_CALL].sort((a, b) => a - b);
  return {
    ...texts,
    tags: [route.includes(' /events') ? EVENTS : PAYMENTS],
    'x-codeSamples': codeSamples(texts.operationId),
    ...(parameters && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: named(`${name}Request`), example } },
      },
    }),
    responses: {
      200: {
        description: done,
        headers: headersOf(200),
        content: { 'application/json': { schema: named(`${name}Response`), ...examplesOf(answerExamples) } },
      },
      400: responseOfError(400, WRONG_REQUEST, wrong),
      ...Object.fromEntries(
        refused.map((status) => [status, { $ref: `#/components/responses/${ERRORS[status]?.name}` }]),
      ),
    },
  };
}

/** One example alone has no name. */
function examplesOf(examples: Record<string, Json>): Json {
  const [only, ...others] = Object.values(examples);
  if (others.length === 0) return { example: only };
  return {
    examples: Object.fromEntries(
      Object.entries(examples).map(([summary, value]) => [nameOf(summary), { summary, value }]),
    ),
  };
}

/** A name for OpenAPI, which allows letters, digits and `-` only: the first words. */
function nameOf(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.slice(0, WORDS_OF_A_NAME).join('-');
}

function responseOfError(status: number, description: string, texts: readonly string[]): Json {
  const examples = Object.fromEntries(texts.map((error) => [error, { error }]));
  return {
    description,
    headers: headersOf(status),
    content: { 'application/json': { schema: named('ApiError'), ...examplesOf(examples) } },
  };
}
