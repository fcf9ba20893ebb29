import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import * as json from 'zod';
import type * as z from 'zod/mini';
import { PAYMENT_ROUTES, type PaymentRoute } from '../../../../functions/payments/routes.ts';
import { openApiDocument } from '../../../../lib/docs/openapi/document.ts';
import { OPERATIONS } from '../../../../lib/docs/openapi/operations.ts';
import { DOCS_DIR } from '../../../../lib/docs/published.ts';
import { codePoint } from '../../../support/code-point.ts';

const document = JSON.parse(openApiDocument());
const read = (name: string) => readFileSync(join(DOCS_DIR, name), 'utf8');
const ROUTES = Object.keys(PAYMENT_ROUTES) as PaymentRoute[];
const operationOf = (route: PaymentRoute) => {
  const [method = '', path = ''] = route.split(' ');
  return document.paths[path][method.toLowerCase()];
};

/** The named schema that a reference points to. */
const schemaAt = ({ content }: { content: { 'application/json': { schema: { $ref: string } } } }) =>
  document.components.schemas[content['application/json'].schema.$ref.split('/').at(-1) ?? ''];

/** A validator made from a JSON Schema of the document, by zod's own reader of them. */
const validator = (schema: unknown) => json.fromJSONSchema(schema as Parameters<typeof json.fromJSONSchema>[0]);

describe('the OpenAPI document', () => {
  test('has exactly the endpoints', () => {
    const found = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(found.sort()).toEqual([...ROUTES].sort());
  });

  test.each(ROUTES)('has examples of %s that the endpoint takes and gives', (route) => {
    const { body, example, answer, answerExamples } = OPERATIONS[route];
    if (body) expect(body.safeParse(example)).toMatchObject({ success: true });
    const schema = schemaAt(operationOf(route).responses[200]);
    for (const answerExample of Object.values(answerExamples)) {
      expect(answer.parse(answerExample)).toEqual(answerExample);
      expect(validator(schema).safeParse(answerExample)).toMatchObject({ success: true });
    }
  });

  test.each(Object.keys(document.webhooks))('has an example of %s with signatures that verify', (event) => {
    const { parameters, requestBody } = document.webhooks[event].post;
    const { example } = requestBody.content['application/json'];
    const schema = schemaAt(requestBody);
    const body = JSON.stringify(example);
    const sent = Object.fromEntries(
      parameters.map(({ name, example }: { name: string; example: string }) => [name, example]),
    );
    const [secret = ''] = /whsec_[\w+/=]+/.exec(document.webhooks[event].post.description) ?? [];
    expect(example.event).toBe(event);
    expect(validator(schema).safeParse(example)).toMatchObject({ success: true });
    expect(sent['X-Service-Signature']).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
    expect(sent['webhook-signature']).toBe(
      new Webhook(secret).sign(sent['webhook-id'], new Date(sent['webhook-timestamp'] * 1_000), body),
    );
  });

  const FIELDS = ['event', 'timestamp', 'data'];
  const DATA = ['id', 'externalOrderId', 'amount', 'currency', 'paymentMethod', 'status', 'paidAt'];

  test.each(Object.keys(document.webhooks))('§6.3: describes each field of a delivered %s, and no other', (event) => {
    const { properties, required } = schemaAt(document.webhooks[event].post.requestBody);
    expect([Object.keys(properties), required]).toEqual([FIELDS, FIELDS]);
    expect([Object.keys(properties.data.properties), properties.data.required]).toEqual([DATA, DATA]);
  });

  test('§6.3: documents show a payload with the fields that are delivered', () => {
    const shown = ['api.md', 'delivery.md'].flatMap((name) =>
      [...read(name).matchAll(/^\{"event":.*\}$|^ *"body": (".*")$/gm)].map(([line, body]) =>
        JSON.parse(body ?? JSON.stringify(line)),
      ),
    );
    expect(shown).toHaveLength(3);
    for (const text of shown) {
      const payload = JSON.parse(text);
      expect([Object.keys(payload), Object.keys(payload.data)]).toEqual([FIELDS, DATA]);
    }
  });
});

const text = fc.oneof(
  fc.string({ maxLength: 110 }),
  fc.string({ unit: codePoint, maxLength: 6 }),
  fc.constantFrom(
    '',
    '912345678',
    '9123456789',
    '812345678',
    '+351912345678',
    'ORDER-1',
    'x'.repeat(100),
    'x'.repeat(101),
  ),
);
const cents = fc.integer({ min: -100, max: 10_000_100 }).map((each) => each / 100);
const value = fc.oneof(text, cents, fc.double(), fc.constantFrom(null, true, 0, 0.001, 10.505, 99_999.99, 100_000));
const VALUES: Record<string, fc.Arbitrary<unknown>> = {
  orderId: fc.oneof(text, value),
  amount: fc.oneof(cents, value),
  currency: fc.constantFrom('EUR', 'USD', 'eur', 1),
  transactionId: fc.oneof(text, value),
  transactionIds: fc.oneof(fc.array(fc.oneof(text, value), { maxLength: 3 }), fc.array(text, { maxLength: 3 }), value),
  phoneNumber: fc.oneof(fc.stringMatching(/^[89]\d{7,9}$/), value),
};

/**
 * Length in characters: JSON Schema counts code points, and so does the rule; zod's reader counts UTF-16. Parts of a
 * cent: JSON Schema cannot refuse them.
 */
const isPlain = ({ amount, ...others }: Record<string, unknown>) =>
  Object.values(others).every((each) => typeof each !== 'string' || /^[\0-\uD7FF\uE000-\uFFFF]*$/.test(each)) &&
  (typeof amount !== 'number' || /^-?\d+(\.\d{1,2})?$/.test(String(amount)));

test.each(ROUTES.filter((route) => OPERATIONS[route].body))(
  '%s: a body is valid by the document if the endpoint takes it',
  (route) => {
    const schema = schemaAt(operationOf(route).requestBody);
    const documented = validator(schema);
    const rule = OPERATIONS[route].body as z.ZodMiniType;
    const fields = Object.keys(schema.properties);
    const bodies = fc.record(Object.fromEntries(fields.map((name) => [name, VALUES[name] ?? value])), {
      requiredKeys: [],
    });
    const counts = { valid: 0, invalid: 0 };
    fc.assert(
      fc.property(bodies.filter(isPlain), (body) => {
        const isValid = rule.safeParse(body).success;
        counts[isValid ? 'valid' : 'invalid'] += 1;
        expect([body, documented.safeParse(body).success]).toEqual([body, isValid]);
      }),
      { numRuns: 1_000, seed: 17 },
    );
    expect(Math.min(counts.valid, counts.invalid), JSON.stringify(counts)).toBeGreaterThan(20);
  },
);
