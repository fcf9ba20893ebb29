import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axe } from './support/axe.ts';
import { soon, test } from './support/browser-test.ts';
import { find, orders } from './support/list.ts';
import { DEMO } from './support/world.ts';

const box = (page: Page) => page.getByRole('combobox', { name: 'Filters of the list' });
const token = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a property is chosen with the mouse, its token edited and removed', async ({ story, seat }) => {
  const { page, open } = await seat(story.email);
  await open('/transactions');
  await page.getByRole('button', { name: 'Filters' }).click();
  await box(page).click();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('option', { name: 'Webhook', exact: true }).click();
  await page.getByRole('option', { name: 'Not delivered' }).click();
  await page.getByRole('option', { name: 'Not sent (webhooks off or no URL)' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await soon(async () => (await orders(page)).sort()).toEqual(['ORDER-LOST', 'ORDER-SKIPPED']);
  expect(page.url()).toContain('delivery=not_delivered%2Cskipped');

  await page.getByText('Webhook = Not delivered or Not sent (webhooks off or no URL)').click();
  const editor = page.getByRole('dialog', { name: 'Change the filter' });
  await editor.getByRole('button', { name: /^Value/ }).click();
  await editor.getByRole('option', { name: 'Not sent (webhooks off or no URL)' }).click();
  await editor.getByRole('button', { name: 'Apply' }).click();
  await soon(() => orders(page)).toEqual(['ORDER-LOST']);

  await token(page, 'Remove filter, Webhook equals Not delivered').click();
  await soon(() => orders(page)).toHaveLength(8);
  expect(page.url()).not.toContain('delivery');
});

test('a shared URL contains its filters', async ({ story, seat }) => {
  const { page, open } = await seat(story.email);
  await open('/transactions?status=paid,failed&method=MBWAY&max=12');
  await soon(async () => (await orders(page)).sort()).toEqual(['ORDER-FAILED', 'ORDER-PAID', 'ORDER-SKIPPED']);
  for (const filter of ['Status = Paid or Failed', 'Method = MB WAY', 'Amount <= €12.00'])
    await page.getByText(filter, { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await soon(() => orders(page)).toHaveLength(8);
});

test('the reference that the customer got opens its transaction, with its entity and without', async ({
  story,
  seat,
}) => {
  // As the shop shows it to the customer.
  const { mb } = JSON.parse((await story.shop.status(story.reference)).text) as {
    mb: { entity: string; reference: string };
  };
  const spaced = mb.reference.replace(/(...)(?=.)/g, '$1 ');
  for (const [email, typed] of [
    [DEMO.finance, `${mb.entity} ${spaced}`],
    [story.email, mb.reference],
  ] as const) {
    const { page, go } = await seat(email);
    await go('/');
    await find(page, typed);
    await page.getByRole('heading', { level: 1, name: 'Order ORDER-REF' }).waitFor();
  }
});

test('a status tab filters the list, and a transaction leads back to the list with its filters', async ({
  story,
  seat,
}) => {
  const { page, go } = await seat(story.email);
  await go('/transactions?min=20');
  await soon(() => orders(page)).toHaveLength(4);
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Paid' }).click();
  await soon(async () => (await orders(page)).toSorted()).toEqual(['ORDER-LOST', 'ORDER-TWICE', 'ORDER-TWICE']);
  await page.getByRole('rowheader').getByRole('link').first().click();
  await page.getByRole('heading', { level: 2, name: 'Timeline' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
  await soon(async () => (await orders(page)).length).toBe(3);
  expect(page.url()).toMatch(/status=paid.*min=20/);
});
