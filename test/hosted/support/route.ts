import type { Page } from 'playwright-core';

/**
 * `page.route`, for good: interception stays on when the route is gone. A request that is under way while Playwright
 * turns it off can wait for ever (https://github.com/microsoft/playwright/pull/42254). The context has no HTTP cache then.
 */
export async function routeOn(page: Page, ...route: Parameters<Page['route']>): Promise<void> {
  // It matches nothing, and is never removed.
  await page.context().route(
    () => false,
    (route) => route.continue(),
  );
  await page.route(...route);
}
