import { readFileSync } from 'node:fs';
import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import { addDays, today } from '../../dashboard/src/period/days.ts';
import { eventually } from '../support/eventually.ts';
import { axe } from './support/axe.ts';
import { soon, test } from './support/browser-test.ts';
import { orders } from './support/list.ts';
import { shot } from './support/shot.ts';
import { FORMULA_ORDER } from './support/story.ts';
import { DEMO } from './support/world.ts';

test('days are typed as Portuguese are, pasted or picked, and what is no period is refused', async ({
  world,
  story,
  seat,
}) => {
  const { page, open } = await seat(story.email);
  const dayOf = (inDays: number) => addDays(today(world.host.nowMs()), inDays);
  const written = (day: string) => day.split('-').reverse().join('/');
  const [from, to] = ['De', 'Até'].map((name) => page.getByRole('textbox', { name, exact: true }));
  if (!from || !to) throw new Error('two fields');
  const year = Number(dayOf(0).slice(0, 4)) - 1;
  await page.evaluate(`localStorage.setItem('dashboard.language', 'pt')`);
  await open(`/transactions?by=created&from=${dayOf(-3)}&to=${dayOf(0)}`);
  await soon(() => from.inputValue()).toBe(written(dayOf(-3)));

  const days: (string | null)[] = [];
  const note = (frame: Frame) => days.push(new URL(frame.url()).searchParams.get('from'));
  page.on('framenavigated', note);
  await from.selectText();
  await from.pressSequentially(`05/03/${year}`);
  await soon(() => days).toEqual([`${year}-03-05`]);
  page.off('framenavigated', note);
  await to.fill(`1/4/${String(year).slice(2)}`);
  await to.press('Enter');
  await soon(() => page.url()).toContain(`from=${year}-03-05&to=${year}-04-01`);
  await soon(() => to.inputValue()).toBe(`01/04/${year}`);
  await page.getByText('Sem transações neste período.').first().waitFor();

  const address = page.url();
  for (const [typed, problem] of [
    ['31/04/2026', 'Indique um dia como dd/mm/aaaa, por exemplo 20/11/2026.'],
    ['29/02', 'Indique um dia como dd/mm/aaaa, por exemplo 20/11/2026.'],
    [written(dayOf(1)), 'Este dia ainda não chegou. Indique o dia de hoje ou um anterior.'],
  ] as const) {
    await from.fill(typed);
    await from.press('Tab');
    await page.getByText(problem).first().waitFor();
    expect(await from.inputValue()).toBe(typed);
    expect(await page.getByText('O primeiro dia não pode').count()).toBe(0);
    // A moment later it is announced to a screen reader too.
    await page.getByText(`Continua a ser mostrado o período de 05/03/${year} a 01/04/${year}.`).first().waitFor();
  }
  await from.fill(dayOf(-3));
  // The last day is to be typed next; only what is typed there can be wrong there.
  await page.getByText(`Indique também o último dia, a partir de ${written(dayOf(-3))}.`).waitFor();
  expect(await page.getByText('O primeiro dia não pode').count()).toBe(0);
  await to.fill(written(dayOf(-4)));
  await page.getByText('O primeiro dia não pode ser posterior ao último.').first().waitFor();
  expect(page.url()).toBe(address);
  await to.fill(written(dayOf(30)));
  await page
    .getByText(`Só até hoje, ${written(dayOf(0))}.`)
    .first()
    .waitFor();
  expect(page.url()).toContain(`from=${dayOf(-3)}&to=${dayOf(30)}`);
  expect(await page.getByText('Continua a ser mostrado').count()).toBe(0);
  await soon(() => orders(page)).toHaveLength(8);
  await page
    .getByRole('row')
    .getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
    .first()
    .waitFor();

  const calendar = page.getByRole('button', { name: 'De: escolher no calendário' });
  await calendar.press('Enter');
  await page.getByRole('dialog', { name: 'De' }).getByRole('button', { name: 'Mês anterior' }).press('Tab');
  await shot(page, 'calendar-1280-pt');
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await soon(() => page.url()).toContain(`from=${dayOf(-4)}&`);
  await soon(() => from.inputValue()).toBe(written(dayOf(-4)));
  await soon(() => page.locator(':focus').getAttribute('aria-label')).toBe('De: escolher no calendário');

  for (const [period, problem] of [
    ['from=2026-02-31&to=2026-03-01', 'O endereço não indica um período com dois dias válidos.'],
    [`from=${dayOf(0)}&to=${dayOf(-1)}`, 'O período no endereço termina antes de começar.'],
    [`from=${dayOf(1)}&to=${dayOf(2)}`, 'O período no endereço começa depois de hoje.'],
  ] as const) {
    await open(`/transactions?${period}&status=paid`);
    await page.getByText(problem).first().waitFor();
    expect(page.url()).toContain(`from=${dayOf(-6)}&to=${dayOf(0)}&status=paid`);
  }
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
  // What the customers were asked for and paid. 9.00 went back, of which 8.00 had come beyond a payment.
  const dialog = page.getByRole('dialog');
  await dialog.getByText('8 transactions: €163.74').waitFor();
  await dialog
    .getByText('5 paid: €102.75. Refunded of these payments to date: €1.00. Net after these refunds: €101.75.')
    .waitFor();
  await open('/settings/webhook');
  // ORDER-LOST may have been resent meanwhile.
  await page
    .getByText(/^[45] of 5 transactions, each by its latest event.* Of all transactions of the last 30 days\.$/)
    .waitFor();
  await page.getByRole('listitem').getByRole('link', { name: 'ORDER-PAID' }).waitFor();
  const font = "getComputedStyle(document.querySelector('.code-block > code')).fontFamily";
  expect(await page.evaluate(font)).toMatch(/monospace$/);
});

test('an underpaid request whose time is over, and a late payment, show what happens next, as home does', async ({
  world,
  person,
}) => {
  const { email, shop } = await world.merchant();
  const half = await shop.init(25, 'ORDER-HALF');
  // As long as an order id can be.
  const order = 'ORDER-LATE'.padEnd(100, 'X');
  const late = await shop.init(30, order);
  // Half of the one is paid; the other is paid a minute after its time-out.
  await shop.mbway(half, '910000017');
  await shop.mbway(late, '910000008');
  await world.host.advance(6 * 60_000);
  for (const id of [half, late]) await eventually(async () => (await world.detail(id)).exceptions.length > 0);

  const { page, signIn, open } = await person();
  await signIn(email, `/transactions/${half}`);
  await page.getByText(/^The customer had until .* The money that the bank reported is not enough to pay/).waitFor();
  expect(await page.getByText('Updates automatically').count()).toBe(0);
  const link = page.getByRole('link', { name: 'See the timeline' });
  const stated = page.getByRole('listitem').filter({ has: link });
  const rest = /difference .€12\.50\s*Less money .* does not pay the transaction\. To collect the rest, create a new/;
  expect(await stated.textContent()).toMatch(rest);
  await link.click();
  await soon(() => page.locator(':focus').textContent()).toContain('Exception: underpaid');

  await page.setViewportSize({ width: 390, height: 844 });
  await open(`/transactions/${late}`);
  const notified = /notified that the payment was cancelled\. Ship the order or ask for a refund\./;
  await stated.getByText(notified).waitFor();
  // All of it was due, and nothing failed.
  expect(await stated.textContent()).not.toMatch(/failed|difference/i);
  const [sheet, shift] = (await page.evaluate('[document.documentElement.scrollWidth, layoutShift]')) as number[];
  expect([sheet, shift]).toEqual([390, expect.toSatisfy((value: number) => value < 0.05)]);
  await open('/');
  const atHome = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });
  await atHome(order).getByText(notified).waitFor();
  expect(await atHome(order).textContent()).not.toMatch(/failed|difference/i);
  expect(await atHome('ORDER-HALF').textContent()).toMatch(rest);
});

test('money that went back is named with its day, and neither promised nor open', async ({ world, person, seat }) => {
  const finance = await seat(DEMO.finance);
  // Both customers paid twice; all of it, and a part of it, went back.
  for (const [back, words, open] of [
    [771.06, 'Already refunded: €771\\.06 on', '0.00'],
    [300, 'Already refunded: €300\\.00 of €771\\.06 on', '471.06'],
  ] as const) {
    const { email, shop } = await world.merchant();
    const id = await shop.init(771.06, 'ORDER-BACK');
    const issued = await shop.call('POST', '/payments/multibanco', { body: { transactionId: id } });
    expect(issued.status).toBe(200);
    await world.host.advance(20_000);
    await eventually(async () => (await world.detail(id)).exceptions.length > 0);
    expect((await world.control('POST', `/payments/${id}/refund`, { amount: back })).status).toBe(200);
    await eventually(async () => (await world.detail(id)).refunds.length > 0);
    const { page, signIn, open: toPage } = await person();
    await signIn(email, `/transactions/${id}`);
    // Its reference is written as a bank prints it.
    const reference = String(issued.json.reference).replace(/(...)(?=.)/g, '$1 ');
    await soon(() => page.getByText(reference, { exact: true }).count()).toBe(1);
    const step = new RegExp(
      `Ship the order once\\. ${words} \\d+ \\w+ \\d{4}\\. ${back < 771 ? 'The rest will' : 'Nothing is left for you'}`,
    );
    await page.getByText(step).first().waitFor();
    await toPage('/');
    const atHome = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'ORDER-BACK' }) });
    await atHome.getByText(step).waitFor();
    const stated = (await atHome.textContent()) ?? '';
    expect(stated).not.toContain('second payment will be refunded');
    expect(stated.includes('difference +€771.06')).toBe(back < 771);

    await finance.go(`/finance/exceptions?merchant=${shop.account.merchantId}`);
    const total = finance.page.getByText(`€${open}`, { exact: true }).first();
    await total.waitFor();
    await finance.page
      .getByText(`Already refunded: €${back.toFixed(2)}.`)
      .first()
      .waitFor();
    const row = finance.page
      .getByRole('row', { name: /^paid twice, ORDER-BACK, .*: Details/ })
      .filter({ hasText: 'ORDER-BACK' });
    expect(await row.textContent()).toMatch(new RegExp(words));
    // As the row does, which shows the id of a merchant that signed up after the names were loaded.
    const named = new RegExp(`^Close: paid twice, ORDER-BACK, (Loja|${shop.account.merchantId})`);
    await row.getByRole('button', { name: named }).click();
    const dialog = finance.page.getByRole('dialog', { name: 'Close the exception' });
    await dialog.getByText(new RegExp(words)).waitFor();
    await dialog.getByText('Paid twice · difference +€771.06', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
});
