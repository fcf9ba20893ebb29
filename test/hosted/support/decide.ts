import type { Page } from 'playwright-core';

/** An operator's decision about the account on the page: `Approve`, with a reason. */
export async function decide(page: Page, decision: string, why: string): Promise<void> {
  await page.getByRole('button', { name: decision, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${decision}: `) });
  await dialog.getByLabel('Reason').fill(why);
  await dialog.getByRole('button', { name: decision, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}
