import { expect } from 'vitest';
import { test } from '../support/browser-test.ts';
import { DEMO } from '../support/person.ts';

test('a merchant gets “Page not found” at the URLs of other roles’ pages', async ({ idle, seat }) => {
  const { page, open } = await seat(idle.email);
  for (const path of ['/finance/undelivered', '/finance/exceptions', '/finance/reconciliation', '/accounts']) {
    await open(path);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  }
});

test('finance gets “Page not found” for the settings pages', async ({ seat }) => {
  const { page, open } = await seat(DEMO.finance);
  for (const path of ['/settings/webhook', '/settings/api-keys', '/settings/account']) {
    await open(path);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  }
  expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
});
