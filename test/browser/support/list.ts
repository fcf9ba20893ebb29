import type { Page } from 'playwright-core';

/** The order ids of the list of transactions as it is shown. */
export function orders(page: Page): Promise<string[]> {
  return page.getByRole('rowheader').getByRole('link').allTextContents();
}
