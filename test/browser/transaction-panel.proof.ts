import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { soon, test } from './support/browser-test.ts';
import { orders } from './support/list.ts';

const nameOf = (order: string) => `Show ${order} in the panel`;
const choice = (page: Page, order: string) => page.getByRole('radio', { name: nameOf(order) }).first();
const panel = (page: Page, order: string) => page.getByRole('region', { name: `Order ${order}` });
const hasFocus = (page: Page, order: string) =>
  soon(() => page.locator(':focus').getAttribute('aria-label')).toBe(nameOf(order));

test('a transaction is shown in the panel, and the list is not loaded again', async ({ story, seat }) => {
  const { page, open } = await seat(story.email);
  await open('/transactions');
  await soon(() => orders(page)).toHaveLength(8);
  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/transactions/search')) searches.push(request.url());
  });
  await choice(page, 'ORDER-LOST').click();
  const lost = panel(page, 'ORDER-LOST');
  await lost.getByText('Not delivered', { exact: true }).first().waitFor();
  await lost.getByText('€25.00').first().waitFor();
  await lost.getByText(/Attempt 4 of 4.*status 500/).waitFor();
  // In a window of 1280 pixels it covers nothing of the list.
  const [list, beside] = await Promise.all([page.getByRole('grid').first().boundingBox(), lost.boundingBox()]);
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
  await choice(page, 'ORDER-PAID').click();
  await panel(page, 'ORDER-PAID')
    .getByText(/Attempt 1 of 4.*status 200/)
    .waitFor();
  expect(page.url()).toContain(`show=${story.paid}`);

  await page.goBack();
  await panel(page, 'ORDER-PAID').waitFor({ state: 'hidden' });
  expect(page.url()).not.toContain('show=');
  expect(await orders(page)).toHaveLength(8);
  expect(searches).toEqual([]);

  await choice(page, 'ORDER-PAID').click();
  await panel(page, 'ORDER-PAID').getByRole('link', { name: 'Open transaction' }).click();
  await page.getByRole('heading', { level: 1, name: 'Order ORDER-PAID' }).waitFor();
  await page.goBack();
  await panel(page, 'ORDER-PAID').waitFor();
});

test('with the keyboard alone it is opened, enlarged and closed, and the focus returns', async ({ story, seat }) => {
  const { page, open } = await seat(story.email);
  await page.setViewportSize({ width: 1200, height: 900 });
  await open('/transactions');
  await choice(page, 'ORDER-REF').press('Space');
  await panel(page, 'ORDER-REF').getByText('€45.99').first().waitFor();
  await hasFocus(page, 'ORDER-REF');
  const separator = page.getByRole('separator', { name: 'Height of the panel' });
  const before = (await panel(page, 'ORDER-REF').boundingBox())?.height ?? 0;
  await separator.press('PageUp');
  await soon(async () => (await panel(page, 'ORDER-REF').boundingBox())?.height ?? 0).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Close the panel' }).press('Enter');
  await panel(page, 'ORDER-REF').waitFor({ state: 'hidden' });
  await hasFocus(page, 'ORDER-REF');

  await choice(page, 'ORDER-FAILED').press('Space');
  await panel(page, 'ORDER-FAILED').waitFor();
  await page.keyboard.press('Escape');
  await panel(page, 'ORDER-FAILED').waitFor({ state: 'hidden' });
  await hasFocus(page, 'ORDER-FAILED');
});

test('a shared URL opens it too, and shows when the transaction does not exist', async ({ story, seat }) => {
  const { page, open, expectProblem } = await seat(story.email);
  expectProblem(/^404 GET .*\/transactions\/tx_/);
  await open(`/transactions?status=paid&show=${story.lost}`);
  await panel(page, 'ORDER-LOST').waitFor();
  expect(await choice(page, 'ORDER-LOST').isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Close the panel' }).click();
  await panel(page, 'ORDER-LOST').waitFor({ state: 'hidden' });
  expect(page.url()).toContain('status=paid');
  await open('/transactions?show=tx_00000000000000000000000000');
  await page.getByRole('region', { name: 'Transaction' }).getByText('Not found', { exact: true }).first().waitFor();
});

test('on a phone the transaction opens as a page instead', async ({ story, person }) => {
  const { page, signIn, open } = await person({ width: 390 });
  await signIn(story.email);
  await soon(() => orders(page)).toHaveLength(8);
  expect(await page.getByRole('radio').count()).toBe(0);
  await open(`/transactions?show=${story.paid}`);
  await page.getByRole('heading', { level: 1, name: 'Order ORDER-PAID' }).waitFor();
  // Where nothing can point at a time, UTC is shown beside it.
  await page
    .getByText(/^\(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC\)$|, \d\d:\d\d:\d\d \(.* UTC\)/)
    .first()
    .waitFor();
  expect(await page.getByText('Point at a time').count()).toBe(0);
});
