import { expect } from 'vitest';
import { test } from '../support/browser-test.ts';
import { decide } from '../support/decide.ts';
import { DEMO } from '../support/person.ts';

test('a refused account can be approved later', async ({ hosted, seat }) => {
  const { shop } = await hosted.merchant('pending');
  const { page, go } = await seat(DEMO.operator);
  await go(`/accounts/${shop.account.merchantId}`);
  await decide(page, 'Refuse', 'No such\u202E company');
  await page.getByText('Pending → Refused').first().waitFor();
  await page.getByText('Not given').first().waitFor();
  // What people type is shown with its unseen characters named.
  await page.getByRole('heading', { level: 1, name: 'Loja⟨U+202E⟩' }).waitFor();
  expect(await page.title()).toBe('Loja⟨U+202E⟩ – Payment Service');
  await page.getByText('No such⟨U+202E⟩ company').first().waitFor();
  await decide(page, 'Approve', 'It was a slip of the pen');
  await page.getByText('Refused → Active').first().waitFor();
  expect((await hosted.accounts.show(shop.account.merchantId)).status).toBe('active');
});

test('finance reads accounts but cannot decide on them', async ({ hosted, seat }) => {
  const { shop } = await hosted.merchant();
  const { page, go } = await seat(DEMO.finance);
  await go(`/accounts/${shop.account.merchantId}`);
  await page.getByText('Only operators decide on accounts.').first().waitFor();
  await page.getByText('Account created').first().waitFor();
  expect(await page.getByRole('button', { name: /Suspend|Approve|Refuse/ }).count()).toBe(0);
});

test('staff choose a merchant by a part of its name, whatever the accents', async ({ hosted, seat }) => {
  const { page, go } = await seat(DEMO.finance);
  await go('/finance/totals');
  // It signs up while the page is open.
  const { merchantId } = await hosted.accounts.create({
    name: 'Águas Frias',
    status: 'active',
    bankAccount: 'sandbox',
  });
  await page.getByRole('button', { name: /^Merchant/ }).click();
  await page.getByRole('combobox', { name: 'Merchant' }).fill('aguas');
  await page.getByRole('option', { name: /Águas Frias/ }).click();
  await page.waitForURL((url) => url.searchParams.get('merchant') === merchantId);
  await page.getByRole('button', { name: /^Merchant Águas Frias/ }).waitFor();
});
