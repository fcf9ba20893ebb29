import { expect } from 'vitest';
import { test } from '../support/browser-test.ts';
import { routeOn } from '../support/route.ts';
import { shot } from '../support/shot.ts';

const SEARCH = '**/dashboard/api/me/transactions/search';

test('a call that fails shows an error, no figure and no empty state, and a retry works', async ({ idle, seat }) => {
  const { page, open, expectProblem } = await seat(idle.email);
  expectProblem(/^500 POST /);
  await routeOn(page, SEARCH, (route) => route.fulfill({ status: 500, json: { error: 'Internal error' } }));
  await open('/transactions');
  await page.getByText('Something went wrong on our side').first().waitFor();
  await shot(page, 'error-1280-en');
  const shown = (await page.getByRole('main').textContent()) ?? '';
  expect(shown).not.toMatch(/€|\d+ results?|No transactions/);
  await page.unroute(SEARCH);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No transactions in this period.').first().waitFor();
});
