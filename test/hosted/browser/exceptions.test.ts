import { expect } from 'vitest';
import { soon, test } from '../support/browser-test.ts';
import { DEMO } from '../support/person.ts';

test('an exception gets a note, then is closed with an outcome', async ({ story, seat }) => {
  const { page, go } = await seat(DEMO.finance);
  await go(`/finance/exceptions?merchant=${story.shop.account.merchantId}`);
  const row = page.getByRole('row', { name: /order paid twice, ORDER-TWICE, Loja⟨U\+202E⟩: Details/i });
  await row.getByRole('button', { name: /^Add note/ }).click();
  const note = page.getByRole('dialog', { name: 'Add a note to the exception' });
  await note.getByText(/^Order ORDER-TWICE · Merchant Loja⟨U\+202E⟩/).waitFor();
  await note.getByRole('button', { name: 'Add note' }).click();
  await note.getByText('Enter a note.').first().waitFor();
  await note.getByLabel('Note').fill('Asked the shop');
  await note.getByRole('button', { name: 'Add note' }).click();
  await row.getByText('Asked the shop').waitFor();
  await row.getByText(`by ${DEMO.finance}`).waitFor();

  await row.getByRole('button', { name: /^Close/ }).click();
  const close = page.getByRole('dialog', { name: 'Close the exception' });
  await close.getByText('Asked the shop').waitFor();
  await close.getByRole('button', { name: 'Close exception' }).click();
  await close.getByText('Choose an outcome.').first().waitFor();
  await close.getByRole('radio', { name: /^Refunded/ }).check();
  await close.getByLabel('Note').fill('Sent back on 20 November');
  await close.getByRole('button', { name: 'Close exception' }).click();
  await page.getByText('Exception closed.').first().waitFor();
  // One success at a time, and none on another page.
  expect(await page.getByText('Note added.').count()).toBe(0);
  await page.getByText('No exceptions match these filters.').first().waitFor();

  // It is among the closed ones now, before the one that was closed earlier in the story.
  await page.getByRole('button', { name: 'Closed' }).click();
  const closedOnes = page.getByRole('grid', { name: 'Closed exceptions' });
  await soon(() => closedOnes.getByRole('rowheader').count()).toBe(2);
  const newest = closedOnes.getByRole('row').nth(1);
  for (const part of ['Refunded', '€30.00', 'Sent back on 20 November', `by ${DEMO.finance}`])
    await newest.getByText(part).first().waitFor();
  const ofShop = `merchant=${story.shop.account.merchantId}`;
  await go(`/transactions?${ofShop}`);
  // Either of the two may be the second: its story has the end of it.
  const closed = page.getByText('Exception closed', { exact: true }).first();
  await page.getByRole('rowheader').getByRole('link', { name: 'ORDER-TWICE' }).first().click();
  await page.getByRole('heading', { level: 2, name: 'Timeline' }).waitFor();
  if ((await closed.count()) === 0)
    await page.getByRole('grid', { name: 'Other transactions of this order' }).getByRole('link').first().click();
  await closed.waitFor();
  await page.getByText('Asked the shop').first().waitFor();
  await page.getByText('Sent back on 20 November').first().waitFor();
  // Whichever it is, the page says at once that another transaction of the order is paid.
  await page.getByText('Another transaction of this order is paid too').first().waitFor();
});
