import type { Page } from 'playwright-core';

/** The order ids of the list of transactions as it is shown. */
export function orders(page: Page): Promise<string[]> {
  return page.getByRole('rowheader').getByRole('link').allTextContents();
}

/** Chooses in a select by its label. */
export async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${field}`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Searches by the field in the header. */
export async function find(page: Page, text: string): Promise<void> {
  // Out of the field, where the key is a character.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}
