import { lisbonDayName } from '../../../functions/runtime/lisbon-day.ts';
import { soon, test } from '../support/browser-test.ts';
import { find, orders } from '../support/list.ts';
import { DEMO } from '../support/person.ts';

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
  // As pasted out of a mail: its order id is in capitals.
  await find(page, '“order\u2011failed\u200B”');
  await page.getByRole('heading', { level: 1, name: 'Order ORDER-FAILED' }).waitFor();
  // A link to a list shows that list.
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
  await soon(() => orders(page)).toEqual(['ORDER-FAILED']);
});

test('it says what it searched for, also where it finds nothing, and what else can be typed', async ({
  story,
  seat,
}) => {
  const { page, go } = await seat(story.email);
  await go('/');
  await find(page, 'Order-0');
  await page.getByText('Nothing found').first().waitFor();
  const ways = ['Order-0', 'ORDER-0', 'order-0'].map((id) => `order ID beginning with “${id}”`);
  await page
    .getByText(`Searched for: ${ways.join(', ')}, bank’s payment ID Order-0.`)
    .first()
    .waitFor();
  await page.getByText('An amount with its day: 12.50 2026-11-20, or 12,50 20/11').waitFor();
});

test('an amount with its day finds what it moved, and the transactions over it', async ({ hosted, story, seat }) => {
  const { page, go } = await seat(story.email);
  await go('/');
  const day = lisbonDayName(hosted.host.nowMs());
  const [, month, dayOfMonth] = day.split('-');
  await find(page, `9,00 ${dayOfMonth}/${month}`);
  // What was returned of another amount's order: a movement, and no transaction over it.
  await soon(() => orders(page)).toEqual(['ORDER-SKIPPED']);
  await page.getByText('Nothing found').first().waitFor();
  await find(page, `€45,99 ${day}`);
  await soon(() => orders(page)).toEqual(['ORDER-REF']);
  await page
    .getByText(/^Searched for: €45\.99 on /)
    .first()
    .waitFor();
});

test('the reference that the customer got opens its transaction, with its entity and without', async ({
  story,
  seat,
}) => {
  const { mb } = story;
  const spaced = mb.reference.replace(/(...)(?=.)/g, '$1 ');
  for (const [email, typed] of [
    [DEMO.finance, `${mb.entity} ${spaced}`],
    [story.email, mb.reference],
  ] as const) {
    const { page, go } = await seat(email);
    await go('/');
    await find(page, typed);
    await page.getByRole('heading', { level: 1, name: 'Order ORDER-REF' }).waitFor();
  }
});
