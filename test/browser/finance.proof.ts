import { readFileSync } from 'node:fs';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { Reconciled } from '../../dashboard/src/finance/reconciliation/verdict.ts';
import { formatDay } from '../../dashboard/src/i18n/format.ts';
import type { TotalsReport } from '../../functions/finance/totals/totals-report.ts';
import { toAttributes } from '../../functions/runtime/attributes.ts';
import { DAY_MS } from '../../functions/runtime/durations.ts';
import { lisbonDayName } from '../../functions/runtime/lisbon-day.ts';
import { paidWith, storedWith } from '../fixtures/dashboard/lists.ts';
import { readCsv } from '../support/read-csv.ts';
import { soon, test } from './support/browser-test.ts';
import { routeOn } from './support/route.ts';
import { shot } from './support/shot.ts';
import { refunded } from './support/story.ts';
import { DEMO } from './support/world.ts';

const shown = async (page: Page, name: string) =>
  (await page.getByRole('grid', { name }).getByRole('rowheader').allTextContents()).map((text) => text.trim());

test('paid, unnotified events are summed in euros and resent with a reason', async ({ world, seat }) => {
  const { shop } = await world.merchant();
  shop.hook.answers = (number) => ({ status: number <= 12 ? 500 : 200 });
  const ids = await Promise.all([
    world.pushed(shop, 'approve', 40, 'UNNOTIFIED-1'),
    world.pushed(shop, 'approve', 2.5, 'UNNOTIFIED-2'),
  ]);
  await Promise.all(ids.map((id) => world.delivered(id, 'not_delivered')));
  const { page, go } = await seat(DEMO.finance);
  // The address of an old bookmark.
  await go(`/finance/untold?merchant=${shop.account.merchantId}`);
  await soon(() => page.url()).toContain(`/finance/unnotified?merchant=${shop.account.merchantId}`);
  await page.getByText('€42.50').first().waitFor();
  await page.getByText('2 payments').first().waitFor();
  const list = 'Undelivered events, by merchant, oldest first';
  await soon(async () => (await shown(page, list)).sort()).toEqual(['UNNOTIFIED-1', 'UNNOTIFIED-2']);

  await page.getByRole('checkbox', { name: 'Select the event of order UNNOTIFIED-1' }).check();
  await page.getByRole('button', { name: 'Resend selected' }).click();
  // Its server still fails.
  const failed = [
    'Not delivered: 1 event, €40.00',
    'Not delivered. 500. The server failed, or the proxy before it could not reach it: its log tells why.',
  ];
  await resend(page, 'Resend 1 event', '1 event, €40.00', failed, async () => {
    await page.getByText('Queued: 1 event, €40.00').waitFor();
    await world.attempted();
  });
  await page.getByRole('button', { name: 'Resend all…' }).click();
  await resend(page, 'Resend all events', '2 events, €42.50', ['Delivered: 2 events, €42.50']);
  await Promise.all(ids.map((id) => world.delivered(id, 'delivered')));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await soon(() => shown(page, list)).toEqual([]);
  await page.getByText('0 payments').first().waitFor();
});

test('the merchant filter accepts a merchant’s name, and no text without a match', async ({ world, seat }) => {
  const { shop } = await world.merchant();
  const { merchantId } = await world.accounts.create({
    ...{ name: 'Livraria Ribeiro', status: 'active', webhookUrl: shop.hook.url },
    bankAccount: world.outputs.DefaultBankAccount ?? '',
  });
  const { page, open, go, expectProblem } = await seat(DEMO.finance);
  // With the names as they are now.
  await open('/finance/unnotified');
  const field = page.getByRole('combobox', { name: 'Merchant' });
  await field.fill('Livrarias');
  await field.press('Enter');
  await page.getByText('No merchant matches “Livrarias”. The filter was not changed.').first().waitFor();
  expect(page.url()).not.toContain('merchant=');
  await field.fill('livraria');
  await field.press('Enter');
  await soon(() => page.url()).toContain(`merchant=${merchantId}`);
  await page.getByText('Livraria Ribeiro').first().waitFor();
  // The text is about this merchant's filter, not about all merchants.
  await page.getByText('No undelivered events match these filters.').first().waitFor();

  // An address with a text that means none, such as an old link.
  expectProblem(/^404 POST .*\/finance\//);
  for (const path of ['unnotified', 'exceptions', 'exceptions?state=closed&', 'totals']) {
    await go(`/finance/${path}${path.endsWith('&') ? '' : '?'}merchant=Livraria`);
    await page.getByText('Merchant not found').first().waitFor();
    expect(await page.getByRole('main').textContent()).not.toMatch(/€|No undelivered|No open|Nothing/);
  }
});

test('a sum over a bounded read says “at least”', async ({ story, seat }) => {
  const { page, open } = await seat(DEMO.finance);
  await routeOn(page, /\/dashboard\/api\/finance\/(exceptions\/summary|unnotified)$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), isComplete: false } });
  });
  for (const name of ['exceptions', 'unnotified']) {
    await open(`/finance/${name}?merchant=${story.shop.account.merchantId}`);
    await page
      .getByText(/^at least €/)
      .first()
      .waitFor();
  }
});

test('a list over more merchants than one scan covers shows how many, and continues', async ({ story, seat }) => {
  const { page, open } = await seat(DEMO.finance);
  // So many merchants are for the tests of the API; here it is what the page makes of such an answer.
  const groups = [
    { cursor: 'next', isComplete: false, merchants: { scanned: 200, of: 430 } },
    { cursor: null, isComplete: true, merchants: { scanned: 430, of: 430 } },
  ];
  const asked: unknown[] = [];
  await routeOn(page, '**/dashboard/api/transactions/search', async (route) => {
    const { cursor, ...input } = route.request().postDataJSON() as { cursor?: string };
    asked.push(cursor);
    const response = await route.fetch({ postData: JSON.stringify(input) });
    const found = (await response.json()) as { transactions: { transactionId: string }[] };
    const half = cursor === undefined ? found.transactions.slice(0, 4) : found.transactions.slice(4);
    await route.fulfill({ json: { ...found, transactions: half, ...groups[cursor === undefined ? 0 : 1] } });
  });
  await open(`/transactions?merchant=${story.shop.account.merchantId}`);
  await page
    .getByText(/Showing the first 200 of 430 merchants/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Sum', exact: true }).click();
  await page.getByText('8 transactions: €163.74').waitFor();
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText('8 results').first().waitFor();
  // Nor are they all by time when all is there.
  await page
    .getByText(/Showing the first 430 of 430 merchants, in groups/)
    .first()
    .waitFor();
  expect(asked).toEqual([undefined, 'next']);
  await onPhone(page, async () => {
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'ORDER-PAID' }) });
    for (const text of ['Loja⟨U+202E⟩', 'MB WAY']) await row.getByText(text, { exact: true }).waitFor();
  });
});

test('totals by day have a chart and a CSV file', async ({ story, seat }) => {
  const { page, go } = await seat(DEMO.finance);
  // Of a larger shop, whose days have a phone's widest sums.
  await routeOn(page, '**/dashboard/api/finance/totals', async (route) => {
    const report = (await (await route.fetch()).json()) as TotalsReport;
    const lines = report.lines.map((line) => ({ ...line, euros: 100 * line.euros }));
    const refunds = lines.slice(0, 1).map(({ day }) => ({ day, count: 6, euros: 9_808.36 }));
    await route.fulfill({ json: { ...report, lines, refunds } });
  });
  await go(`/finance/totals?merchant=${story.shop.account.merchantId}&from=2026-02-30&to=2026-03-01`);
  await page.getByText('The address names no period of two valid days.').first().waitFor();
  expect(page.url()).not.toContain('2026-02-30');
  await page.getByText('€102.75').first().waitFor();
  await page.getByText('5 payments').first().waitFor();
  await page.getByText('Refunded in the period', { exact: true }).first().waitFor();
  await page.getByText('Of the payments, whenever they were made; money beyond a payment is not in it').waitFor();
  await page.getByRole('application', { name: 'Paid per day, by method' }).waitFor();
  for (const [name, net] of [
    ['Português', 'Líquido após devoluções'],
    ['English', 'Net of refunds'],
  ] as const) {
    await inLanguage(page, name);
    await onPhone(page, async () => {
      await page.getByText(/^MB WAY .*10.275.00/).waitFor();
      await page.getByRole('columnheader', { name: net }).waitFor();
      expect(await page.evaluate(OVERLAP)).toBeLessThanOrEqual(1);
    });
  }
  await page.unroute('**/dashboard/api/finance/totals');
  // Of the list of a day staff see the time of payment, by which it is searched.
  await page.getByRole('grid', { name: 'Totals by Lisbon day' }).getByRole('link').first().click();
  for (const name of ['Method', 'Paid']) await page.getByRole('columnheader', { name, exact: true }).waitFor();
  await page.getByRole('rowheader').first().waitFor();
  for (const name of ['Português', 'English']) {
    await inLanguage(page, name);
    expect(await page.evaluate(OVERLAP)).toBeLessThanOrEqual(1);
  }
  await page.goBack();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  expect(text).toMatch(/^\uFEFF/);
  expect(text).toContain(';102,75');
  expect(text).toContain(';Loja⟨U+202E⟩;');
  await page.getByRole('button', { name: /^Group by/ }).click();
  await page.getByRole('option', { name: /the day of record/ }).click();
  await page.getByText('When we recorded the payment.').first().waitFor();
  await page.getByText('€102.75').first().waitFor();
});

test('a merchant sees only its own totals, and the refunds in them on their own day', async ({ world, person }) => {
  const { email, shop } = await world.merchant();
  await world.pushed(shop, 'approve', 77.77, 'OWN');
  // Paid in another month than it is refunded.
  const paidMs = world.host.nowMs() - 50 * DAY_MS;
  const { merchantId } = shop.account;
  const createdAt = paidMs - 3 * DAY_MS;
  const fields = { merchantId, externalOrderId: 'PAST', createdAt };
  const past = storedWith({ ...paidWith(paidMs, fields), amountCents: 6_000 });
  const TableName = world.outputs.TransactionsTable;
  await world.client.send(new PutItemCommand({ TableName, Item: toAttributes(past) }));
  await refunded(world, String(past.transactionId), { returnId: 'BANK-R1', cents: 4_750 });
  await world.counted();
  const { page, signIn, go } = await person();
  await signIn(email, '/finance/totals');
  await page.getByText('€77.77').first().waitFor();
  await page.getByText('€30.27').first().waitFor();
  expect(await page.getByRole('combobox', { name: 'Merchant' }).count()).toBe(0);

  await page.getByRole('link', { name: 'View refunds' }).click();
  const row = page.getByRole('grid', { name: 'Refunds, newest first' }).getByRole('row', { name: /PAST/ });
  for (const text of ['BANK-R1', '€47.50', '€0.00']) await row.getByText(text).first().waitFor();
  expect(await page.getByRole('combobox', { name: 'Merchant' }).count()).toBe(0);
  const ofRefunds = ['1 refund: €47.50', 'Of the payment: €47.50. Of money beyond: €0.00.'];
  await page.getByRole('button', { name: 'Sum', exact: true }).click();
  for (const text of ofRefunds) await page.getByText(text).waitFor();
  const [day, madeOn, now] = [paidMs - 1_000, createdAt, world.host.nowMs()].map(lisbonDayName);
  await go('/finance/refunds?from=2026-02-30&to=2026-03-01');
  await page.getByText('The address names no period of two valid days.').first().waitFor();
  expect(page.url()).not.toContain('2026-02-30');
  await go(`/finance/refunds?from=${now}&to=2999-12-31`);
  const [refund] = await exported(page, `refunds-${now}-${now}.csv`, ofRefunds);
  const { 'returned EUR': returned, 'of the payment EUR': ofPayment, bankId } = refund ?? {};
  expect([bankId, returned, ofPayment]).toEqual(['BANK-R1', '47,50', '47,50']);

  await go(`/transactions?by=paid&from=${day}&to=${day}`);
  await page.getByText('1 result').first().waitFor();
  const ofPayments = ['1 paid: €60.00. Refunded of these payments to date: €47.50. Net after these refunds: €12.50.'];
  const [payment] = await exported(page, `transactions-paid-${day}-${day}.csv`, ofPayments);
  const { 'refunded in the period EUR': inPeriod, 'refunded to date EUR': toDate } = payment ?? {};
  expect([inPeriod, toDate]).toEqual(['0,00', '47,50']);
  // A name of the operators' own set-up.
  expect([payment?.bankAccount, refund?.bankAccount]).toEqual(['', '']);
  await onPhone(page, async () => {
    const row = page.getByRole('row', { name: /PAST/ });
    await row.getByText(`Paid ${formatDay(day ?? '', 'en-GB')}`).waitFor();
    await go(`/transactions?by=created&from=${madeOn}&to=${madeOn}`);
    await row.getByText(`Created ${formatDay(madeOn ?? '', 'en-GB')}`).waitFor();
  });
  await go(`/transactions?by=paid&from=${day}&to=${day}&method=MBWAY`);
  await page.getByRole('button', { name: 'Sum', exact: true }).click();
  await page.getByText(/^1 paid: €60.00\./).waitFor();
  // The refunds of the period are of every method.
  const ofPeriod = page.getByRole('link', { name: 'Refunds made in this period' });
  expect(await ofPeriod.count()).toBe(0);
  await go(`/transactions?by=paid&from=${day}&to=${day}`);
  await page.getByRole('button', { name: 'Sum', exact: true }).click();
  await ofPeriod.click();
  await page.getByText('No refunds in this period.').waitFor();
  expect(page.url()).toContain(`/finance/refunds?from=${day}&to=${day}`);
});

test('days are those of the service’s clock, where the device’s is a year behind', async ({ world, seat }) => {
  const { page, open } = await seat(DEMO.finance);
  const nowMs = world.host.nowMs();
  await page.clock.setFixedTime(nowMs - 400 * DAY_MS);
  await open('/finance/reconciliation');
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Lisbon' }).format(nowMs - DAY_MS);
  await soon(() => page.getByRole('textbox', { name: 'Day' }).inputValue()).toBe(day);
});

test('the bank’s silence is no difference, and only what it did not answer is checked again', async ({
  world,
  story,
  seat,
}) => {
  const { page, go } = await seat(DEMO.finance);
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Lisbon' }).format(world.host.nowMs());
  await go(`/finance/reconciliation?day=${day}&merchant=${story.shop.account.merchantId}`);
  onTestFinished(() => void world.control('POST', '/trouble', { trouble: 'none' }));
  await world.control('POST', '/trouble', { trouble: 'unavailable' });
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByText(/: 5 of 5 payments could not be checked$/).waitFor();
  expect(await page.getByRole('main').textContent()).not.toMatch(/[1-9] differences?\b|status: |HTTP/);
  await page.getByText('the bank’s answer was not clear').first().waitFor();
  // In the longer words of Portuguese too the table fits a desk.
  await inLanguage(page, 'Português');
  await page.getByText('Sem resposta clara').first().waitFor();
  expect(await page.evaluate(OVERLAP)).toBeLessThanOrEqual(1);
  await inLanguage(page, 'English');
  await world.control('POST', '/trouble', { trouble: 'none' });
  const again = page.waitForRequest(/\/finance\/reconciliation$/);
  await page.getByRole('button', { name: 'Check these 5 again' }).click();
  expect((await again).postDataJSON()).toMatchObject({ day, transactionIds: { length: 5 } });
  await page.getByText(/: The bank confirms all our payments\.$/).waitFor();
  await page.getByText('All that was returned on the day, also beyond payments').waitFor();
  await page.getByText('Refunds are compared only with the bank’s file. Not compared: 1 refund, €9.00.').waitFor();
  // A day on which nothing was paid, but returned.
  await routeOn(page, '**/dashboard/api/finance/reconciliation', async (route) => {
    const report = (await (await route.fetch()).json()) as Reconciled;
    const ours = { payments: { count: 0, amount: 0 }, refunds: { count: 6, amount: 808.36 } };
    await route.fulfill({ json: { ...report, ours, findings: [] } });
  });
  await page.getByRole('button', { name: 'Compare again' }).click();
  const notCompared = page.getByText('Not compared: 6 refunds, €808.36.');
  await soon(() => notCompared.count()).toBe(2);
  expect(await page.getByText('No payments or refunds.').count()).toBe(0);
  await page.getByRole('link', { name: 'View these refunds' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Refunds' }).waitFor();
  expect(page.url()).toContain(`/finance/refunds?from=${day}&to=${day}&merchant=${story.shop.account.merchantId}`);
});

test('a day is compared with the bank’s file', async ({ world, story, seat }) => {
  const { bank } = await world.detail(story.paid);
  const bankId = bank?.attempts.at(-1)?.bankId ?? '';
  const { paidAt } = (await story.shop.status(story.paid)).json;
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Lisbon' }).format(Date.parse(String(paidAt)));
  const { page, go } = await seat(DEMO.finance);
  await go('/finance/reconciliation?day=2999-12-31');
  await page.getByText('The address names no day up to today').first().waitFor();
  expect(page.url()).not.toContain('2999');
  // No day of 2001 to 2030, and no other.
  await page.getByRole('textbox', { name: 'Day' }).fill('01/11/2026');
  await page.getByText('Enter a day as yyyy-mm-dd').first().waitFor();
  expect(await page.getByRole('button', { name: 'Compare', exact: true }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Day' }).fill('2999-12-31');
  await page.getByText('This day has not come yet.').first().waitFor();
  expect(await page.getByRole('button', { name: 'Compare', exact: true }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Day' }).fill(day);
  await page.getByRole('textbox', { name: 'Day' }).press('Tab');
  // Its lines cover the complete day.
  const file =
    `datetime;gross;fee;net;bankId\r\n${day} 00:00:00;5,00;0,05;4,95;stranger-1\r\n` +
    `${day} 12:00:00;10,50;0,10;10,40;${bankId}\r\n${day} 23:59:59;5,00;0,05;4,95;stranger-2\r\n`;
  const chosen = { name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(file) };
  await page.getByRole('button', { name: /Choose file/ }).setInputFiles(chosen);
  await page.getByText('bank.csv').first().waitFor();
  // A file is of one account: the one that all merchants have is used.
  await page.getByRole('button', { name: 'Bank account sandbox' }).waitFor();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page
    .getByText(/\d+ differences/)
    .first()
    .waitFor();
  await page.getByText('stranger-1').first().waitFor();
  await page.getByText('ORDER-SKIPPED').first().waitFor();
});

/** By how many pixels a table is wider than its container. */
const OVERLAP = `Math.max(...[...document.querySelectorAll('main table')]
  .map(({ parentElement }) => parentElement.scrollWidth - parentElement.clientWidth))`;

async function inLanguage(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^(EN|PT)\b/ }).click();
  await page.getByRole('menuitemcheckbox', { name }).click();
}

/** What a list of staff says where there is little room. */
async function onPhone(page: Page, check: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await check();
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** The rows of the file that the page exports, by its headings; its sums are before and after. */
async function exported(page: Page, fileName: string, sums: string[]): Promise<Record<string, string>[]> {
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export to CSV' });
  await dialog.getByRole('button', { name: 'Sum', exact: true }).click();
  for (const text of sums) await dialog.getByText(text).waitFor();
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(fileName);
  const [heading = [], ...rows] = readCsv(readFileSync(await download.path(), 'utf8'));
  await dialog.getByText('Saved: 1 row.').waitFor();
  for (const text of sums) await dialog.getByText(text).waitFor();
  expect(await dialog.getByText(/so far/).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialog.waitFor({ state: 'hidden' });
  return rows.map((row) => Object.fromEntries(heading.map((name, index) => [name, row[index] ?? ''])));
}

/** In the window that sends many again: the count before, a reason, and what came of it. */
async function resend(
  page: Page,
  title: string,
  before: string,
  after: string[],
  meanwhile?: () => Promise<void>,
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByText(before, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await dialog.getByText('Enter a reason.').first().waitFor();
  await dialog.getByLabel('Reason').fill('Their server is up again');
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await meanwhile?.();
  for (const text of after) await dialog.getByText(text).first().waitFor();
  // The name, or of a merchant newer than the names that the page has the id.
  await dialog
    .getByRole('row')
    .getByRole('link', { name: /^(Loja|mer_)/ })
    .first()
    .waitFor();
  await shot(page, `${title.toLowerCase().replaceAll(' ', '-')}-1280-en`);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await dialog.waitFor({ state: 'hidden' });
}
