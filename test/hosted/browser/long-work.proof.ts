import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { soon, test } from '../support/browser-test.ts';
import type { HostedService, MerchantOf } from '../support/hosted-service.ts';
import { livePast } from '../support/past-events.ts';
import { DEMO } from '../support/person.ts';
import { steps } from '../support/steps.ts';

const LIST = '**/dashboard/api/me/transactions/search';
const RESEND_PAGE = '**/dashboard/api/me/undelivered/resend';

/** Work in steps, interrupted and resumed. */
test('an interrupted and stopped export resumes, and its file has every line once', async ({ hosted, person }) => {
  const merchant = await hosted.merchant();
  await livePast(hosted, merchant, { count: 1_001, state: 'delivered' });
  const { page, signIn, expectProblem } = await person();
  expectProblem(/^500 POST .*search/);
  await signIn(merchant.email);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export to CSV' });
  // The second part fails.
  const calls = await steps(page, LIST, (number) => (number === 2 ? 'fails' : 'works'));
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

test('resending all can be stopped and interrupted, resumes, and sends each event once', async ({ hosted, seat }) => {
  const merchant = await hosted.merchant();
  await livePast(hosted, merchant, { count: 201, state: 'skipped' });
  const { page, go, expectProblem } = await seat(DEMO.finance);
  expectProblem(/^500 POST .*resend/);
  await go(undeliveredOf(merchant));
  const dialog = await openAll(page);
  await dialog.getByText('201 events, €201.00').waitFor();
  const calls = await steps(page, RESEND_PAGE, (number) => (number === 1 ? 'waits' : 'works'));
  await dialog.getByLabel('Reason').fill('Webhooks were off by mistake');
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await calls.reached(1);
  await dialog.getByRole('button', { name: 'Stop' }).click();
  calls.release();
  await dialog.getByText('Stopped. Events already resent stay resent. The others are still in the list.').waitFor();
  await dialog.getByText('100 of 201').waitFor();
  await dialog.getByText('Queued: 100 events, €100.00. More remain.').waitFor();

  await calls.change((number) => (number === 2 ? 'fails' : 'works'));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText(/Interrupted\. Events already resent stay resent/).waitFor();
  await calls.change(() => 'works');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('201 of 201').waitFor();
  await dialog.getByText('Queued: 201 events, €201.00.').waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByText('No undelivered events match these filters.').first().waitFor();
  await eachOnce(hosted, merchant, 201);
});

const undeliveredOf = ({ shop }: MerchantOf) => `/finance/undelivered?merchant=${shop.account.merchantId}`;

async function openAll(page: Page) {
  await page.getByRole('button', { name: 'Resend all…' }).click();
  return page.getByRole('dialog', { name: 'Resend all events' });
}

/** Every order's event has come to the shop, and once. */
async function eachOnce(hosted: HostedService, { shop }: MerchantOf, count: number): Promise<void> {
  await soon(() => shop.hook.requests.length).toBe(count);
  const ids = shop.hook.requests.map(({ body }) => (JSON.parse(String(body)) as { data: { id: string } }).data.id);
  expect(new Set(ids).size).toBe(count);
  const [some = ''] = ids;
  // Nothing is on its way either.
  const { settlements } = await hosted.detail(some);
  expect(settlements.at(-1)?.delivery).toMatchObject({ state: 'delivered', resends: 1 });
}

function idsIn(path: string): string[] {
  const lines = readFileSync(path, 'utf8').split('\r\n');
  expect(lines.filter((line) => /transactionId;|ID da transação;/.test(line))).toHaveLength(1);
  return lines.filter((line) => line.startsWith('tx_')).map((line) => line.slice(0, line.indexOf(';')));
}
