import { describe, expect } from 'vitest';
import type { Route } from '../../../functions/dashboard/api.ts';
import { DASHBOARD_FUNCTIONS } from '../../../lib/constructs/dashboard/rights.ts';
import { type Answer, type Claims, ROUTES, rig, apiTest as test } from '../../fixtures/dashboard/api.ts';
import { putTransaction } from '../../fixtures/dashboard/lists.ts';
import { givenRights } from '../../fixtures/dashboard/seen-rights.ts';
import { CASES, type Statuses } from './api-cases.ts';
import { openShop, type Shop } from './api-shops.ts';

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

/** Asks about the foreign shop; nobody sees its secrets, and none but staff sees anything of it. */
async function ask(route: Route, who: string, claims: Claims, input = CASES[route].about(foreign)) {
  const answer = await rig.call(route, claims, input);
  expectForm(answer);
  const isStaff = who === 'finance' || who === 'operator';
  for (const mark of isStaff ? [foreign.apiKey, foreign.webhookSecret] : foreign.marks)
    expect(answer.text, who).not.toContain(mark);
  return answer.status;
}

describe.each(ROUTES)('invariant 7: %s', (route: Route) => {
  const { about, statuses, staffChange } = CASES[route];

  test.beforeAll(beginAnew);

  test('without a role, an account or a sign-in shows nothing of a merchant and changes nothing', async () => {
    const newcomer = { ...(await rig.user()), 'custom:merchantId': own.merchantId };
    const [before, sentBefore] = [await rig.everything(), await rig.sentCount()];
    expect(await ask(route, 'guest', people.guest)).toBe(statuses.guest);
    expect(await ask(route, 'nobody', null)).toBe(401);
    expect(await ask(route, 'an access token', { ...people.operator, token_use: 'access' })).toBe(401);
    // The first call makes an account; any other finds none.
    const isFirst = route === 'GET /me';
    const isOwn = /^(POST|PUT) \/settings/.test(route);
    if (!isFirst) expect(await ask(route, 'newcomer', newcomer)).toBe(isOwn ? 404 : statuses.guest);
    expect(await rig.everything()).toEqual(before);
    expect(await rig.sentCount()).toBe(sentBefore);
  });

  test('about another merchant’s account leaves it as it is, but for what staff may change', async () => {
    const before = itemsOf(foreign, await rig.everything());
    expect(await ask(route, 'merchant', people.merchant)).toBe(statuses.merchant);
    expect(itemsOf(foreign, await rig.everything())).toEqual(before);
    for (const who of ['finance', 'operator'] as const) {
      const mayChange = staffChange === 'both' || staffChange === who;
      const items = itemsOf(foreign, await rig.everything());
      expect([who, await ask(route, who, people[who])]).toEqual([who, statuses[who]]);
      const after = itemsOf(foreign, await rig.everything());
      if (!mayChange) expect(after).toEqual(items);
      else {
        expect(after).not.toEqual(items);
        foreign = await openShop(rig);
      }
    }
  });

  test('about a merchant that does not exist is 404 for staff', async () => {
    const input = about(foreign);
    // `GET /me` accepts no merchant, whatever is sent to it, nor does what is about the caller's own account.
    if (route === 'GET /me' || statuses.operator !== 200 || !('merchantId' in input)) return;
    for (const who of ['finance', 'operator'] as const)
      expect(await ask(route, who, people[who], { ...input, merchantId: 'Livraria' })).toBe(404);
  });

  test('about the merchant’s own account: 200, 404 for staff routes, or 400 with the field', async () => {
    const shop = await openShop(rig);
    const answer = await rig.call(route, shop.claims, about(shop));
    expectForm(answer);
    const isStaffs = ['exceptions/', 'finance/nights', 'accounts/search', 'status'].some(
      (part) => route.includes(part) && route !== 'POST /finance/exceptions/search',
    );
    const isRefused = statuses.merchant === 400;
    expect([answer.status, answer.text]).toEqual([isStaffs ? 404 : isRefused ? 400 : 200, expect.any(String)]);
    if (isRefused)
      expect(answer.body).toMatchObject({ problem: { code: expect.any(String) }, field: expect.any(String) });
  });
});

test('the rights of each function are exactly those that it used in these tests', async () => {
  await useRareRights();
  for (const route of ROUTES) {
    const used = [...(rig.seen.get(route) ?? [])].sort();
    expect({ route, used }).toEqual({ route, used: givenRights(DASHBOARD_FUNCTIONS[route].rights) });
  }
});

/** What the matrix does not cover: a first call, a rotation after another, other lists, a further resend. */
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
  await rig.call('GET /me', await rig.user());
  await rig.call('PUT /settings/webhook/enabled', claims, { enabled: true });
  // A rotation deletes the key of the one before, whose overlap is over.
  await rig.accounts.apiKeys.rotate(merchantId, 1, { who: 'test' });
  await rig.call('POST /settings/api-keys/rotate', claims);
  await rig.call('POST /settings/api-keys/end-old', claims);
  await rig.call('POST /settings/webhook/secret/rotate', claims);
  await rig.call('POST /settings/webhook/secret/switch', claims);
  for (const route of [
    'POST /finance/undelivered',
    'POST /finance/exceptions/search',
    'POST /finance/exceptions/summary',
  ] as const)
    await rig.call(route, people.finance);
  await rig.call('POST /finance/totals', people.finance, { from, to, of: 'movements' });
  await rig.call('POST /finance/totals', claims, { from, to, of: 'statuses' });
  await rig.call('POST /finance/movements/search', people.finance, { from, to });
  await rig.call('POST /finance/nights/search', people.finance);
  await putTransaction(rig, { merchantId, externalOrderId: `UNNOTIFIED-${merchantId}` });
  await rig.call('GET /transactions/{transactionId}', claims, { transactionId });
}
