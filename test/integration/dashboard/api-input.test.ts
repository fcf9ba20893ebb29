import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { rig, apiTest as test } from '../../rig/page-functions.ts';
import { TABLES } from '../../rig/tables.ts';
import { CASES, ROUTES } from './api-cases.ts';
import { openShop, type Shop } from './api-shops.ts';

let shop: Shop;
let operator: Record<string, string>;
test.beforeAll(async () => {
  shop = await openShop(rig);
  // Staff whose own account it is too: everything that can be called can be called by them.
  operator = { ...shop.claims, 'cognito:groups': 'merchant,operator' };
});

const withBody = ROUTES.filter((route) => !route.startsWith('GET '));
const withFields = ROUTES.flatMap((route) => (CASES[route].fields ?? []).map((field) => [route, field] as const));

describe('invalid input', () => {
  test('of a wrong type in any field of any route is refused with the name of the field, and changes nothing', async () => {
    const before = await rig.everything();
    for (const [route, field] of withFields) {
      // Of filters those that are not known are left out, as unknown fields are (decision D4).
      for (const wrong of field === 'filters' ? [912345678.5] : [{ wrong: ['912345678'] }, 912345678.5]) {
        const answer = await rig.call(route, operator, { ...CASES[route].about(shop), [field]: wrong });
        expect([route, answer.status, answer.text]).toEqual([route, 400, expect.any(String)]);
        expect(String(answer.body.field).split('.')[0]).toBe(field);
        expect(answer.body.error).toContain(field);
        expect(answer.text).not.toContain('912345678');
      }
    }
    expect(await rig.everything()).toEqual(before);
  });

  test('a body that is not a JSON object, or of 3 MB, is refused by every route that has one', async () => {
    const before = await rig.everything();
    for (const route of withBody) {
      const answer = await rig.call(route, operator, CASES[route].about(shop), { raw: '[]' });
      expect([route, answer.status, answer.body.error]).toEqual([route, 400, expect.stringContaining('body')]);
    }
    const [route, input] = ['PUT /merchant/webhook/url', { url: 'https://shop.example/hook' }] as const;
    for (const raw of ['{"url": ', '"text"', 'null', '{} {}'])
      expect((await rig.call(route, operator, input, { raw })).status, raw).toBe(400);
    const raw = JSON.stringify({ ...input, more: 'x'.repeat(3_000_000) });
    const { status, body } = await rig.call(route, operator, input, { raw });
    expect([status, body.error]).toEqual([400, expect.stringMatching(/^body is too large: at most \d+ KB$/)]);
    expect(await rig.everything()).toEqual(before);
  });

  test('a query parameter that is given twice is refused', async () => {
    const query = { merchantId: [shop.merchantId, 'mer_other'] };
    const { status, body } = await rig.call('GET /me/webhook', operator, {}, { query });
    expect([status, body]).toEqual([400, { error: 'merchantId must be given once' }]);
  });

  test('the body cannot override a field of the path', async () => {
    const { status } = await rig.call(
      'POST /me/transactions/{transactionId}/resend',
      shop.claims,
      { transactionId: 'tx_none' },
      { raw: JSON.stringify({ transactionId: shop.transactionId, eventId: shop.eventId, why: 'test' }) },
    );
    expect(status).toBe(404);
  });

  test.each([
    ['find.period.from', { period: { by: 'created', from: 'yesterday', to: '2026-11-20' } }],
    ['find.period.by', { period: { by: 'moon', from: '2026-11-20', to: '2026-11-20' } }],
    ['find.orderId', { orderId: '' }],
    ['find.reference', { entity: '12345', reference: '12' }],
    ['find.bankId', { bankId: '' }],
    ['find', { period: { by: 'paid', from: '2026-11-20', to: '2026-11-20' }, orderId: 'A' }],
    ['find', {}],
  ])('an invalid search for transactions is refused with the name of the field: %s', async (field, find) => {
    const { status, body } = await rig.call('POST /me/transactions/search', shop.claims, { find });
    expect([status, body.field]).toEqual([400, field]);
  });

  test.each([
    ['POST /me/undelivered/search', {}],
    ['POST /me/exceptions/search', {}],
    ['POST /me/exceptions/search', { state: 'closed' }],
    ['POST /finance/accounts/search', {}],
    ['POST /me/transactions/search', { find: { orderId: 'A' } }],
    ['POST /me/transactions/search', { find: { orderId: 'A', match: 'prefix' } }],
  ] as const)('%s: a cursor that no list has given is refused by name', async (route, input) => {
    for (const each of ['x', cursor({}), cursor({ key: '~', given: [] }), cursor(Array(9).fill('begin'))]) {
      const { status, body } = await rig.call(route, operator, { ...input, merchantId: shop.merchantId, cursor: each });
      expect([each, status, body.error]).toEqual([each, 400, expect.stringContaining('cursor')]);
    }
  });
});

function cursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

describe('a refusal', () => {
  test('names its code, its field and what to do', async () => {
    const { status, body } = await rig.call('PUT /merchant/webhook/url', shop.claims, { url: 'http://shop.example' });
    expect([status, body]).toEqual([
      400,
      {
        error: expect.stringContaining('https://'),
        problem: { code: 'webhook-url', problem: 'not-https' },
        field: 'url',
      },
    ]);
  });

  test.each([
    ['PUT /merchant/webhook/url', { url: 'https://shop.example/whsec_abc' }, 'url'],
    ['POST /me/undelivered/resend', { why: `lost sk_${'a'.repeat(43)}` }, 'why'],
  ] as const)('%s: refuses a secret in the wrong field and stores nothing', async (route, input, field) => {
    const before = await rig.everything();
    const { status, body } = await rig.call(route, shop.claims, input);
    expect([status, body.field]).toEqual([400, field]);
    expect(await rig.everything()).toEqual(before);
  });

  test('without a sign-in is a 401 that asks to sign in again', async () => {
    for (const authorizer of [
      null,
      undefined,
      {},
      { claims: null },
      { claims: { sub: '' } },
      { merchantId: 'mer_x' },
    ]) {
      const { status, body } = await rig.call('GET /me', null, {}, { authorizer });
      expect([status, body]).toEqual([401, { error: expect.stringContaining('sign in again') }]);
    }
  });

  test('for an internal reason is a 500 without its text, and a log line that raises the alarm', async () => {
    const { sub = '' } = await rig.user();
    const Item = toAttributes({ id: `user#${sub}`, linkedAt: 'broken' });
    await rig.client.send(new PutItemCommand({ TableName: TABLES.merchants, Item }));
    const { status, body } = await rig.call('GET /me/webhook', { sub });
    expect([status, body]).toEqual([500, { error: 'internal error of the service' }]);
    expect(rig.log.filter((line) => line.includes('"level":"ERROR"'))).toHaveLength(1);
  });
});
