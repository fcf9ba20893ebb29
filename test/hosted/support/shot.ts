import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Screenshots of the run, stored for reviewers. */
const SCREENSHOTS_DIR = join(import.meta.dirname, '..', '..', '..', '.cache', 'screenshots');

/**
 * Stores the page as `<name>.png`: the complete page from its top, or what is in view where a window lies over
 * it.
 */
export async function shot(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS_DIR, { recursive: true });
  const over = page.locator('[role="dialog"]').filter({ visible: true });
  await page.evaluate('scrollTo(0, 0)');
  await page.screenshot({
    path: join(SCREENSHOTS_DIR, `${name}.png`),
    fullPage: (await over.count()) === 0,
    animations: 'disabled',
  });
}
