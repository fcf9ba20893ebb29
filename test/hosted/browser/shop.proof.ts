import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { test as base } from '../support/browser-test.ts';
import { startExampleShop } from '../support/example-shop.ts';
import { PATIENCE_MS } from '../support/person.ts';
import { shot } from '../support/shot.ts';
import { watch } from '../support/watch.ts';

const test = base.extend('shop', { scope: 'file' }, async ({ hosted }, { onCleanup }) => {
  const shop = await startExampleShop(hosted);
  onCleanup(() => shop.stop());
  return shop;
});

async function pay(page: Page, method: 'MB WAY' | 'Multibanco', phone?: string): Promise<void> {
  await page.getByLabel(method).check();
  if (phone) await page.getByLabel('Mobile phone').fill(phone);
  await page.getByRole('button', { name: 'Pay' }).click();
}

const title = (page: Page, text: string) => page.getByRole('heading', { name: text }).waitFor({ timeout: PATIENCE_MS });

test('a customer pays by MB WAY, and the webhook says so to the page', async ({ hosted, browser, shop }) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const seen = watch(page);
  await page.goto(shop.url);
  await pay(page, 'MB WAY', '910 000 002');
  await title(page, 'Confirm on your phone');
  await hosted.control('POST', `/payments/${shop.lastOrder().transactionId}/approve`);
  await title(page, 'Paid. Thank you!');
  await shot(page, 'shop-paid-1280');
  expect(shop.lastOrder()).toMatchObject({ status: 'paid', phone: null });
  expect(seen.problems).toEqual([]);
  await page.close();
});

test('a customer pays a Multibanco reference, which a reload shows again', async ({ hosted, browser, shop }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 900 } });
  const seen = watch(page);
  await page.goto(shop.url);
  await pay(page, 'Multibanco');
  await title(page, 'Pay at an ATM or in home banking');
  const [entity = '', reference = ''] = (await page.locator('dd').allTextContents()).slice(2);
  await shot(page, 'shop');
  await page.reload();
  await page.getByText(reference).waitFor();
  await hosted.control('POST', `/references/${entity}/${reference.replaceAll(' ', '')}/pay`);
  await title(page, 'Paid. Thank you!');
  expect(seen.problems).toEqual([]);
  await page.close();
});

test('killed between the push and its answer: after a restart the customer pays once', async ({ hosted, shop }) => {
  shop.killAt('/payments/mbway');
  const id = await shop.place({ product: 'galo', method: 'mbway', phone: '910000000' });
  await shop.killed();
  await shop.start();
  await eventually(() => shop.lastOrder().status === 'paid');
  const { transactionId } = shop.lastOrder();
  expect([...(shop.created.get(id) ?? [])]).toEqual([transactionId]);
  const bank = (await hosted.control('GET', `/payments/${transactionId}`)).json;
  expect(bank).toMatchObject({ pushes: 1, references: 0, status: 'Success' });
});
