import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { httpCall } from '../e2e/support/http-call.ts';
import { test } from './support/browser-test.ts';
import { DEMO, type World } from './support/world.ts';

/** When the listed accounts were created. */
const _CREATED = "[...document.querySelectorAll('main time')].map(({ dateTime }) => dateTime)";

async function decide(page: Page, decision: string, why: string): Promise<void> {
  await page.getByRole('button', { name: decision, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${decision}: `) });
  await dialog.getByLabel('Reason').fill(why);
  await dialog.getByRole('button', { name: decision, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** What the merchants' API answers to a call with that key. */
async function _answerTo(world: World, key: string): Promise<number> {
  const { origin, pathname } = new URL(world.baseUrl);
  const sent = { key, body: { orderId: 'FIRST', amount: 1 }, localAddress: world.nextAddress() };
  return (await httpCall(origin, 'POST', `${pathname}/payments/init`, sent)).status;
}

/** As it is shown once it was typed with an unseen character. */
const _COMPANY = 'Padaria⟨U+202E⟩ São João';

test('a refused account can be approved later', async ({ world, seat }) => {
  const { shop } = await world.merchant('pending');
  const { page, go } = await seat(DEMO.operator);
  await go(`/accounts/${shop.account.merchantId}`);
  await decide(page, 'Refuse', 'No such\u202E company');
  await page.getByText('Pending → Refused').first().waitFor();
  await page.getByText('Not given').first().waitFor();
  // What people type is shown with its unseen characters named.
  await page.getByRole('heading', { level: 1, name: 'Loja⟨U+202E⟩' }).waitFor();
  expect(await page.title()).toBe('Loja⟨U+202E⟩ – Payment Service');
  await page.getByText('No such⟨U+202E⟩ company').first().waitFor();
  await decide(page, 'Approve', 'It was a slip of the pen');
  await page.getByText('Refused → Active').first().waitFor();
  expect((await world.accounts.show(shop.account.merchantId)).status).toBe('active');
});

test('finance reads accounts but cannot decide on them', async ({ world, seat }) => {
  const { shop } = await world.merchant();
  const { page, go } = await seat(DEMO.finance);
  await go(`/accounts/${shop.account.merchantId}`);
  await page.getByText('Only operators decide on accounts.').first().waitFor();
  await page.getByText('Account created').first().waitFor();
  expect(await page.getByRole('button', { name: /Suspend|Approve|Refuse/ }).count()).toBe(0);
});
