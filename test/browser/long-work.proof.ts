import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { soon, test } from './support/browser-test.ts';
import { livePast } from './support/past-events.ts';
import { steps } from './support/steps.ts';
import { DEMO, type MerchantOf, type World } from './support/world.ts';

const EXPORT = '**/dashboard/api/me/transactions/export';
const RESEND_PAGE = '**/dashboard/api/me/undelivered/resend';

/** Work in steps, interrupted and resumed. */
test('an interrupted and stopped export resumes, and its file has every line once', async ({ world, person }) => {
  const merchant = await world.merchant();
  await livePast(world, merchant, { count: 1_001, state: 'delivered' });
  const { page, signIn, expectProblem } = await person();
  expectProblem(/^500 POST .*export/);
  await signIn(merchant.email);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export to CSV' });
  // The second part fails.
  const calls = await steps(page, EXPORT, (number) => (number === 2 ? 'fails' : 'works'));
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await dialog.getByText('Interrupted after 500 rows. No file was saved yet.').waitFor();

  // The third does not come before the person stops.
  await calls.change((number) => (number === 4 ? 'hangs' : 'works'));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText(/^1,000 rows so far/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByText(/^Stopped after 1,000 rows\. No file was saved/).waitFor();
  await calls.change(() => 'works');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const ids = idsIn(await saved.then((download) => download.path()));
  expect(ids).toHaveLength(1_001);
  expect(new Set(ids).size).toBe(1_001);
  await dialog.getByText('Saved: 1,001 rows.').waitFor();
});

test('resending all can be stopped and interrupted, resumes, and sends each event once', async ({ world, seat }) => {
  const merchant = await world.merchant();
  await livePast(world, merchant, { count: 76, state: 'skipped' });
  const { page, go, expectProblem } = await seat(DEMO.finance);
  expectProblem(/^500 POST .*resend/);
  await go(unnotifiedOf(merchant));
  const calls = await steps(page, RESEND_PAGE, (number) => (number === 1 ? 'waits' : 'works'));
  const dialog = await sendAll(page);
  await calls.reached(1);
  await dialog.getByRole('button', { name: 'Stop' }).click();
  calls.release();
  await dialog.getByText('Stopped. Events already resent stay resent. The others are still in the list.').waitFor();
  await dialog.getByText('25 of 76').waitFor();

  await calls.change((number) => (number === 2 ? 'fails' : 'works'));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText(/Interrupted\. Events already resent stay resent/).waitFor();
  await calls.change(() => 'works');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('76 of 76').waitFor();
  await dialog.getByText('Delivered: 76 events, €76.00').waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByText('No undelivered events match these filters.').first().waitFor();
  await eachOnce(world, merchant, 76);
});

test('a lost answer while resending selected events is requested again, and nothing is sent twice', async ({
  world,
  seat,
}) => {
  const merchant = await world.merchant();
  await livePast(world, merchant, { count: 5, state: 'skipped' });
  const { page, go, expectProblem } = await seat(DEMO.finance);
  expectProblem(/^net::ERR_FAILED POST .*resend/);
  await go(unnotifiedOf(merchant));
  await soon(() => listed(page).count()).toBe(5);
  // All are sent, and the answer does not arrive.
  await steps(page, RESEND_PAGE, (number) => (number === 1 ? 'is lost' : 'works'));
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Resend selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resend 5 events' });
  await dialog.getByLabel('Reason').fill('Their server is up again');
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await dialog.getByText(/Interrupted\. Events already resent stay resent/).waitFor();
  // By then they have arrived at the shop, so that none is under way.
  await soon(() => merchant.shop.hook.requests.length).toBe(5);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('Delivered: 5 events').waitFor();
  await eachOnce(world, merchant, 5);
});

const listed = (page: Page) =>
  page.getByRole('grid', { name: 'Undelivered events, oldest first' }).getByRole('rowheader');

const unnotifiedOf = ({ shop }: MerchantOf) => `/finance/unnotified?merchant=${shop.account.merchantId}`;

async function sendAll(page: Page) {
  await page.getByRole('button', { name: 'Resend all…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resend all events' });
  await dialog.getByText(/^\d+ events, €/).waitFor();
  await dialog.getByLabel('Reason').fill('Webhooks were off by mistake');
  await dialog.getByRole('button', { name: 'Resend' }).click();
  return dialog;
}

/** Every order's event has come to the shop, and once. */
async function eachOnce(world: World, { shop }: MerchantOf, count: number): Promise<void> {
  await soon(() => shop.hook.requests.length).toBe(count);
  const ids = shop.hook.requests.map(({ body }) => (JSON.parse(String(body)) as { data: { id: string } }).data.id);
  expect(new Set(ids).size).toBe(count);
  const [some = ''] = ids;
  // Nothing is on its way either.
  const { settlements } = await world.detail(some);
  expect(settlements.at(-1)?.delivery).toMatchObject({ state: 'delivered', resends: 1 });
}

function idsIn(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\r\n');
  expect(lines.filter((line) => /transactionId;|ID da transação;/.test(line))).toHaveLength(1);
  return lines.filter((line) => line.startsWith('tx_')).map((line) => line.slice(0, line.indexOf(';')));
}
