import { expect } from 'vitest';
import { test } from '../support/browser-test.ts';
import { routeOn } from '../support/route.ts';

const FIRST_CALL = /\/dashboard\/api\/me\?/;
const SEARCH = '**/dashboard/api/me/transactions/search';

/** What people see when the service or the way to it is in trouble, and how they get on. */
test('without an answer the page shows a time-out, and a retry works', async ({ idle, person }) => {
  const { page, signIn } = await person();
  await signIn(idle.email);
  await page.getByText('No transactions in this period.').first().waitFor();
  await page.clock.install();
  const asked = Promise.withResolvers<void>();
  await routeOn(page, SEARCH, () => asked.resolve());
  await page.getByRole('button', { name: 'Refresh' }).click();
  await asked.promise;
  await page.clock.fastForward(19_000);
  expect(await page.getByText('The service did not answer in time').count()).toBe(0);
  await page.clock.fastForward(2_000);
  await page.getByText('The service did not answer in time').first().waitFor();
  await page.unroute(SEARCH);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The service did not answer in time').first().waitFor({ state: 'hidden' });
  await page.getByText('No transactions in this period.').first().waitFor();
});

test('without an answer to a change the typed text stays and can be saved again', async ({ idle, person }) => {
  const { page, signIn } = await person();
  await signIn(idle.email, '/settings/webhook');
  const url = page.getByLabel('Webhook URL');
  await url.fill('https://shop.example/late');
  await page.clock.install();
  const asked = Promise.withResolvers<void>();
  await routeOn(page, '**/merchant/webhook/url', () => asked.resolve());
  await page.getByRole('button', { name: 'Save' }).click();
  await asked.promise;
  await page.clock.fastForward(33_000);
  await page
    .getByText(/The service may be slow at the moment/)
    .first()
    .waitFor();
  expect(await url.inputValue()).toBe('https://shop.example/late');
  await page.unroute('**/merchant/webhook/url');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Webhook URL saved').first().waitFor();
});

test('when the first call fails the page offers a retry', async ({ idle, seat }) => {
  const { page, open, expectProblem } = await seat(idle.email);
  expectProblem(/^503 GET /);
  await routeOn(page, FIRST_CALL, (route) => route.fulfill({ status: 503, body: 'no JSON at all' }));
  await open('/transactions');
  await page.getByText('Something went wrong on our side').first().waitFor();
  await page.unroute(FIRST_CALL);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Transactions' }).waitFor();
});

test('a page that cannot load its configuration shows an error', async ({ person }) => {
  const { page, open, expectProblem } = await person();
  expectProblem(/^403 GET .*config\.json/);
  await routeOn(page, '**/dashboard/config.json', (route) => route.fulfill({ status: 403 }));
  await open('/');
  await page.getByText('The dashboard could not be started').first().waitFor();
});

test('a page of a removed older version asks to be reloaded', async ({ idle, seat }) => {
  const { page, open, expectProblem } = await seat(idle.email);
  expectProblem(/^403 GET .*\.js$/);
  expectProblem(/dynamically imported module/);
  await routeOn(page, /assets\/api-keys-page-.*\.js$/, (route) => route.fulfill({ status: 403 }));
  await open('/transactions');
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByText('The dashboard has been updated').first().waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
});
