import { soon, test } from './support/browser-test.ts';
import { find, orders } from './support/list.ts';

/** The search in the header, and the way back from a transaction. */
test('“/” focuses it; the beginning of an order id finds the orders, an id opens its transaction', async ({
  story,
  seat,
}) => {
  const { page, go } = await seat(story.email);
  await go('/settings/account');
  await find(page, ' ORDER-LO ');
  await soon(() => orders(page)).toEqual(['ORDER-LOST']);
  await find(page, story.paid);
  await page.getByRole('heading', { level: 1, name: 'Order ORDER-PAID' }).waitFor();
  // The list is not a step on the way back.
  await page.goBack();
  await soon(() => orders(page)).toEqual(['ORDER-LOST']);
  await find(page, 'ORDER-FAILED');
  await page.getByRole('heading', { level: 1, name: 'Order ORDER-FAILED' }).waitFor();
  // A link to a list shows that list.
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
  await soon(() => orders(page)).toEqual(['ORDER-FAILED']);
});
