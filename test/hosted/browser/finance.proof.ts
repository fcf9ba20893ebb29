import { readFileSync } from 'node:fs';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addDays } from '../../../dashboard/src/period/days.ts';
import { newResult } from '../../../functions/finance/night/night-result.ts';
import { nightsOn } from '../../../functions/finance/wiring.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { DAY_MS } from '../../../functions/runtime/durations.ts';
import { lisbonDayName } from '../../../functions/runtime/lisbon-day.ts';
import { paidWith, storedWith } from '../../rig/stored-rows.ts';
import { readCsv } from '../../support/read-csv.ts';
import { soon, test } from '../support/browser-test.ts';
import { DEMO } from '../support/person.ts';
import { shot } from '../support/shot.ts';
import { steps } from '../support/steps.ts';
import { refunded } from '../support/story.ts';

const shown = async (page: Page, name: string) =>
  (await page.getByRole('grid', { name }).getByRole('rowheader').allTextContents()).map((text) => text.trim());

test('undelivered events are summed in euros and resent with a reason', async ({ hosted, seat }) => {
  const { shop } = await hosted.merchant();
  shop.hook.answers = (number) => ({ status: number <= 16 ? 500 : 200 });
  const ids = await Promise.all([shop.paid(40, 'UNDELIVERED-1'), shop.paid(2.5, 'UNDELIVERED-2')]);
  await Promise.all(ids.map((id) => hosted.delivered(id, 'not_delivered')));
  const { page, go } = await seat(DEMO.finance);
  await go(`/finance/undelivered?merchant=${shop.account.merchantId}`);
  await page.getByText('€42.50').first().waitFor();
  await page.getByText('2 payments').first().waitFor();
  const list = 'Undelivered events';
  await soon(async () => (await shown(page, list)).sort()).toEqual(['UNDELIVERED-1', 'UNDELIVERED-2']);

  await page.getByRole('button', { name: 'Resend all…' }).click();
  await resend(page, '2 events, €42.50', '2 events, €42.50');
  // Its server still fails: they return to the list.
  await hosted.attempted();
  await Promise.all(ids.map((id) => hosted.delivered(id, 'not_delivered')));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await soon(async () => (await shown(page, list)).sort()).toEqual(['UNDELIVERED-1', 'UNDELIVERED-2']);
  await page.getByRole('button', { name: 'Resend all…' }).click();
  await resend(page, '2 events, €42.50');
  await Promise.all(ids.map((id) => hosted.delivered(id, 'delivered')));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await soon(() => shown(page, list)).toEqual([]);
  await page.getByText('No undelivered events match these filters.').first().waitFor();
});

test('totals by day have a CSV file that is right to the cent', async ({ story, seat }) => {
  const { page, open } = await seat(DEMO.finance);
  // The names of merchants come after the click.
  const names = await steps(page, '**/dashboard/api/finance/accounts/search', () => 'waits');
  await open(`/finance/totals?merchant=${story.shop.account.merchantId}`);
  await page.getByText('€102.75').first().waitFor();
  await page.getByText('5 movements').first().waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  names.release();
  const text = readFileSync(await (await saved).path(), 'utf8');
  expect(text).toMatch(/^\uFEFF/);
  const [heading = [], ...rows] = readCsv(text);
  const amounts = rows.map((row) => row[heading.indexOf('amount EUR')]);
  // Five payments of the story's day, 8.00 that came beside one of them, and 9.00 that went back.
  expect(amounts.sort()).toEqual(['-9,00', '102,75', '8,00']);
  expect(text).toContain(';Loja⟨U+202E⟩;');
});

test('a merchant sees only its own totals, and the movements in them on their own day', async ({ hosted, person }) => {
  const { email, shop } = await hosted.merchant();
  await shop.paid(77.77, 'OWN');
  // Paid in another month than it is refunded.
  const paidMs = hosted.host.nowMs() - 50 * DAY_MS;
  const { merchantId } = shop.account;
  const fields = { merchantId, externalOrderId: 'PAST', createdAt: paidMs - 3 * DAY_MS };
  const past = storedWith({ ...paidWith(paidMs, fields), amountCents: 6_000 });
  const TableName = hosted.outputs.TransactionsTable;
  await hosted.client.send(new PutItemCommand({ TableName, Item: toAttributes(past) }));
  await refunded(hosted, String(past.transactionId), { returnId: 'BANK-R1', cents: 4_750 });
  const { page, signIn } = await person();
  await signIn(email, '/finance/totals');
  await page.getByText('€77.77').first().waitFor();
  await page.getByText('€30.27').first().waitFor();
  expect(await page.getByRole('button', { name: /^Merchant/ }).count()).toBe(0);

  // On paper: whose it is, the period and the time, and nothing to press.
  await page.emulateMedia({ media: 'print' });
  await page.getByText(/^Period: .* As of /).waitFor();
  for (const role of ['button', 'combobox'] as const)
    expect(await page.getByRole('main').getByRole(role).filter({ visible: true }).count()).toBe(0);
  await shot(page, 'totals-paper-1280-en');
  await page.emulateMedia({ media: 'screen' });

  await page.getByRole('link', { name: '1 movement', exact: true }).last().click();
  const row = page.getByRole('grid', { name: 'Movements of the period' }).getByRole('row', { name: /PAST/ });
  for (const text of ['BANK-R1', '-€47.50', 'Returned']) await row.getByText(text).first().waitFor();
  await page.getByText('1 movement: -€47.50.').waitFor();
  expect(await page.getByRole('button', { name: /^Merchant/ }).count()).toBe(0);
});

test('a bank’s file is compared in the browser, and is not sent', async ({ hosted, story, seat }) => {
  const { bank } = await hosted.detail(story.paid);
  const bankId = bank?.attempts.at(-1)?.bankId ?? '';
  const { paidAt } = (await story.shop.status(story.paid)).json;
  const day = lisbonDayName(Date.parse(String(paidAt)));
  // Where merchants have several accounts the page chooses none.
  await hosted.accounts.create({ name: 'Outra', status: 'active', bankAccount: 'sandbox-ifthenpay' });
  const { page, open } = await seat(DEMO.finance);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await open('/finance/reconciliation');
  await page.getByRole('button', { name: /^Bank account/ }).click();
  await page.getByRole('option', { name: 'sandbox', exact: true }).click();
  const choose = async (name: string, ...lines: string[]) => {
    const file = ['datetime;gross;fee;net;bankId;status', ...lines, ''].join('\r\n');
    const chosen = { name, mimeType: 'text/csv', buffer: Buffer.from(file) };
    await page.locator('input[type=file]').setInputFiles(chosen);
  };
  await choose('lent.csv', `${day};10,50;0,10;10,40;${bankId};lent`);
  await page.getByText('Line 2, status: “lent” is not known.').first().waitFor();
  const lost = (await hosted.detail(story.lost)).bank?.attempts.at(-1)?.bankId ?? '';
  await choose(
    'bank.csv',
    `${addDays(day, 1)};10,50;0,10;10,40;${bankId};paid`,
    `${day} 12:00:00;1,00;0,10;0,90;${lost};paid`,
    `${day} 23:59:59;5,00;0,05;4,95;stranger-1;paid`,
    `${day} 23:59:59;7,00;0,05;6,95;stranger-2;cancelled`,
  );
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const table = page.getByRole('grid', { name: 'Differences' });
  await table.getByText('Only ours').first().waitFor();
  // The file has all of them; the page shows 50 at a time, and others pay on this day too.
  const lastPage = page.getByRole('button', { name: /^Page \d+/ }).last();
  if ((await lastPage.count()) > 0) await lastPage.click();
  for (const text of ['Only the bank’s', 'Amount differs', 'Other day', 'stranger-1', bankId, lost])
    await table.getByText(text).first().waitFor();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const differences = readFileSync(await (await saved).path(), 'utf8');
  expect(differences).toContain('stranger-1');
  expect(differences).toContain('ORDER-SKIPPED');
  expect(differences).not.toContain('stranger-2');
  expect(sent.filter((body) => body.includes('stranger'))).toEqual([]);
});

test('the night is above the file: each result, and compared again', async ({ hosted, seat }) => {
  const day = addDays(lisbonDayName(hosted.host.nowMs()), -1);
  const nights = nightsOn(
    { dynamo: hosted.client, clock: hosted.host.nowMs },
    { transactions: hosted.transactionsTable },
  );
  const result = newResult(hosted.host.nowMs());
  const remains = [{ transactionId: 'tx_0123456789abcdefghjkmnpq', of: 'ours' as const, count: 2 }];
  for (const [bankAccount, found] of Object.entries({
    compared: { ...result, oursCents: 1_000, listedCents: 1_000, recorded: 1 },
    differing: { ...result, oursCents: 1_000, listedCents: 700, remaining: 3, remains },
    begun: { ...result, state: 'begun' as const },
    silent: { ...result, state: 'not-asked' as const },
    broken: { ...result, state: 'failed' as const },
    listless: { ...result, state: 'no-list' as const },
  }))
    await nights.save({ day, bankAccount }, found);
  const { page, open } = await seat(DEMO.finance);
  await open('/finance/reconciliation');
  const table = page.getByRole('grid', { name: 'Compared with the bank' });
  const row = table.getByRole('row', { name: /differing/ });
  for (const text of ['-€3.00', 'not in the bank’s list: 2', 'Differences left in total: 3'])
    await row.getByText(text).first().waitFor();
  for (const text of ['In progress', /^List not available/, /^Incomplete/, 'Missing payments recorded: 1'])
    await table.getByText(text).first().waitFor();
  expect(await table.getByText('listless').count()).toBe(0);
  await row.getByRole('button', { name: /^Compare again/ }).click();
  await row.getByText('Queued: compared within 15 minutes').waitFor();
});

/** In the window that sends many again: the count before, a reason, and what came of it. */
async function resend(page: Page, count: string, still?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Resend all events' });
  await dialog.getByText(count, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await dialog.getByText('Enter a reason.').first().waitFor();
  await dialog.getByLabel('Reason').fill('Their server is up again');
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await dialog.getByText(`Queued: ${count}.`).first().waitFor();
  // Counted when the attempts are over, not while they are on their way.
  if (still) await dialog.getByText(`Still undelivered: ${still}.`).waitFor();
  await shot(page, 'resend-all-events-1280-en');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialog.waitFor({ state: 'hidden' });
}
