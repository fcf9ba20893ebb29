import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lisbonDayName } from '../../../functions/runtime/lisbon-day.ts';
import { accountOf, dayOf } from '../../../lib/operator/arguments.ts';
import { eventually } from '../../support/eventually.ts';
import { type HostedService, loadBank, startHostedService } from '../../support/hosted-service.ts';
import { ownFolder, run } from '../support/command-lines.ts';

let hosted: HostedService;
let transactionId: string;
let paidAt: string;

// Needs a service of its own: the command compares all money of a day at one bank account.
beforeAll(async () => {
  hosted = await startHostedService();
});
beforeAll(async () => {
  const shop = await hosted.shop();
  transactionId = await shop.init(10.5, '=ORDER');
  await shop.mbway(transactionId, '910000000');
  await eventually(async () => (await hosted.detail(transactionId)).status === 'paid');
  paidAt = String((await shop.status(transactionId)).json.paidAt);
});
beforeAll(() => loadBank(hosted));
afterAll(() => hosted.stop());

const reconcile = (...args: string[]) => {
  const date = lisbonDayName(Date.parse(paidAt));
  return hosted.run('bin/reconcile.ts', '--date', date, '--account', 'sandbox', ...args);
};

function exported(name: string, ...lines: string[]): string {
  const path = join(hosted.folder, name);
  writeFileSync(path, `\uFEFFdatetime;bankId;merchantTransactionId;gross;fee;net\r\n${lines.join('\r\n')}\r\n`);
  return path;
}

describe('npm run reconcile, on the hosted service', { timeout: 60_000 }, () => {
  test('queries the simulated bank about the day’s payment: it agrees, status 0, and reports one-sided', async () => {
    const ended = await reconcile();
    expect(ended.stderr).toContain('asked the bank about 1 of 1');
    expect(ended.stdout).toContain('no difference; one-sided');
    expect(ended.stdout).toMatch(/our payments +1 +10\.50 EUR/);
    expect(ended.status).toBe(0);
  });

  test('compares with an export: agreement is status 0, unknown money status 1, in JSON and in the CSV', async () => {
    const ours = `${paidAt};;${transactionId};10,50;0,50;10,00`;
    const path = exported('ours.csv', ours);
    // As the “Unicode text” of a spreadsheet.
    writeFileSync(path, Buffer.from(readFileSync(path, 'utf8').replaceAll(';', '\t'), 'utf16le'));
    expect((await reconcile('--import', path)).status).toBe(0);
    const csv = join(hosted.folder, 'out.csv');
    const ended = await reconcile(
      '--import',
      exported('more.csv', ours, `${paidAt};s2x;;7,00;0;7,00`),
      '--csv',
      csv,
      '--json',
    );
    expect(ended.status).toBe(1);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      agrees: false,
      ours: { payments: { count: 1, amount: 10.5 } },
      bank: { payments: { count: 2, amount: 17.5 }, fee: 0.5, net: 17 },
      differences: { 'not-ours': { count: 1, amount: 7 } },
    });
    const text = readFileSync(csv, 'utf8');
    expect(text.startsWith('\uFEFFresult;')).toBe(true);
    expect(text).toContain(`;${transactionId};'=ORDER;`);
    expect(text.split('\r\n')).toHaveLength(4);
  });

  test('refuses a file with an unreadable line, and names the line: status 2', async () => {
    const ended = await reconcile('--import', exported('bad.csv', 'yesterday;s2x;;7,00;;'));
    expect([ended.status, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toContain('line 2: not a date and time: yesterday (datetime: write ');
  });
});

describe('a usage error', () => {
  // A folder without a service.
  const folder = ownFolder();
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is reported with status 2, before any connection to a service', async () => {
    for (const args of [
      ['--merchant', 'mer_a'],
      ['--date', '2026-02-30'],
      ['--date', '2026-11-20', 'now'],
      ['--days', '1'],
    ]) {
      const ended = await run(folder, 'bin/reconcile.ts', args);
      expect([ended.status, ended.stdout]).toEqual([2, '']);
      expect(ended.stderr).toContain('See --help.');
    }
  }, 60_000);

  test('differs from a service that cannot be reached, which is status 1', async () => {
    expect((await run(folder, 'bin/reconcile.ts', ['--date', '2026-11-20'])).status).toBe(1);
  });

  test('is an account outside the stage, or an export without an account where there are several', () => {
    expect(accountOf({}, ['a', 'b'])).toBeUndefined();
    expect(accountOf({ import: 'f' }, ['a'])).toBeUndefined();
    expect(accountOf({ import: 'f', account: 'b' }, ['a', 'b'])).toBe('b');
    expect(() => accountOf({ import: 'f' }, ['a', 'b'])).toThrow('--account');
    expect(() => accountOf({ account: 'c' }, ['a', 'b'])).toThrow('one of a, b');
    expect(() => dayOf('--date', undefined)).toThrow('--date is missing');
  });
});
