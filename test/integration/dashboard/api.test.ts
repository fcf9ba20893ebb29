import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Route } from '../../../functions/dashboard/api.ts';
import { handlerFiles } from '../../../lib/bundling/bundle.ts';
import { DASHBOARD_FUNCTIONS } from '../../../lib/constructs/dashboard/rights.ts';
import { type Answer, type Claims, ROUTES, rig, apiTest as test } from '../../fixtures/dashboard/api.ts';
import { paidWith, putTransaction } from '../../fixtures/dashboard/lists.ts';
import { givenRights } from '../../fixtures/dashboard/seen-rights.ts';
import { CASES, type Statuses } from './api-cases.ts';
import { openShop, type Shop } from './api-shops.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/**
 * The caller's shop, another's, and the other callers. Each route's tests have their own, so that tables stay small.
 */
let own: Shop;
let foreign: Shop;
let people: Record<keyof Statuses, Record<string, string>>;

async function beginAnew(): Promise<void> {
  await rig.empty();
  own = await openShop(rig);
  foreign = await openShop(rig);
  people = {
    merchant: own.claims,
    finance: await rig.user(undefined, { 'cognito:groups': 'finance' }),
    operator: await rig.user(undefined, { 'cognito:groups': '[operator]' }),
    guest: await rig.user(own.merchantId, { 'cognito:groups': 'guests' }),
  };
}

/** For the names of the fields that a call about a shop has. */
const SHAPE = { merchantId: '' } as Shop;

type Items = Record<string, unknown>;

/** Items that hold a mark of a shop. */
function itemsOf({ marks }: Shop, items: Items): Items {
  const isTheirs = (item: unknown) => marks.some((mark) => JSON.stringify(item).includes(mark));
  return Object.fromEntries(Object.entries(items).filter(([, item]) => isTheirs(item)));
}

/** What is wrong with an answer's form, beyond its status. */
function expectForm({ status, headers, body }: Answer): void {
  expect(headers).toMatchObject({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  if (status === 200) return;
  expect(body.error).toEqual(expect.stringMatching(/\w+/));
  expect(Object.keys(body).filter((key) => !['error', 'problem', 'field'].includes(key))).toEqual([]);
}

describe('the list of routes', () => {
  test('matches the contract, and the functions match the handlers', () => {
    const contract = readFileSync(join(ROOT, 'functions/dashboard/api.ts'), 'utf8');
    const routes = [...contract.matchAll(/^ {2}'((?:GET|POST|PUT|PATCH|DELETE) \/[^']*)':/gm)].map(
      ([, route]) => route,
    );
    expect(routes.length).toBeGreaterThan(25);
    expect(ROUTES.toSorted()).toEqual(routes.toSorted());
    const handlers = [...handlerFiles().keys()].filter((name) => name.startsWith('dashboard/'));
    expect(
      Object.values(DASHBOARD_FUNCTIONS)
        .map(({ handler }) => handler)
        .toSorted(),
    ).toEqual(handlers.toSorted());
  });

  test('matches the cases of these tests: a new route needs a row', () => {
    expect(Object.keys(CASES).toSorted()).toEqual(ROUTES.toSorted());
  });
});

describe.each(ROUTES)('%s', (route: Route) => {
  const { about, statuses, staffChange } = CASES[route];

  test.beforeAll(beginAnew);

  const strangers: [string, () => Promise<Claims> | Claims, number][] = [
    ['a merchant', () => people.merchant, statuses.merchant],
    ['finance', () => people.finance, statuses.finance],
    ['an operator', () => people.operator, statuses.operator],
    ['a person in unknown groups only', () => people.guest, statuses.guest],
    [
      'a merchant of no account yet',
      async () => ({ ...(await rig.user()), 'custom:merchantId': own.merchantId }),
      // The first call makes an account; any other finds none.
      route === 'GET /me'
        ? 200
        : route.startsWith('POST /settings') || route.startsWith('PUT /settings')
          ? 404
          : statuses.guest,
    ],
    ['nobody', () => null, 401],
    ['a token that names nobody', () => ({ email: 'a@b.example' }), 401],
    ['an access token', () => ({ ...people.operator, token_use: 'access' }), 401],
  ];

  test.each(strangers)('about another merchant’s account, called by %s', async (who, claimsOf, status) => {
    const claims = await claimsOf();
    const [before, sentBefore] = [await rig.everything(), await rig.sentCount()];

    const answer = await rig.call(route, claims, about(foreign));

    expect({ status: answer.status, text: answer.text }).toEqual({ status, text: expect.any(String) });
    expectForm(answer);
    const isStaff = who === 'finance' || who === 'an operator';
    if (!isStaff) for (const mark of foreign.marks) expect(answer.text).not.toContain(mark);
    expect(answer.text).not.toContain(foreign.apiKey);
    expect(answer.text).not.toContain(foreign.webhookSecret);
    const after = await rig.everything();
    if (isStaff && (staffChange === 'both' || (staffChange === 'operator' && who === 'an operator'))) {
      expect(itemsOf(foreign, after)).not.toEqual(itemsOf(foreign, before));
      foreign = await openShop(rig);
      return;
    }
    expect(itemsOf(foreign, after)).toEqual(itemsOf(foreign, before));
    // What a merchant does is done to its own account, whatever the request says.
    const isFirstCall = who === 'a merchant of no account yet' && route === 'GET /me';
    if (isFirstCall || (who === 'a merchant' && status === 200)) return;
    expect(after).toEqual(before);
    expect(await rig.sentCount()).toBe(sentBefore);
  });

  test('about the merchant’s own account: 200, 404 for staff routes, or 400 with the field', async () => {
    const shop = await openShop(rig);
    const answer = await rig.call(route, shop.claims, about(shop));
    expectForm(answer);
    const isStaffs = ['unnotified', 'exceptions/', 'reconciliation', 'finance/audit', 'accounts/search', 'status'].some(
      (part) => route.includes(part) && route !== 'POST /finance/exceptions/search',
    );
    const isRefused = statuses.merchant === 400;
    expect([route, answer.status, answer.text]).toEqual([
      route,
      isStaffs ? 404 : isRefused ? 400 : 200,
      expect.any(String),
    ]);
    if (isRefused)
      expect(answer.body).toMatchObject({
        problem: { code: expect.any(String) },
        field: expect.any(String),
      });
  });
});

describe('a merchant that does not exist', () => {
  test.beforeAll(beginAnew);

  // `GET /me` accepts no merchant, whatever is sent to it.
  const ofMerchant = ROUTES.filter(
    (route) =>
      route !== 'GET /me' && CASES[route].statuses.operator === 200 && 'merchantId' in CASES[route].about(SHAPE),
  );

  test('is tested with more than ten routes', () => {
    expect(ofMerchant.length).toBeGreaterThan(10);
  });

  test.each(ofMerchant)('%s: staff get 404, and nothing is written', async (route) => {
    const before = await rig.everything();
    for (const who of ['finance', 'operator'] as const) {
      const answer = await rig.call(route, people[who], { ...CASES[route].about(foreign), merchantId: 'Livraria' });
      const isOpen = CASES[route].statuses[who] === 200;
      expect([who, answer.status, answer.body]).toEqual([
        who,
        404,
        { error: isOpen ? 'merchant not found' : expect.any(String) },
      ]);
    }
    expect(await rig.everything()).toEqual(before);
  });
});

describe('the rights of each function', () => {
  test('are exactly those that it used in these tests', async () => {
    await useRareRights();
    for (const route of ROUTES) {
      const used = [...(rig.seen.get(route) ?? [])].sort();
      expect({ route, used }).toEqual({ route, used: givenRights(DASHBOARD_FUNCTIONS[route].rights) });
    }
  });
});

/** What the matrix does not cover: a key that ends immediately, other lists, a further series. */
async function useRareRights(): Promise<void> {
  await beginAnew();
  const shop = await openShop(rig);
  const { claims, transactionId, merchantId } = shop;
  const today = CASES['POST /transactions/search'].about(shop) as { find: { period: { from: string; to: string } } };
  const { from, to } = today.find.period;
  const paid = { period: { by: 'paid', from, to } };
  await rig.call('POST /transactions/search', claims, { find: paid });
  await rig.call('POST /transactions/search', claims, { find: { orderId: `UNNOTIFIED-${merchantId}` } });
  await rig.call('POST /transactions/search', claims, { find: { transactionId } });
  await rig.call('POST /transactions/search', people.finance, { find: paid });
  await rig.call('POST /transactions/export', claims, paid);
  await rig.call('POST /transactions/export', people.finance, paid);
  await rig.call('PUT /settings/webhook/enabled', claims, { enabled: true });
  await rig.call('POST /settings/api-keys/rotate', claims, { overlapHours: 0 });
  await rig.call('POST /settings/api-keys/rotate', claims, { overlapHours: 1 });
  await rig.call('POST /settings/api-keys/end-old', claims);
  await rig.call('POST /settings/webhook/secret/rotate', claims);
  await rig.call('POST /settings/webhook/secret/switch', claims);
  // Sent again and failed again: the previous series is read.
  await putTransaction(rig, paidWith(Date.now(), { merchantId }, { state: 'not_delivered', series: 2 }));
  await rig.call('POST /finance/unnotified', people.finance);
  await rig.call('POST /finance/totals', people.finance, { from, to, by: 'paid' });
  await rig.call('POST /finance/refunds/search', people.finance, { from, to });
  await rig.call('POST /finance/reconciliation', people.finance, { day: from });
  await rig.call('GET /finance/audit', people.finance);
}
