import { createHmac } from 'node:crypto';
import { request as httpsRequest } from 'node:https';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, type HostedService, startHostedService } from '../support/hosted-service.ts';
import { axe } from './support/axe.ts';
import { openBrowser } from './support/browser.ts';
import { type Moment, startExampleShop } from './support/example-shop.ts';
import { shot } from './support/shot.ts';
import { type Watch, watch } from './support/watch.ts';

let service: HostedService;
let shop: Awaited<ReturnType<typeof startExampleShop>>;
let browser: Browser;

beforeAll(async () => {
  service = await startHostedService();
  [shop, browser] = await Promise.all([startExampleShop(service), openBrowser()]);
});
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
  afterEach(() => expect(seen.problems.filter((problem) => !/^400 POST/.test(problem))).toEqual([]));

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

  test.for([390, 1280] as const)('MB WAY, confirmed and rejected, %d wide', async (width) => {
    const page = await visit(width);
    expect(await axe(page)).toEqual([]);
    await pay(page, 'MB WAY', '12345');
    await page.getByRole('alert').getByText('nine digits').waitFor();
    await pay(page, 'MB WAY', '910 000 000');
    await title(page, 'Confirm on your phone');
    await title(page, 'Paid. Thank you!');
    expect(await axe(page)).toEqual([]);
    await shot(page, `shop-paid-${width}`);
    await page.getByRole('button', { name: 'Order something else' }).click();
    await pay(page, 'MB WAY', '910000001');
    await title(page, 'Not paid');
    await page.getByRole('button', { name: 'Order something else' }).click();
    await pay(page, 'MB WAY', '910000003');
    await page.getByText('MB WAY does not know this number').waitFor();
    await page.close();
  });

  test('a Multibanco reference, also after a reload', async () => {
    const page = await visit(390);
    await pay(page, 'Multibanco');
    await title(page, 'Pay at an ATM or in home banking');
    const [entity = '', reference = ''] = (await page.locator('dd').allTextContents()).slice(2);
    await shot(page, 'shop');
    await page.reload();
    await page.getByText(reference).waitFor();
    await service.control('POST', `/references/${entity}/${reference.replaceAll(' ', '')}/pay`);
    await title(page, 'Paid. Thank you!');
    await page.close();
  });

  test('another visitor’s order and another price cannot be had', async () => {
    for (const path of ['orders', 'orders/', 'orders/1', 'orders/%00', 'shop.db', '../orders.mjs', 'settings.mjs'])
      expect((await fetch(shop.url + path)).status, path).toBe(404);
    const placed = await shop.place({ product: 'galo', method: 'multibanco', amountCents: 1, priceCents: 1 } as never);
    expect(placed).toMatchObject({ amountCents: 1_250, started: true });
    expect(await shop.place({ product: '../galo', method: 'multibanco' })).toMatchObject({
      error: 'Choose a product.',
    });
    expect(await shop.place(null as never)).toMatchObject({ error: 'Choose a product.' });
  });
});

describe('killed', () => {
  const MBWAY = { product: 'galo', method: 'mbway', phone: '910000000' };
  const MULTIBANCO = { product: 'azulejo', method: 'multibanco' };
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
    await expect(shop.place(order)).rejects.toThrow();
    await shop.start();
    const { id } = lastOrder();
    await eventually(() => lastOrder().started === 1 || lastOrder().status === 'paid');
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

  test.each([
    ['approve', 'paid'],
    ['reject', 'failed'],
  ])('and away while all four attempts fail: %s', async (action, status) => {
    await nextMinute();
    await shop.place({ ...MBWAY, phone: '910000002' });
    const { id, transactionId } = lastOrder();
    await shop.kill();
    await service.control('POST', `/payments/${transactionId}/${action}`);
    await eventually(async () => {
      const { settlements } = await service.detail(transactionId ?? '');
      return settlements.some(({ delivery }) => delivery.attempts.length === 4);
    });
    expect(statusOf(id)).toBe('pending');
    await shop.start();
    await eventually(() => statusOf(id) === status);
  });

  test('while a webhook is on its way: paid once, whatever was stored', async () => {
    await nextMinute();
    await shop.place({ ...MBWAY, phone: '910000002' });
    const { id, transactionId } = lastOrder();
    const approved = service.control('POST', `/payments/${transactionId}/approve`);
    await shop.kill();
    await approved;
    await shop.start();
    await eventually(() => statusOf(id) === 'paid');
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
    ];
    for (const body of harmless) expect(await genuine(body), body).toBe(200);
    expect(JSON.stringify(shop.orders())).toBe(before);
  });

  test('ends as paid in every order of arrival, with each event stored once', async () => {
    await nextMinute();
    const { id } = (await shop.place({ product: 'vinho', method: 'multibanco' })) as { id: string };
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
    expect(shop.events().filter(({ transactionId }) => transactionId === data.id)).toHaveLength(3);
  });
});

/** The limit of 30 calls a minute would slow the next test down. */
async function nextMinute(): Promise<void> {
  await service.request('POST', '/control/clock', { body: { advanceMs: 60_000 } });
}
