import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { addDays, today } from '../../../dashboard/src/period/days.ts';
import { eventually } from '../../support/eventually.ts';
import { soon, test } from '../support/browser-test.ts';
import { orders } from '../support/list.ts';
import { FORMULA_ORDER } from '../support/story.ts';

test('two days of one’s own are applied by a button, and the browser refuses what is no period', async ({
  hosted,
  story,
  seat,
}) => {
  const { page, open } = await seat(story.email);
  const dayOf = (inDays: number) => addDays(today(hosted.host.nowMs()), inDays);
  const [from, to] = ['De', 'Até'].map((name) => page.getByLabel(name, { exact: true }));
  if (!from || !to) throw new Error('two fields');
  await page.evaluate(`localStorage.setItem('dashboard.language', 'pt')`);
  // On no day is this a preset.
  await open(`/transactions?by=created&from=${dayOf(-3)}&to=${dayOf(-1)}`);
  await soon(() => from.inputValue()).toBe(dayOf(-3));
  const apply = page.getByRole('button', { name: 'Aplicar', exact: true });
  const address = page.url();
  for (const [first, last] of [
    [dayOf(-3), dayOf(-4)],
    [dayOf(-3), dayOf(1)],
    ['2019-12-31', dayOf(0)],
    ['', dayOf(0)],
  ] as const) {
    await from.fill(first);
    await to.fill(last);
    await apply.click();
    expect(page.url()).toBe(address);
  }
  await from.fill('2025-03-05');
  await to.fill('2025-04-01');
  // The field shows the browser's order of day and month; below it the month is in letters.
  await page.getByText('quarta-feira, 5 de março de 2025').waitFor();
  await page.getByText('Ainda por aplicar.').waitFor();
  await to.press('Enter');
  await soon(() => page.url()).toContain('from=2025-03-05&to=2025-04-01');
  await page.getByText('Sem transações neste período.').first().waitFor();
  expect(await page.getByText('Ainda por aplicar.').count()).toBe(0);
});

test('a row opens its page, at a desk and on a phone, and Back shows the list as it was', async ({ story, person }) => {
  const { page, signIn } = await person({ width: 390 });
  await signIn(story.email, '/transactions?status=paid');
  const heading = page.getByRole('heading', { level: 1, name: 'Order ORDER-PAID' });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await soon(() => orders(page)).toHaveLength(5);
    await page.getByRole('link', { name: 'ORDER-PAID', exact: true }).click();
    await heading.waitFor();
    if (width === 1280) await page.goBack();
  }
  await page.goBack();
  await soon(() => orders(page)).toHaveLength(5);
  expect(page.url()).toContain('status=paid');
});

test('the export is a file for Portuguese Excel', async ({ story, seat }) => {
  const { page, open } = await seat(story.email);
  await open('/transactions');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/^transactions-created-.*\.csv$/);
  const text = readFileSync(await download.path(), 'utf8');
  const lines = text.split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFtransactionId;merchantId;merchant;orderId;/);
  expect(lines.filter((line) => line.startsWith('tx_'))).toHaveLength(8);
  expect(lines.find((line) => line.includes('ORDER-PAID'))).toContain(';10,50;');
  const formula = lines.find((line) => line.includes('HYPERLINK')) ?? '';
  expect(formula).not.toContain(`;${FORMULA_ORDER}`);
  expect(formula).toContain(`"'=HYPERLINK(`);
  await page.getByText('Saved: 8 rows.').first().waitFor();
  // What the customers were asked for and paid.
  const dialog = page.getByRole('dialog');
  await dialog.getByText('8 transactions: €163.74').waitFor();
  await dialog.getByText('5 paid. Received for them: €102.75.').waitFor();
});

test('an underpaid request whose time is over, and a late payment, show what happens next, as home does', async ({
  hosted,
  person,
}) => {
  const { email, shop } = await hosted.merchant();
  const short = await shop.init(25, 'ORDER-SHORT');
  // As long as an order id can be.
  const order = 'ORDER-LATE'.padEnd(100, 'X');
  const late = await shop.init(30, order);
  // A cent of the one is missing; the other is paid a minute after its time-out.
  await shop.mbway(short, '910000016');
  await shop.mbway(late, '910000008');
  await hosted.host.advance(6 * 60_000);
  for (const id of [short, late]) await eventually(async () => (await hosted.detail(id)).exceptions.length > 0);

  const { page, signIn, open } = await person();
  await signIn(email, `/transactions/${short}`);
  await page.getByText(/^The customer had until /).waitFor();
  expect(await page.getByText('Updates automatically').count()).toBe(0);
  const link = page.getByRole('link', { name: 'See the timeline' });
  const stated = page.getByRole('listitem').filter({ has: link });
  const rest =
    /Less money arrived than requested\. It does not pay the transaction\. If the order is not paid otherwise, collect/;
  expect(await stated.textContent()).toMatch(rest);
  await link.click();
  await soon(() => page.locator(':focus').textContent()).toContain('Exception: underpaid');

  await page.setViewportSize({ width: 390, height: 844 });
  await open(`/transactions/${late}`);
  const notified = /notified of another outcome\. Ship the order or ask for a refund\./;
  await stated.getByText(notified).waitFor();
  // All of it was due, and nothing failed.
  expect(await stated.textContent()).not.toMatch(/failed|difference/i);
  const [sheet, shift] = (await page.evaluate('[document.documentElement.scrollWidth, layoutShift]')) as number[];
  expect([sheet, shift]).toEqual([390, expect.toSatisfy((value: number) => value < 0.05)]);
  await open('/');
  const atHome = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });
  await atHome(order).getByText(notified).waitFor();
  expect(await atHome(order).textContent()).not.toMatch(/failed|difference/i);
  expect(await atHome('ORDER-SHORT').textContent()).toMatch(rest);
});

test('a payment made twice, of which a part went back, shows the balance of both', async ({ hosted, person }) => {
  const { email, shop } = await hosted.merchant();
  const id = await shop.init(771.06, 'ORDER-BACK');
  const issued = await shop.call('POST', '/payments/multibanco', { body: { transactionId: id } });
  expect(issued.status).toBe(200);
  // This customer pays twice; a part of it goes back.
  await hosted.host.advance(20_000);
  await eventually(async () => (await hosted.detail(id)).exceptions.length > 0);
  expect((await hosted.control('POST', `/payments/${id}/refund`, { amount: 300 })).status).toBe(200);
  await eventually(async () => (await hosted.detail(id)).refunds.length > 0);
  const { page, signIn, open } = await person();
  await signIn(email, `/transactions/${id}`);
  const step = /The customer paid this transaction twice\. Ship the order once\./;
  await page.getByText(step).first().waitFor();
  await open('/');
  const atHome = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'ORDER-BACK' }) });
  await atHome.getByText(step).waitFor();
  // The page says what came and what went back.
  await open(`/transactions/${id}`);
  await page.getByText('€1,242.12').first().waitFor();
});
