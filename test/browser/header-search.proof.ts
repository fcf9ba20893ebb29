import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { soon, test } from './support/browser-test.ts';
import { orders } from './support/list.ts';
import { DEMO } from './support/world.ts';

async function find(page: Page, text: string): Promise<void> {
  // Out of the field, where the key is a character.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

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

/** The search in the header, the status tabs, and the way back from a transaction. */
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
