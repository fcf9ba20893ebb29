import { describe, expect } from 'vitest';
import type { AccountRow } from '../../../functions/dashboard/accounts/account.ts';
import type { DashboardApi } from '../../../functions/dashboard/api.ts';
import type { TransactionDetail } from '../../../functions/dashboard/transactions/transaction-detail.ts';
import { ACCOUNT_STATUSES } from '../../../functions/merchants/accounts/merchant.ts';
import { NO_MERCHANT } from '../../../functions/payments/exceptions/exception.ts';
import { rig, apiTest as test } from '../../rig/page-functions.ts';
import { everyPage } from '../../rig/pages.ts';
import { putException } from '../../rig/stored-money.ts';
import { openShop, type Shop } from './api-shops.ts';

type ExceptionsPage = DashboardApi['POST /me/exceptions/search']['answer'];
type UndeliveredPage = DashboardApi['POST /me/undelivered/search']['answer'];

let finance: Record<string, string>;
let operator: Record<string, string>;
test.beforeAll(async () => {
  finance = await rig.user(undefined, { 'cognito:groups': 'finance', email: 'filipa@service.example' });
  operator = await rig.user(undefined, { 'cognito:groups': 'operator', email: 'olga@service.example' });
});

const why = 'the shop’s server was down';

describe('resending one event', () => {
  const resend = (shop: Shop, claims: Record<string, string>, eventId = shop.eventId) => {
    const { transactionId } = shop;
    return rig.call('POST /me/transactions/{transactionId}/resend', claims, { transactionId, eventId, why });
  };

  test('is allowed to the merchant and to staff; the timeline shows who and why', async () => {
    for (const claimsOf of [(shop: Shop) => shop.claims, () => finance, () => operator]) {
      const shop = await openShop(rig);
      const sentBefore = await rig.sentCount();
      const claims = claimsOf(shop);
      const { status, body } = await resend(shop, claims);
      const resent = { kind: 'resent', eventId: shop.eventId, resends: 1, isQueued: true };
      expect([status, body]).toEqual([200, resent]);
      expect(await rig.sentCount()).toBe(sentBefore + 1);
      const { transactionId } = shop;
      const detail = (await rig.call('GET /me/transactions/{transactionId}', operator, { transactionId }))
        .body as unknown as TransactionDetail;
      expect(JSON.stringify(detail.timeline)).toContain(String(claims.email));
      expect(JSON.stringify(detail.timeline)).toContain(why);
    }
  });

  test('is refused while the event is being delivered, with the reason in both languages', async () => {
    const shop = await openShop(rig);
    await resend(shop, shop.claims);
    const { status, body } = await resend(shop, shop.claims);
    expect([status, body]).toEqual([
      400,
      {
        error: expect.stringContaining('delivered'),
        problem: { code: 'resend', outcome: 'in-progress' },
        field: 'eventId',
      },
    ]);
  });

  test('is refused while webhooks are off, and gets 404 for an unknown event', async () => {
    const shop = await openShop(rig);
    await rig.call('PUT /merchant/webhook/enabled', shop.claims, { enabled: false });
    expect((await resend(shop, shop.claims)).body).toMatchObject({ field: 'enabled' });
    expect((await resend(shop, shop.claims, 'evt_none')).status).toBe(404);
  });
});

describe('resending many events', () => {
  const listOf = async (claims: Record<string, string>, merchantId: string) =>
    ((await rig.call('POST /me/undelivered/search', claims, { merchantId })).body as unknown as UndeliveredPage)
      .deliveries;
  const resend = (claims: Record<string, string>, input: object) =>
    rig.call('POST /me/undelivered/resend', claims, { why, ...input });
  const ALL = { queued: 2, more: false, cursor: null };

  test('sends those of the list with who and why, and leaves out a refunded order unless it is asked for', async () => {
    const [shop, other] = [await openShop(rig), await openShop(rig)];
    const { merchantId } = shop;
    const sentBefore = await rig.sentCount();
    const counted = await resend(finance, { merchantId, dryRun: true, why: undefined });
    const part = { ...ALL, queued: 1, euros: 10, leftOut: 1 };
    expect(counted.body).toEqual({ ...part, dryRun: true });
    expect(await rig.sentCount()).toBe(sentBefore);
    expect((await resend(finance, { merchantId })).body).toEqual({ ...part, dryRun: false });
    expect(await listOf(finance, merchantId)).toMatchObject([{ transactionId: shop.transactionId }]);
    expect((await resend(finance, { merchantId, refunded: true })).body).toMatchObject({ ...ALL, queued: 1 });
    expect(await rig.sentCount()).toBe(sentBefore + 2);
    expect(await listOf(finance, merchantId)).toEqual([]);
    expect(await listOf(finance, other.merchantId)).toHaveLength(2);
    const { text } = await rig.call('GET /me/transactions/{transactionId}', operator, {
      transactionId: shop.skippedId,
    });
    for (const recorded of [String(finance.email), why]) expect(text).toContain(recorded);
  });

  test('of a merchant sends its own, whatever is left out of the call', async () => {
    const [shop, other] = [await openShop(rig), await openShop(rig)];
    expect((await resend(shop.claims, { refunded: true })).body).toMatchObject(ALL);
    expect(await listOf(finance, shop.merchantId)).toEqual([]);
    expect(await listOf(finance, other.merchantId)).toHaveLength(2);
  });

  test('needs a reason unless it only counts, and webhooks that are on', async () => {
    const shop = await openShop(rig);
    const unexplained = await resend(shop.claims, { why: undefined });
    expect([unexplained.status, unexplained.body.field]).toEqual([400, 'why']);
    await rig.call('PUT /merchant/webhook/enabled', shop.claims, { enabled: false });
    for (const dryRun of [true, false]) {
      const { status, body } = await resend(shop.claims, { dryRun });
      expect([status, body.problem, body.field]).toEqual([400, { code: 'webhooks-off' }, 'enabled']);
    }
    expect(await listOf(shop.claims, shop.merchantId)).toHaveLength(2);
  });
});

describe('notes and closing of exceptions', () => {
  const openOf = async ({ merchantId }: Shop) =>
    ((await rig.call('POST /me/exceptions/search', finance, { merchantId })).body as unknown as ExceptionsPage)
      .exceptions;

  test('stores the notes, the outcome and who wrote them', async () => {
    const shop = await openShop(rig);
    const { transactionId, exceptionId } = shop;
    const name = { transactionId, exceptionId };
    const noted = await rig.call('POST /finance/exceptions/note', finance, { ...name, text: ' asked the bank ' });
    expect(noted.body).toEqual({ kind: 'noted' });
    expect(await openOf(shop)).toEqual([
      expect.objectContaining({ notes: [{ text: 'asked the bank', by: finance.email, at: expect.any(String) }] }),
    ]);
    const closing = { ...name, outcome: 'refunded', note: 'paid back by transfer' };
    expect((await rig.call('POST /finance/exceptions/close', operator, closing)).body).toEqual({ kind: 'closed' });
    expect(await openOf(shop)).toEqual([]);
    const request = { merchantId: shop.merchantId, state: 'closed' };
    expect((await rig.call('POST /me/exceptions/search', finance, request)).body).toMatchObject({
      exceptions: [{ ...name, expected: 10, closed: { outcome: 'refunded', by: operator.email } }],
      cursor: null,
    });
    const own = await rig.call('POST /me/exceptions/search', shop.claims, request);
    expect([own.status, own.body]).toEqual([404, { error: 'page not found' }]);
    const items = Object.values(await rig.everything()) as { transactionId?: string; closed?: object }[];
    expect(items.find((item) => item.transactionId === transactionId && item.closed)?.closed).toEqual({
      ...{ outcome: 'refunded', note: 'paid back by transfer', by: operator.email, at: expect.any(Number) },
    });
  });

  test('refuses to take money of a transaction out of the sums of its day', async () => {
    const shop = await openShop(rig);
    const closing = {
      transactionId: shop.transactionId,
      exceptionId: shop.exceptionId,
      outcome: 'not-ours',
      note: 'x',
    };
    const { status, body } = await rig.call('POST /finance/exceptions/close', operator, closing);
    expect([status, body.field, body.problem]).toEqual([400, 'outcome', { code: 'exception-is-ours' }]);
    expect(await openOf(shop)).toHaveLength(1);

    const facts = { transactionId: 'foreign_main_b9', merchantId: NO_MERCHANT, kind: 'unknown-payment' } as const;
    const foreign = { ...closing, ...(await putException(rig.client, { ...facts, openedAt: 1_000 })) };
    expect((await rig.call('POST /finance/exceptions/close', operator, foreign)).body).toEqual({ kind: 'closed' });
  });

  test('accepts the same close twice, and refuses any other change with who closed it', async () => {
    const { transactionId, exceptionId } = await openShop(rig);
    const closing = { transactionId, exceptionId, outcome: 'kept', note: 'agreed with the shop' };
    await rig.call('POST /finance/exceptions/close', finance, closing);
    expect((await rig.call('POST /finance/exceptions/close', finance, closing)).body).toEqual({ kind: 'closed' });
    const by = String(finance.email);
    const before = {
      error: expect.stringContaining(by),
      problem: { code: 'exception-closed', outcome: 'kept', by, at: expect.any(String) },
    };
    for (const [route, input] of [
      ['POST /finance/exceptions/close', { ...closing, note: 'otherwise' }],
      ['POST /finance/exceptions/note', { transactionId, exceptionId, text: 'late' }],
    ] as const) {
      const { status, body } = await rig.call(route, operator, input);
      expect([status, body]).toEqual([400, { ...before, field: 'exceptionId' }]);
    }
  });
});

describe('the list of accounts', () => {
  test('is paged by status, pending first, newest first, each account once and without secrets', async () => {
    await rig.empty();
    const made: string[] = [];
    for (let each = 0; each < 9; each += 1) {
      const status = ACCOUNT_STATUSES[each % 4] ?? 'active';
      const { merchantId } = await rig.accounts.create({ name: `Shop ${each}`, status, bankAccount: 'main' });
      made.push(merchantId);
    }
    const pages = await everyPage(async (cursor) => {
      const { status, body, text } = await rig.call('POST /finance/accounts/search', operator, { limit: 5, cursor });
      expect(status).toBe(200);
      expect(text).not.toMatch(/apiKey|webhookSecret|"k1\./);
      return body as unknown as { accounts: AccountRow[]; cursor: string | null };
    });
    expect(pages).toHaveLength(2);
    const accounts = pages.flatMap((page) => page.accounts);
    // The names of merchants need one call.
    expect((await rig.call('POST /finance/accounts/search', finance, {})).body).toEqual({ accounts, cursor: null });
    expect(accounts.map(({ merchantId }) => merchantId).sort()).toEqual(made.sort());
    const order = accounts.map(({ status }) => ACCOUNT_STATUSES.indexOf(status));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    for (const status of ACCOUNT_STATUSES) {
      const { body } = await rig.call('POST /finance/accounts/search', finance, { status });
      const rows = body.accounts as AccountRow[];
      expect(rows.map((row) => row.status)).toEqual(rows.map(() => status));
      expect(rows.map(({ createdAt }) => createdAt)).toEqual(
        rows.map(({ createdAt }) => createdAt).toSorted((a, b) => (a < b ? 1 : -1)),
      );
      expect(rows.length).toBe(accounts.filter((row) => row.status === status).length);
      const oldest = await rig.call('POST /finance/accounts/search', finance, { status, first: 'oldest' });
      const times = (oldest.body.accounts as AccountRow[]).map(({ createdAt }) => createdAt);
      expect(times).toEqual(rows.map(({ createdAt }) => createdAt).reverse());
    }
  });

  test('shows a decision immediately, and its reason in the history', async () => {
    const claims = await rig.user();
    const merchant = (await rig.call('GET /me', claims)).body.merchant as { merchantId: string };
    const { merchantId } = merchant;
    const approved = { merchantId, status: 'active', why: 'papers seen' };
    expect((await rig.call('PUT /operator/accounts/{merchantId}/status', operator, approved)).status).toBe(200);
    expect((await rig.call('GET /me', claims)).body.merchant).toMatchObject({ status: 'active' });
    const { body } = await rig.call('POST /me/history/search', operator, { merchantId });
    expect(body.entries).toMatchObject([
      { action: 'account.status', who: operator.email, why: 'papers seen' },
      { action: 'account.created', who: claims.email },
    ]);
  });
});
