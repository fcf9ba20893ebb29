import { createHmac, randomUUID } from 'node:crypto';
import { request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../functions/runtime/durations.ts';
import { eventually } from '../support/eventually.ts';
import { type HostedService, payOnce, startHostedService } from '../support/hosted-service.ts';
import { axe } from './support/axe.ts';
import { openBrowser } from './support/browser.ts';
import { type Moment, NEXT_SECRET, startExampleShop } from './support/example-shop.ts';
import { routeOn } from './support/route.ts';
import { shot } from './support/shot.ts';
import { type Watch, watch } from './support/watch.ts';

let service: HostedService;
let shop: Awaited<ReturnType<typeof startExampleShop>>;
let browser: Browser;

beforeAll(async () => {
  service = await startHostedService();
  [shop, browser] = await Promise.all([startExampleShop(service), openBrowser()]);
});
beforeAll(() => payOnce(service));
afterAll(async () => {
  await browser.close();
  await shop.stop();
  await service.stop();
});

const lastOrder = () => shop.orders().at(-1) ?? expect.fail('no order was stored');
const statusOf = (id: string) => shop.orders().find((order) => order.id === id)?.status;

/** What the simulated bank has of a transaction: the customer's side of the story. */
async function bankOf(transactionId: string): Promise<{ pushes: number; references: number; status: string }> {
  return (await service.control('GET', `/payments/${transactionId}`)).json as never;
}

describe('on the page', () => {
  let seen: Watch;
  afterEach(() => expect(seen.problems.filter((problem) => !/^(400 PUT|500 GET)/.test(problem))).toEqual([]));

  async function visit(width: 390 | 1280): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    seen = watch(page);
    await page.goto(shop.url);
    await page.getByText('Vinho do Porto').waitFor();
    return page;
  }

  async function pay(page: Page, method: 'MB WAY' | 'Multibanco', phone = ''): Promise<void> {
    await page.getByLabel(method).check();
    if (phone) await page.getByLabel('Mobile phone').fill(phone);
    await page.getByRole('button', { name: 'Pay' }).click();
  }

  const title = (page: Page, text: string) => page.getByRole('heading', { name: text }).waitFor({ timeout: 20_000 });

  test.for([390, 1280] as const)('a phone that is none, %d wide', async (width) => {
    const page = await visit(width);
    expect(await axe(page)).toEqual([]);
    await pay(page, 'MB WAY', '12345');
    await page.getByRole('alert').getByText('nine digits').waitFor();
    await page.close();
  });

  test.for([390, 1280] as const)('MB WAY, confirmed, %d wide', async (width) => {
    const page = await visit(width);
    await pay(page, 'MB WAY', '910 000 002');
    await title(page, 'Confirm on your phone');
    await service.control('POST', `/payments/${lastOrder().transactionId}/approve`);
    await title(page, 'Paid. Thank you!');
    expect(await axe(page)).toEqual([]);
    await shot(page, `shop-paid-${width}`);
    await page.getByRole('button', { name: 'Order something else' }).click();
    await page.getByRole('button', { name: 'Pay' }).waitFor();
    await page.close();
  });

  test.for([390, 1280] as const)('MB WAY, rejected, and a number without it, %d wide', async (width) => {
    const page = await visit(width);
    await pay(page, 'MB WAY', '910000001');
    await title(page, 'Not paid');
    await page.getByRole('button', { name: 'Order something else' }).click();
    await pay(page, 'MB WAY', '910000003');
    await page.getByText('MB WAY does not know this number').waitFor();
    await page.close();
  });

  test('a Multibanco reference, also after a reload', async () => {
    const page = await visit(390);
    await page.getByLabel('Multibanco').check();
    expect(await page.getByLabel('Mobile phone').isVisible()).toBe(false);
    await pay(page, 'Multibanco');
    await title(page, 'Pay at an ATM or in home banking');
    const [entity = '', reference = ''] = (await page.locator('dd').allTextContents()).slice(2);
    await shot(page, 'shop');
    await page.reload();
    await page.getByText(reference).waitFor();
    // A question that fails changes nothing of what the customer needs.
    await routeOn(page, '**/orders/*', (route) => route.fulfill({ status: 500, json: { error: 'fault' } }), {
      times: 2,
    });
    await page.waitForResponse((response) => response.status() === 500);
    await page.waitForResponse((response) => response.ok());
    expect(await page.getByText(reference).isVisible()).toBe(true);
    await service.control('POST', `/references/${entity}/${reference.replaceAll(' ', '')}/pay`);
    await title(page, 'Paid. Thank you!');
    await page.close();
  });

  test('another visitor’s order and another price cannot be had', async () => {
    for (const path of ['orders', 'orders/', 'orders/1', 'orders/%00', 'shop.db', '../orders.mjs', 'settings.mjs', '/'])
      expect((await fetch(shop.url + path)).status, path).toBe(404);
    const created = await shop.place({ product: 'galo', method: 'multibanco', amountCents: 1, priceCents: 1 });
    expect(created).toMatchObject({ amountCents: 1_250, status: 'pending' });
    for (const order of [{ product: '../galo', method: 'multibanco' }, {}, null]) {
      expect(await shop.place(order)).toEqual({ error: 'Choose a product.' });
    }
    for (const phone of [{}, { toString: 1 }, 910_000_000])
      expect(await shop.place({ product: 'galo', method: 'mbway', phone })).toMatchObject({ error: /nine digits/ });
    expect(await shop.place({ product: 'galo', method: 'multibanco', filler: 'x'.repeat(20_000) })).toMatchObject({
      error: 'The request is too large.',
    });
  });
});

describe('killed', () => {
  const MBWAY = { product: 'galo', method: 'mbway', phone: '910000000' };
  const MULTIBANCO = { product: 'azulejo', method: 'multibanco' };
  /** An order that waits for a customer who never answers. */
  const pushedOrder = async () => {
    await shop.place({ ...MBWAY, phone: '910000002' });
    await eventually(() => lastOrder().step === 'wait');
    return lastOrder();
  };
  const MOMENTS: [order: typeof MBWAY | typeof MULTIBANCO, moment: Moment][] = [
    [MBWAY, { path: '/payments/init', when: 'before' }],
    [MBWAY, { path: '/payments/init', when: 'after' }],
    [MBWAY, { path: '/payments/mbway', when: 'before' }],
    [MBWAY, { path: '/payments/mbway', when: 'after' }],
    [MULTIBANCO, { path: '/payments/multibanco', when: 'before' }],
    [MULTIBANCO, { path: '/payments/multibanco', when: 'after' }],
  ];

  test.each(MOMENTS)('%o at %o: after a restart the customer pays once', async (order, moment) => {
    await nextMinute();
    shop.killAt(moment);
    const { id } = (await shop.place(order)) as { id: string };
    await shop.killed();
    await shop.start();
    await eventually(() => lastOrder().step === 'wait');
    const { transactionId } = lastOrder();
    if (order === MULTIBANCO) {
      const { json } = await service.request('GET', `/api/v1/payments/status?transactionId=${transactionId}`, {
        key: shop.account.apiKey,
      });
      const { entity, reference } = json.mb as { entity: string; reference: string };
      await service.control('POST', `/references/${entity}/${reference}/pay`);
    }
    await eventually(() => statusOf(id) === 'paid');
    expect(lastOrder().phone).toBeNull();
    expect([...(shop.created.get(id) ?? [])]).toEqual([transactionId]);
    const { pushes, references, status } = await bankOf(transactionId ?? '');
    expect([pushes + references, status]).toEqual([1, 'Success']);
  });

  test('and the customer clicks again: one order, one push', async () => {
    await nextMinute();
    const id = randomUUID();
    await shop.place(MBWAY, id);
    await shop.kill();
    await shop.start();
    await shop.place(MBWAY, id);
    await eventually(() => statusOf(id) === 'paid');
    expect(shop.orders().filter((order) => order.id === id)).toHaveLength(1);
    expect(shop.created.get(id)?.size).toBe(1);
    expect((await bankOf(lastOrder().transactionId ?? '')).pushes).toBe(1);
  });

  test('after a refusal that arrives before the start is answered: a late payment is found', async () => {
    await nextMinute();
    const { id } = (await shop.place({ ...MBWAY, phone: '910000005' })) as { id: string };
    const pushed = () => lastOrder().transactionId ?? '';
    await eventually(async () => pushed() !== '' && (await bankOf(pushed())).pushes === 1);
    await service.control('POST', `/payments/${pushed()}/reject`);
    await eventually(() => statusOf(id) === 'failed');
    await shop.kill();
    await service.control('POST', `/payments/${pushed()}/approve-late`);
    await eventually(async () => (await service.detail(pushed())).status === 'paid');
    await shop.start();
    await eventually(() => statusOf(id) === 'paid');
  });

  test.each([
    ['approve', 'paid'],
    ['reject', 'failed'],
  ])('and away while all four attempts fail: %s', async (action, status) => {
    await nextMinute();
    const { id, transactionId } = await pushedOrder();
    await shop.kill();
    await service.control('POST', `/payments/${transactionId}/${action}`);
    // Past the delays of the attempts.
    await service.host.advance(10_000);
    await eventually(async () => {
      const { settlements } = await service.detail(transactionId ?? '');
      return settlements.some(({ delivery }) => delivery.attempts.length === 4);
    });
    expect(statusOf(id)).toBe('pending');
    await shop.start({ path: '/events', when: 'after' });
    await shop.killed();
    await shop.start();
    await eventually(() => statusOf(id) === status);
  });

  test('while a webhook is on its way: paid once, whatever was stored', async () => {
    await nextMinute();
    const { id, transactionId } = await pushedOrder();
    const approved = service.control('POST', `/payments/${transactionId}/approve`);
    await shop.kill();
    await approved;
    await shop.start();
    await eventually(() => statusOf(id) === 'paid');
  });

  test('cut off from webhooks: the customer in front of the page is asked about, and nobody else', async () => {
    await nextMinute();
    const [seen, away] = [await pushedOrder(), await pushedOrder()];
    await shop.cut('webhooks');
    for (const { transactionId } of [seen, away]) await service.control('POST', `/payments/${transactionId}/approve`);
    for (const { id } of [seen, away]) shop.makeOlder(id, 0);
    // As its page does, which asks again and again.
    await eventually(async () => {
      await shop.visit(seen.id);
      return statusOf(seen.id) === 'paid';
    });
    expect(statusOf(away.id)).toBe('pending');
    // All attempts fail meanwhile, so that only the list of events can tell.
    await shop.cut('both');
    await service.host.advance(10_000);
    await eventually(async () => {
      const { settlements } = await service.detail(away.transactionId ?? '');
      return settlements.some(({ delivery }) => delivery.attempts.length === 4);
    });
    const before = shop.calls.length;
    const created = (await shop.place(MULTIBANCO)) as { id: string };
    await eventually(() => shop.calls.slice(before).some((path) => path.startsWith('/events')));
    await shop.cut('nothing');
    await eventually(() => statusOf(away.id) === 'paid');
    await eventually(() => shop.orders().find(({ id }) => id === created.id)?.step === 'wait');
    expect(shop.calls.filter((path) => path.includes(away.transactionId ?? ''))).toEqual([]);
  });

  test('and every order of this file is as the bank has it, with one transaction each', async () => {
    const orders = shop.orders();
    expect(orders.length).toBeGreaterThan(12);
    for (const { id, transactionId, status } of orders) {
      expect([...(shop.created.get(id) ?? [])], id).toEqual([transactionId]);
      const bank = await bankOf(transactionId ?? '');
      expect(status === 'paid', `${id}: ${status}, bank ${bank.status}`).toBe(bank.status === 'Success');
    }
  });
});

describe('in trouble', () => {
  const REFERENCE = { product: 'azulejo', method: 'multibanco' };
  const INIT = '/payments/init';
  /** The order is started, by a repeat that does not wait for its pause. */
  const started = (id: string) =>
    eventually(() => {
      shop.retry(id);
      return shop.orders().find((order) => order.id === id)?.step === 'wait';
    });

  test('it survives every answer to init, and tries again', async () => {
    await nextMinute();
    const answers: [status: number, body: string][] = [
      [200, '{}'],
      [200, 'null'],
      [502, 'null'],
      [500, '<html>'],
      [429, '{"error":"rate limit exceeded"}'],
    ];
    for (const [status, body] of answers) shop.plant(INIT, status, body);
    const created = await Promise.all(answers.map(() => shop.place(REFERENCE)));
    for (const { id } of created) {
      await started(String(id));
      expect(shop.created.get(String(id))?.size).toBe(1);
    }
    expect(shop.planted(INIT)).toBe(0);
  });

  test.each([
    ['mbway', '{}'],
    ['multibanco', '{"entity":"24000"}'],
  ])('%s: a start without what it should answer is not taken for one', async (method, body) => {
    await nextMinute();
    shop.plant(`/payments/${method}`, 200, body);
    const { id } = (await shop.place({ ...REFERENCE, method, phone: '910000002' })) as { id: string };
    await started(id);
    expect(shop.planted(`/payments/${method}`)).toBe(0);
    const { pushes, references } = await bankOf(lastOrder().transactionId ?? '');
    expect(pushes + references).toBe(1);
  });

  test('a start that is refused without a payment is not shown as started', async () => {
    await nextMinute();
    shop.plant('/payments/multibanco', 400, '{"error":"transactionId: too many refused starts"}');
    const { id } = (await shop.place(REFERENCE)) as { id: string };
    await eventually(() => statusOf(id) === 'failed');
    expect(await bankOf(lastOrder().transactionId ?? '')).toMatchObject({ pushes: 0, references: 0 });
  });

  test('it asks about an old order ever more rarely', async () => {
    await nextMinute();
    const { id } = (await shop.place(REFERENCE)) as { id: string };
    const stored = () => shop.orders().find((order) => order.id === id);
    await eventually(() => stored()?.step === 'wait');
    shop.makeOlder(id, 20 * HOUR_MS);
    await shop.visit(id);
    // A tenth of its age, where a new order is asked about after seconds.
    await eventually(() => (stored()?.dueAtMs ?? 0) > Date.now() + 1.9 * HOUR_MS);
    expect(stored()?.status).toBe('pending');
  });

  /** SQLite waits by the machine's clock, and the shop runs a step every 200 ms. */
  const MORE_THAN_A_TICK_MS = 300;

  test('it waits for a database that is busy', async () => {
    await nextMinute();
    await shop.locked(() => sleep(MORE_THAN_A_TICK_MS));
    const created = await Promise.all([shop.place(REFERENCE), shop.locked(() => sleep(MORE_THAN_A_TICK_MS))]);
    await eventually(() => shop.orders().find(({ id }) => id === created[0].id)?.step === 'wait');
  });
});

describe('a webhook that is forged, repeated or late', () => {
  const post = (body: string, signature: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { 'X-Service-Signature': signature, 'Content-Type': 'application/json' };
      const request = httpsRequest(
        shop.webhookUrl,
        { method: 'POST', headers, rejectUnauthorized: false },
        (response) => resolve(response.resume().statusCode ?? 0),
      );
      request.once('error', reject);
      request.end(body);
    });
  const sign = (body: string, secret = shop.account.webhookSecret) =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const genuine = (body: string) => post(body, sign(body));
  const event = (name: string, data: object) =>
    JSON.stringify({ event: name, timestamp: '2026-11-20T19:08:33.257Z', data });

  test('changes nothing', async () => {
    await nextMinute();
    const pending = (await shop.place({ product: 'vinho', method: 'multibanco' })) as { id: string };
    await eventually(() => lastOrder().step === 'wait');
    const { transactionId } = lastOrder();
    const paid = { id: transactionId, externalOrderId: pending.id, amount: 39.99, status: 'paid' };
    const success = event('payment.success', paid);
    const before = JSON.stringify(shop.orders());
    const forged = [
      '',
      'sha256=',
      sign(success, 'another'),
      sign(success, ' '),
      sign(`${success} `),
      sign(success).slice(0, -1),
    ];
    for (const signature of forged) expect(await post(success, signature), signature).toBe(401);
    const harmless = [
      event('webhook.test', { ...paid, id: 'test_1', externalOrderId: 'TEST-ORDER' }),
      event('payment.success', { ...paid, externalOrderId: 'unknown' }),
      event('payment.success', { ...paid, id: 'tx_of_another_order' }),
      event('payment.success', { ...paid, amount: 0.01 }),
      event('payment.refunded', { ...paid, status: 'refunded' }),
    ];
    for (const body of harmless) expect(await genuine(body), body).toBe(200);
    for (const body of ['{}', 'null', '"text"', event('payment.success', {})])
      expect(await genuine(body), body).toBe(400);
    expect(await genuine('x'.repeat(20_000))).toBe(413);
    expect(JSON.stringify(shop.orders())).toBe(before);
    // The event of another amount does not block the true one.
    expect(await post(success, sign(success, NEXT_SECRET))).toBe(200);
    expect(statusOf(pending.id)).toBe('paid');
  });

  test('ends as paid in every order of arrival', async () => {
    await nextMinute();
    const { id } = (await shop.place({ product: 'vinho', method: 'multibanco' })) as { id: string };
    await eventually(() => lastOrder().step === 'wait');
    const data = { id: lastOrder().transactionId, externalOrderId: id, amount: 39.99 };
    const cancelled = event('payment.cancelled', { ...data, status: 'cancelled' });
    const success = event('payment.success', { ...data, status: 'paid' });
    const seen: (string | undefined)[] = [];
    for (const body of [
      cancelled,
      cancelled,
      success,
      success,
      event('payment.failed', { ...data, status: 'failed' }),
    ]) {
      expect(await genuine(body)).toBe(200);
      seen.push(statusOf(id));
    }
    expect(seen).toEqual(['cancelled', 'cancelled', 'paid', 'paid', 'paid']);
  });
});

/** The limit of 30 calls a minute would slow the next test down. */
async function nextMinute(): Promise<void> {
  await service.request('POST', '/control/clock', { body: { advanceMs: 60_000 } });
}
