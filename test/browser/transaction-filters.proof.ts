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

test('properties are typed and chosen with the keyboard alone', async ({ story, seat }) => {
  const { page, open } = await seat(story.email);
  await open('/transactions');
  await page.getByRole('button', { name: 'Filters' }).press('Enter');
  await box(page).focus();
  await page.keyboard.type('Amount >= 25');
  await page.keyboard.press('Enter');
  await soon(async () => (await orders(page)).sort()).toEqual([
    'ORDER-LOST',
    'ORDER-REF',
    'ORDER-TWICE',
    'ORDER-TWICE',
  ]);
  await page.getByRole('button', { name: 'Sum', exact: true }).press('Enter');
  await page.getByText('4 transactions: €130.99').waitFor();
  await page.getByText('3 paid: €85.00.').waitFor();
  await box(page).focus();
  await page.keyboard.type('Amount <= 30,00');
  await page.keyboard.press('Enter');
  await soon(() => orders(page)).toHaveLength(3);
  expect(page.url()).toContain('min=25&max=30%2C00');

  await page.keyboard.type('Webhook = ');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await soon(async () => (await orders(page)).sort()).toEqual(['ORDER-TWICE', 'ORDER-TWICE']);
  expect(page.url()).toContain('delivery=delivered');
  await page.goBack();
  await soon(() => orders(page)).toHaveLength(3);
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

test('a bound that is not an amount is refused, and the list stays', async ({ story, seat }) => {
  const { page, open } = await seat(story.email);
  await open('/transactions?min=25');
  await soon(() => orders(page)).toHaveLength(4);
  const address = page.url();
  await box(page).click();
  await page.getByRole('option', { name: 'Amount', exact: true }).click();
  await page.getByRole('option', { name: /^Amount <=/ }).click();
  await page.getByLabel('At most').fill('1.500');
  await page.getByText('Enter an amount in euros with at most two decimals').first().waitFor();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('“1.500” is not a filter.').first().waitFor();
  expect(page.url()).toBe(address);
  expect(await orders(page)).toHaveLength(4);
  await box(page).fill('ORDER-LOST');
  await page.getByText('No such filter.').first().waitFor();
});

/** On home, below both figures, since it resends the events of both, with their count. */
async function resendsAll(page: Page): Promise<void> {
  await page
    .getByRole('table', { name: /the week before$/ })
    .getByRole('row', { name: /^\d+ \w+ \d{4} €102\.75 €0\.00$/ })
    .waitFor();
  await page.getByText(/^Over your \d transactions of the last 30 days\.$/).waitFor();
  await page.getByRole('button', { name: /^Resend all \(\d events?\)…$/ }).waitFor();
  expect(await page.locator('.home-figures').getByRole('button').count()).toBe(0);
}

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
    [story.email, spaced],
  ] as const) {
    const { page, go } = await seat(email);
    await go('/');
    if (email === story.email) await resendsAll(page);
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
