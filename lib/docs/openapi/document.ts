import { REQUESTS_PER_MINUTE } from '../../../functions/http/messages.ts';
import { PAYMENT_ROUTES, type PaymentRoute } from '../../../functions/payments/routes.ts';
import { codeSamples } from '../code-samples.ts';
import { errorTexts } from '../errors.ts';
import { ANSWER_FIELDS, type Json, NO_CONTROL_CHARACTERS, REQUEST_FIELDS, schemaOf } from './fields.ts';
import { OPERATIONS, type Operation } from './operations.ts';
import { webhooks } from './webhooks.ts';

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
    webhooks: webhooks(),
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

function operationOf({ body, example, answer, answerExamples, errors, parameters, ...texts }: Operation): Json {
  const refused = [...errors, ...OF_EVERY_CALL].sort((a, b) => a - b);
  return {
    ...texts,
    tags: [PAYMENTS],
    'x-codeSamples': codeSamples(texts.operationId),
    ...(parameters && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(body, REQUEST_FIELDS), example } },
      },
    }),
    responses: {
      200: {
        description: 'Done.',
        headers: headersOf(200),
        content: { 'application/json': { schema: schemaOf(answer, ANSWER_FIELDS), ...examplesOf(answerExamples) } },
      },
      ...Object.fromEntries(
        refused.map((status) => [status, { $ref: `#/components/responses/${ERROR_NAMES[status]?.[0]}` }]),
      ),
    },
  };
}

/** One example alone has no name. */
function examplesOf(examples: Record<string, Json>): Json {
  const [only, ...others] = Object.values(examples);
  if (others.length === 0) return { example: only };
  const named = Object.entries(examples).map(([summary, value]) => [
    summary.toLowerCase().replace(/[^a-z]+/g, '-'),
    { summary, value },
  ]);
  return { examples: Object.fromEntries(named) };
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
