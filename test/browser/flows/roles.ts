import { expect } from 'vitest';
import { FLOW_TIMEOUT_MS, test } from '../support/browser-test.ts';
import { DEMO } from '../support/world.ts';

export function roleFlows(): void {
  test('pages of other roles do not exist for a merchant, however it gets there', { timeout: FLOW_TIMEOUT_MS }, async ({
    world,
    person,
  }) => {
    const { email } = await world.merchant();
    const { page, signIn, open } = await person();
    await signIn(email, '/finance/untold');
    for (const path of ['/finance/untold', '/finance/exceptions', '/finance/reconciliation', '/accounts']) {
      await open(path);
      await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
    }
  });

  test('finance has no account of its own, and no settings to change', { timeout: FLOW_TIMEOUT_MS }, async ({
    person,
  }) => {
    const { page, signIn, open } = await person();
    await signIn(DEMO.finance, '/settings/webhook');
    for (const path of ['/settings/webhook', '/settings/api-keys', '/settings/account']) {
      await open(path);
      await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor();
    }
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
  });
}
