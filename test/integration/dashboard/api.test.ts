import { describe, expect } from 'vitest';
import type { Route } from '../../../functions/dashboard/api.ts';
import type { Claims } from '../../rig/api-event.ts';
import { type Answer, rig, apiTest as test } from '../../rig/page-functions.ts';
import { CASES, ROUTES, type Statuses } from './api-cases.ts';
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
    if (!isFirst) expect(await ask(route, 'newcomer', newcomer)).toBe(statuses.guest);
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
    const { merchantId: _, ...unnamed } = about(shop) as { merchantId?: string };
    const answer = await rig.call(route, shop.claims, unnamed);
    expectForm(answer);
    const isStaffs = / \/(finance|operator)\//.test(route);
    const isRefused = statuses.merchant === 400;
    expect([answer.status, answer.text]).toEqual([isStaffs ? 404 : isRefused ? 400 : 200, expect.any(String)]);
    // Which account at a bank is used is the operators' affair.
    for (const mark of ['bankAccount', ...foreign.marks]) expect(answer.text).not.toContain(mark);
    if (isRefused)
      expect(answer.body).toMatchObject({ problem: { code: expect.any(String) }, field: expect.any(String) });
  });
});

const PATHS = ['/me/none', '/merchant/none', '/merchant/secrets/none', '/finance/none', '/operator/none/x/status'];

describe('what is no route', () => {
  test.beforeAll(beginAnew);

  test.each(PATHS)('%s: is 404 for everyone who is signed in, and 401 for others', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
      for (const claims of Object.values(people)) {
        const answer = await rig.request(`${method} ${path}`, claims);
        expectForm(answer);
        expect([answer.status, answer.body]).toEqual([404, { error: 'page not found' }]);
      }
    expect((await rig.request(`POST ${path}`, null)).status).toBe(401);
  });

  test('a route by another method, with a part more or less, or with an empty name is 404', async () => {
    const { transactionId } = own;
    for (const route of [
      'PUT /me/transactions/search',
      'POST /me/webhook',
      'POST /me/transactions/search/',
      'POST /me/transactions',
      'GET /me/transactions/',
      `GET /me/transactions/${transactionId}/resend`,
      'PUT /merchant/secrets/api-key/rotate',
      'POST /me/me/transactions/search',
    ])
      expect([route, (await rig.request(route, people.merchant)).status]).toEqual([route, 404]);
  });

  test('is named by no log line, and a route is named as its pattern', async () => {
    const begin = rig.log.length;
    await rig.request('GET /me/mer_secret', people.merchant);
    await rig.call('GET /me/transactions/{transactionId}', people.merchant, { transactionId: own.transactionId });
    const lines = rig.log.slice(begin).map((line) => JSON.parse(line));
    expect(lines.map(({ route, status }) => [route, status])).toEqual([
      [undefined, 404],
      ['GET /me/transactions/{transactionId}', 200],
    ]);
    expect(rig.log.slice(begin).join('')).not.toContain('mer_secret');
  });
});
