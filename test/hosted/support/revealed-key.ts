import type { Locator, Page } from 'playwright-core';

/** Reveals the current key and answers it. */
export async function revealedKey(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Reveal: Current key' }).click();
  await page.getByRole('button', { name: 'Hide: Current key' }).waitFor();
  const shown: Locator = page.getByText(/sk_[A-Za-z0-9_-]{40,}/).first();
  return (await shown.textContent())?.match(/sk_[A-Za-z0-9_-]+/)?.[0] ?? '';
}
