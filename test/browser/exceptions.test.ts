import { expect } from 'vitest';
import { soon, test } from './support/browser-test.ts';
import { DEMO } from './support/world.ts';

test('an exception is assigned, then closed with an outcome', async ({ story, seat }) => {
  const { page, go } = await seat(DEMO.finance);
  await go(`/finance/exceptions?merchant=${story.shop.account.merchantId}`);
  await page.getByText('€30.00').first().waitFor();
  const row = page.getByRole('row', { name: /order paid twice, ORDER-TWICE, Loja⟨U\+202E⟩: Details/i });
  await row.getByRole('button', { name: /^Assign/ }).click();
  const assign = page.getByRole('dialog', { name: 'Assign the exception' });
  await assign.getByText('Order ORDER-TWICE · Merchant Loja⟨U+202E⟩', { exact: true }).waitFor();
  await assign.getByRole('button', { name: 'Me', exact: true }).click();
  await assign.getByRole('button', { name: 'Assign' }).click();
  await row.getByText(DEMO.finance).first().waitFor();

  await row.getByRole('button', { name: /^Close/ }).click();
  const close = page.getByRole('dialog', { name: 'Close the exception' });
  await close.getByRole('button', { name: 'Close exception' }).click();
  await close.getByText('Choose an outcome.').first().waitFor();
  await close.getByText('Order paid twice · difference +€30.00', { exact: true }).waitFor();
  await close.getByRole('radio', { name: /^Refunded/ }).check();
  await close.getByLabel('Note').fill('Sent back on 20 November');
  await close.getByRole('button', { name: 'Close exception' }).click();
  await page.getByText('Exception closed.').first().waitFor();
  // One success at a time, and none on another page.
  expect(await page.getByText(`Assigned to ${DEMO.finance}.`).count()).toBe(0);
  await page.getByText('No open exceptions match these filters.').first().waitFor();
  await page.getByRole('link', { name: 'Totals' }).click();
  await page.getByRole('heading', { level: 1, name: 'Totals' }).waitFor();
  expect(await page.getByText('Exception closed.').count()).toBe(0);
  await page.goBack();

  // It is among the closed ones now, before the one that was closed earlier in the story.
  await page.getByRole('tab', { name: 'Closed' }).click();
  const closedOnes = page.getByRole('grid', { name: 'Closed exceptions, newest first' });
  await soon(() => closedOnes.getByRole('rowheader').count()).toBe(2);
  const newest = closedOnes.getByRole('row').nth(1);
  for (const part of ['Refunded', '€30.00', 'Sent back on 20 November', `by ${DEMO.finance}`])
    await newest.getByText(part).first().waitFor();
  await page.getByText('€38.00').first().waitFor();
  await page.getByText('2 exceptions').first().waitFor();
  const ofShop = `merchant=${story.shop.account.merchantId}`;
  await go(`/transactions?order=ORDER-TWICE&${ofShop}`);
  // Either of the two may be the second: its story has the end of it.
  const closed = page.getByText('Exception closed: refunded').first();
  await page.getByRole('rowheader').getByRole('link').first().click();
  await page.getByRole('heading', { level: 2, name: 'Timeline' }).waitFor();
  if ((await closed.count()) === 0)
    await page.getByRole('grid', { name: 'Other transactions of this order' }).getByRole('link').first().click();
  await closed.waitFor();
  await page.getByText('Sent back on 20 November').first().waitFor();
});
