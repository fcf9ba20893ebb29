import type { Page } from 'playwright-core';

/** The order ids of the list of transactions as it is shown. */
export function orders(page: Page): Promise<string[]> {
  return page.getByRole('rowheader').getByRole('link').allTextContents();
}

/** Searches by the field in the header. */
export async function find(page: Page, text: string): Promise<void> {
  // Out of the field, where the key is a character.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}
