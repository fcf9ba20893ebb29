import { expect } from 'vitest';
import { apiKeyHash, keyName } from '../../../functions/merchants/keys/api-key.ts';
import { test } from '../support/browser-test.ts';
import { revealedKey } from '../support/revealed-key.ts';

const PATH = '/settings/api-keys';

test('§1, §5.1.2: a key is revealed, rotated with an overlap, and the old one ended', async ({ hosted, person }) => {
  const { email, shop } = await hosted.merchant();
  const { page, signIn } = await person();
  await signIn(email, PATH);
  await page.getByText('Never in a browser or an app').first().waitFor();
  const old = await revealedKey(page);
  expect(old).toBe(shop.account.apiKey);
  await page.getByRole('button', { name: 'Hide: Current key' }).click();
  await page.getByText(old).waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Rotate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await page.getByText('New API key created').first().waitFor();
  await page.getByRole('heading', { name: 'Old key' }).waitFor();
  const now = await revealedKey(page);
  expect(now).not.toBe(old);
  expect([await hosted.statusWith(old), await hosted.statusWith(now)]).toEqual([200, 200]);

  await page.getByRole('button', { name: 'End now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End the old key' }).click();
  await page.getByText('The old key has ended').first().waitFor();
  expect([await hosted.statusWith(old), await hosted.statusWith(now)]).toEqual([401, 200]);
});

test('a key is never shown under the name of another', async ({ hosted, person }) => {
  const { email, shop } = await hosted.merchant();
  const { page, signIn } = await person();
  await signIn(email, PATH);
  await page.getByText(keyName(apiKeyHash(shop.account.apiKey)), { exact: true }).waitFor();
  // Elsewhere, while this page shows the key before.
  await hosted.accounts.apiKeys.rotate(shop.account.merchantId, 0, { who: 'test' });
  const current = await revealedKey(page);
  expect(await hosted.statusWith(current)).toBe(200);
  await page.getByText(keyName(apiKeyHash(current)), { exact: true }).waitFor();
});
