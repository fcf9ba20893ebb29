import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { eventually } from '../../support/eventually.ts';
import { soon, test } from '../support/browser-test.ts';
import { shot } from '../support/shot.ts';

/** The hour in Lisbon, by another calendar than ours. */
const lisbonHour = (ms: number) =>
  Number(new Date(ms).toLocaleString('en-GB', { timeZone: 'Europe/Lisbon', hour: '2-digit', hourCycle: 'h23' }));

test('an endpoint is down overnight: probes, a mail in the morning, and all of it once it is back', async ({
  hosted,
  person,
}) => {
  const { email, shop } = await hosted.merchant();
  const { host, folder } = hosted;
  const { page, signIn, open, go } = await person({ width: 390, language: 'pt' });
  await signIn(email, '/settings/webhook');
  const hourly = page.getByRole('checkbox', { name: 'Reenviar de hora a hora' });
  expect(await hourly.isChecked()).toBe(false);
  await hourly.click();
  await soon(() => hourly.isChecked()).toBe(true);
  await go('/settings/account');
  await page.getByText(`Para ${email}`).waitFor();
  await page.getByText('Ainda não houve nenhum e-mail.').waitFor();

  // Not so late that the next morning's mail would not be about it, nor so early that it is a day old when all is well.
  const hour = lisbonHour(host.nowMs());
  if (hour < 12 || hour > 20) await host.advance(((36 - hour) % 24) * HOUR_MS);
  shop.hook.answers = () => ({ status: 500 });
  const ids = [await shop.paid(10), await shop.paid(20.5)];
  for (const id of ids) await hosted.delivered(id, 'not_delivered');
  const sent = new Set(shop.hook.requests.map(idOf));
  const before = shop.hook.requests.length;
  await host.advance(HOUR_MS);
  await hosted.attempted();
  // Four attempts of the oldest.
  await soon(() => shop.hook.requests.length - before).toBe(4);
  expect(new Set(shop.hook.requests.slice(before).map(idOf)).size).toBe(1);
  await open('/settings/webhook');
  await page.getByText('Próxima tentativa:').waitFor();
  await shot(page, 'webhook-hourly');

  await host.advance(((31 - lisbonHour(host.nowMs())) % 24) * HOUR_MS);
  await host.advance(5 * MINUTE_MS);
  const mails = () =>
    readdirSync(join(folder, '.local', 'mail'))
      .map((name) => readFileSync(join(folder, '.local', 'mail', name), 'utf8'))
      .filter((mail) => mail.includes(`To: ${email}\n`));
  await eventually(() => mails().length > 0);
  expect(mails()).toEqual([expect.stringMatching(/Ontem não foram entregues 2 eventos \(30,50\s€\)\. Último erro: /)]);
  await open('/settings/account');
  await page.getByText('Ontem não foram entregues 2 eventos').waitFor();
  await shot(page, 'account-mail');

  shop.hook.answers = () => ({ status: 200 });
  const down = shop.hook.requests.length;
  for (let hours = 0; hours < 2; hours += 1) {
    await host.advance(HOUR_MS);
    await hosted.attempted();
  }
  await soon(() => shop.hook.requests.slice(down).map(idOf).toSorted()).toEqual([...sent].toSorted());
  await host.advance(HOUR_MS);
  expect(shop.hook.requests.length - down, 'each once').toBe(2);
  expect(mails(), 'once').toHaveLength(1);

  await page.getByRole('checkbox', { name: 'Ligado' }).click();
  await page.getByRole('checkbox', { name: 'Desligado' }).waitFor();
});

function idOf({ headers }: { headers: [string, string][] }): string {
  return headers.find(([name]) => name.toLowerCase() === 'webhook-id')?.[1] ?? '';
}
