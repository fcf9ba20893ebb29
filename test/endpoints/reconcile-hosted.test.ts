import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lisbonDayName } from '../../functions/reconciliation/lisbon-day.ts';
import { killHard, ownFolder, run, type Started, startService } from '../e2e/command-lines.ts';
import { httpCall } from '../e2e/http-call.ts';
import { eventually } from '../support/hosted-service.ts';

const folder = ownFolder();
let service: Started;
let transactionId: string;
let paidAt: string;

beforeAll(async () => {
  service = await startService(folder);
  const { baseUrl, apiKey } = service.serviceFile;
  let calls = 0;
  // Each from an address of its own, since looking until it is paid takes more than 30 calls.
  const call = async (method: string, path: string, body?: unknown) => {
    const localAddress = `127.3.0.${(calls++ % 250) + 1}`;
    const sent = { key: apiKey, body, localAddress };
    const { json } = await httpCall(baseUrl, method, `${new URL(baseUrl).pathname}${path}`, sent);
    return json as Record<string, string>;
  };
  ({ transactionId = '' } = await call('POST', '/payments/init', { orderId: '=ORDER', amount: 10.5 }));
  await call('POST', '/payments/mbway', { transactionId, phoneNumber: '910000000' });
  paidAt = await eventually(async () => {
    const { status, paidAt: at } = await call('GET', `/payments/status?transactionId=${transactionId}`);
    return status === 'paid' && at;
  });
}, 120_000);
afterAll(async () => {
  await killHard(service);
  rmSync(folder, { recursive: true, force: true });
});

const reconcile = (...args: string[]) => {
  const date = lisbonDayName(Date.parse(paidAt));
  return run(folder, 'bin/reconcile.ts', ['--date', date, '--account', 'sandbox', ...args]);
};

function exported(name: string, ...lines: string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `\uFEFFdatetime;bankId;merchantTransactionId;gross;fee;net\r\n${lines.join('\r\n')}\r\n`);
  return path;
}

describe('npm run reconcile, on the hosted service', { timeout: 60_000 }, () => {
  test('asks the simulated bank about the day’s payment: it agrees, status 0, and says that it is one-sided', async () => {
    const ended = await reconcile();
    expect(ended.stderr).toContain('asked the bank about 1 of 1');
    expect(ended.stdout).toContain('no difference; one-sided');
    expect(ended.stdout).toMatch(/our payments +1 +10\.50 EUR/);
    expect(ended.status).toBe(0);
  });

  test('compares with an export: agreement is status 0; money that is not ours status 1, in JSON and in the CSV', async () => {
    const ours = `${paidAt};;${transactionId};10,50;0,50;10,00`;
    expect((await reconcile('--import', exported('ours.csv', ours))).status).toBe(0);
    const csv = join(folder, 'out.csv');
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

  test('refuses a file that it cannot read wholly, with the line: status 2', async () => {
    const ended = await reconcile('--import', exported('bad.csv', 'yesterday;s2x;;7,00;;'));
    expect([ended.status, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toContain('line 2: not a date and time: yesterday');
  });
});
