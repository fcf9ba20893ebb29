import { expect } from 'vitest';
import { soon, test } from '../support/browser-test.ts';
import { choose, orders } from '../support/list.ts';

test('the list is filtered by status, method and delivery; the URL contains the filters', async ({ story, seat }) => {
  const { page, open } = await seat(story.email);
  await open('/transactions');
  await soon(() => orders(page)).toHaveLength(8);
  await page.getByText('8 results').first().waitFor();

  await choose(page, 'Webhook', 'Not delivered or not sent');
  await soon(async () => (await orders(page)).sort()).toEqual(['ORDER-LOST', 'ORDER-SKIPPED']);
  await choose(page, 'Method', 'Multibanco');
  await page.getByText('No transactions match the filters.').first().waitFor();
  expect(page.url()).toContain('delivery=not_delivered%2Cskipped&method=REFERENCE');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await soon(() => orders(page)).toHaveLength(8);
  await choose(page, 'Day', 'Paid on');
  await soon(() => orders(page)).toHaveLength(5);

  // A shared link, and the way back from a transaction.
  await open('/transactions?status=paid&method=MBWAY&delivery=delivered');
  await soon(async () => (await orders(page)).toSorted()).toEqual(['ORDER-PAID', 'ORDER-TWICE', 'ORDER-TWICE']);
  await page.getByRole('toolbar', { name: 'Status' }).getByRole('button', { name: 'Failed' }).click();
  await soon(() => orders(page)).toEqual(['ORDER-FAILED']);
  await page.getByRole('link', { name: 'ORDER-FAILED' }).click();
  await page.getByRole('heading', { level: 2, name: 'Timeline' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Back' }).click();
  await soon(() => orders(page)).toEqual(['ORDER-FAILED']);
  expect(page.url()).toMatch(/status=failed.*delivery=delivered/);
});

test('the detail of a paid one shows the complete timeline', async ({ story, seat }) => {
  const { page, open } = await seat(story.email);
  await open(`/transactions/${story.paid}`);
  await page.getByRole('heading', { level: 1, name: 'Order ORDER-PAID' }).waitFor();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  for (const line of [
    'Created for order ORDER-PAID, €10.50',
    /MB WAY request sent to the phone ending in 002|MB WAY request sent \(request/,
    'Paid by MB WAY',
    'Webhook payment.success: attempts started',
    /Attempt 1 of 4.*status 200/,
    'Delivered',
  ])
    await timeline.getByText(line).first().waitFor();
  await timeline.getByRole('button', { name: 'Request and response' }).click();
  await timeline.getByText('User-Agent: Service-Webhook/1.0').first().waitFor();
  await timeline.getByText('"externalOrderId": "ORDER-PAID"').last().first().waitFor();
  // Names of our own set-up say nothing to a merchant.
  await page.getByText('Test environment', { exact: true }).waitFor();
  expect(await page.locator('body').textContent()).not.toMatch(/sandbox|Stage:/);
});

test('an undelivered one shows each attempt and is resent with a reason', async ({ hosted, person }) => {
  const { email, shop } = await hosted.merchant();
  shop.hook.answers = (number) => (number <= 4 ? { status: 503, body: 'closed for the night' } : { status: 200 });
  const id = await shop.paid(19.99, 'ORDER-AGAIN');
  const { page, signIn } = await person();
  await signIn(email, `/transactions/${id}`);
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await timeline
    .getByText(/Attempt 1 of 4/)
    .first()
    .waitFor();
  // The page updates automatically while the others are made.
  await hosted.attempted();
  await page.getByText('Not delivered').first().waitFor();
  for (const number of [1, 2, 3, 4])
    await timeline
      .getByText(new RegExp(`Attempt ${number} of 4.*status 503`))
      .first()
      .waitFor();
  await timeline.getByRole('button', { name: 'Request and response' }).last().click();
  await timeline.getByText('closed for the night').last().first().waitFor();

  await page.getByRole('button', { name: 'Resend' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resend the event' });
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await dialog.getByText('Enter a reason.').first().waitFor();
  await dialog.getByText('Order ORDER-AGAIN · Merchant Loja⟨U+202E⟩ · €19.99').waitFor();
  await dialog.getByLabel('Reason').fill('Our server was down');
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await timeline.getByText('Delivered').first().waitFor();
  await timeline.getByText('Reason: Our server was down').first().waitFor();
  await timeline.getByText('Webhook payment.success: attempts of resend 1 started').first().waitFor();
  expect(shop.hook.requests[4]?.body).toEqual(shop.hook.requests[0]?.body);
});

test('a transaction of another merchant is not found', async ({ story, idle, seat }) => {
  const { page, go, expectProblem } = await seat(idle.email);
  expectProblem(/^404 GET .*\/transactions\/tx_/);
  await go(`/transactions/${story.paid}`);
  await page.getByText('Not found', { exact: true }).first().waitFor();
  expect(await page.getByText('ORDER-PAID').count()).toBe(0);
  // It is final.
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});
