import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as json from 'zod';
import type * as z from 'zod/mini';
import { PAYMENT_ROUTES, type PaymentRoute } from '../../../functions/payments/routes.ts';
import { OPERATIONS, openApiDocument } from '../../../lib/docs/openapi.ts';

const document = JSON.parse(openApiDocument());
const ROUTES = Object.keys(PAYMENT_ROUTES) as PaymentRoute[];
const operationOf = (route: PaymentRoute) => {
  const [method = '', path = ''] = route.split(' ');
  return document.paths[path][method.toLowerCase()];
};

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
    const { body, example, answer, answerExample } = OPERATIONS[route];
    if (body) expect(body.safeParse(example)).toMatchObject({ success: true });
    expect(answer.parse(answerExample)).toEqual(answerExample);
    const { schema } = operationOf(route).responses[200].content['application/json'];
    expect(validator(schema).safeParse(answerExample)).toMatchObject({ success: true });
  });

  test('refers to nothing that it does not have', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    expect(references.length).toBeGreaterThan(20);
    for (const path of references) {
      const found = path.split('/').reduce((at, name) => at?.[name], document);
      expect(found, path).toBeDefined();
    }
  });
});

const text = fc.oneof(
  fc.string({ maxLength: 110 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
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
    const { schema } = operationOf(route).requestBody.content['application/json'];
    const documented = validator(schema);
    const rule = OPERATIONS[route].body as z.ZodMiniType;
    const fields = Object.keys(schema.properties);
    const bodies = fc.record(Object.fromEntries(fields.map((name) => [name, VALUES[name] ?? value])), {
      requiredKeys: [],
    });
    const counts = { valid: 0, invalid: 0 };
    fc.assert(
      fc.property(bodies.filter(isPlain), (body) => {
        const isTaken = rule.safeParse(body).success;
        counts[isTaken ? 'valid' : 'invalid'] += 1;
        expect([body, documented.safeParse(body).success]).toEqual([body, isTaken]);
      }),
      { numRuns: 3_000, seed: 17 },
    );
    expect(Math.min(counts.valid, counts.invalid), JSON.stringify(counts)).toBeGreaterThan(50);
  },
);
