import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Pictures of the run, kept for people to look at. */
export const SCREENSHOTS_DIR = join(import.meta.dirname, '..', '..', '..', '.cache', 'screenshots');

/**
 * Keeps the page as `<name>.png`: the whole of it from its top, or what is in view where a window or a panel lies over
 * it.
 */
export async function shot(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS_DIR, { recursive: true });
  const over = page.locator('[role="dialog"], .split-panel').filter({ visible: true });
  await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({
    path: join(SCREENSHOTS_DIR, `${name}.png`),
    fullPage: (await over.count()) === 0,
    animations: 'disabled',
  });
}
