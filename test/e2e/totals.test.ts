import { randomUUID } from 'node:crypto';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import type { TotalsReport } from '../../functions/dashboard/api.ts';
import { lisbonDayName } from '../../functions/reconciliation/lisbon-day.ts';
import { toAttributes } from '../../functions/runtime/attributes.ts';
import { eventually } from '../support/hosted-service.ts';
import { clientsOf } from './host-clients.ts';
import { ownService } from './own-service.ts';

const service = ownService();
const HOUR_MS = 3_600_000;
const PATIENT = { timeout: 90_000 };
const totals = (...args: string[]) => service.run('bin/totals.ts', ...args);

async function jsonOf<Content>(...args: string[]): Promise<Content> {
  const ended = await totals(...args, '--json');
  expect(ended).toMatchObject({ status: 0 });
  expect(ended.stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(ended.stdout) as Content;
}

/** Yesterday and today, in case midnight passes meanwhile. */
const days = () => {
  const nowMs = Date.now();
  return ['--from', lisbonDayName(nowMs - 24 * HOUR_MS), '--to', lisbonDayName(nowMs + 60_000)];
};

async function pay(amount: number, phoneNumber: string): Promise<void> {
  const call = (path: string, body: object) => service.call('POST', path, { body });
  const { transactionId } = (await call('init', { orderId: `T-${randomUUID()}`, amount })).json;
  expect((await call('mbway', { transactionId, phoneNumber })).status).toBe(200);
}

describe('the totals', PATIENT, () => {
  test('show a payment and a refusal seconds after the customer acted, and a rebuild finds them right', async () => {
    await Promise.all([pay(12.34, '910000000'), pay(0.66, '910000000'), pay(5, '910000001')]);
    const recorded = await eventually(async () => {
      const report = await jsonOf<TotalsReport>('show', ...days(), '--by', 'recorded');
      return report.lines.reduce((sum, { count }) => sum + count, 0) === 3 && report;
    }, 60_000);
    expect(recorded.lines.map(({ method, status, count, euros }) => [method, status, count, euros])).toEqual([
      ['MBWAY', 'paid', 2, 13],
      ['MBWAY', 'failed', 1, 5],
    ]);
    const { merchantId } = service.facts();
    expect(await jsonOf<TotalsReport>('show', ...days(), '--merchant', merchantId)).toMatchObject({
      by: 'paid',
      sum: { paidCount: 2, gross: 13, refunded: 0, net: 13 },
      rebuiltAt: null,
    });

    const { merchants } = await jsonOf<{ merchants: { merchantId: string; days: { differences: unknown[] }[] }[] }>(
      'rebuild',
      ...days(),
    );
    const own = merchants.find((each) => each.merchantId === merchantId);
    expect(own).toMatchObject({ read: 3, caughtUp: 0, busyDays: [] });
    expect(own?.days.flatMap(({ differences }) => differences)).toEqual([]);
    const after = await jsonOf<TotalsReport>('show', ...days(), '--by', 'recorded');
    expect(after.lines).toEqual(recorded.lines);
    expect(after.rebuiltAt).not.toBeNull();
  });

  test('and a day that is not over: the audit says so, and refuses one that has not begun', async () => {
    const today = lisbonDayName(Date.now());
    const ended = await service.run('bin/audit.ts', '--from', today, '--json');
    expect(ended.status).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ days: [{ day: today, provisional: true, violations: 0 }] });
    const tomorrow = lisbonDayName(Date.now() + 25 * HOUR_MS);
    const refused = await service.run('bin/audit.ts', '--from', today, '--to', tomorrow);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain(`--to ${tomorrow} is in the future`);
  });

  test('with a transaction that cannot be read: each command does the rest, says so and fails', async () => {
    const { client, transactionsTable, close } = clientsOf(service.host());
    const { merchantId } = service.facts();
    const transactionId = 'tx_unreadable';
    const fields = { transactionId, item: 'main', merchantId, createdAt: Date.now(), paidAt: Date.now() };
    await client.send(new PutItemCommand({ TableName: transactionsTable, Item: toAttributes(fields) }));
    close();
    const date = lisbonDayName(Date.now());
    const [shown, rebuilt, reconciled] = await Promise.all([
      service.run('bin/transaction.ts', 'show', transactionId),
      totals('rebuild', '--from', date),
      service.run('bin/reconcile.ts', '--date', date),
    ]);
    expect(shown).toMatchObject({ status: 1, stdout: '' });
    expect(shown.stderr).toMatch(/^item main of tx_unreadable is not in the form in which we write it: [\w, ]+\n$/);
    expect(rebuilt).toMatchObject({ status: 1, stdout: expect.stringContaining('INCOMPLETE: 1 transaction') });
    expect(reconciled).toMatchObject({ status: 1, stdout: expect.stringContaining('INCOMPLETE: 1 transaction') });
  });

  test.each([
    [['show'], '--from is missing'],
    [['show', '--from', '2026-02-30'], '--from is not a day'],
    [['show', '--from', '2026-01-01', '--to', '2026-06-01'], '--to must be at most 92 days'],
    [['show', '--from', '2026-01-01', '--by', 'created'], '--by must be one of paid, recorded'],
    [['rebuild', '--from', '2026-01-01', '--back', '0'], '--back must be'],
    [['show', '--from', '2026-01-01', '--merchant', 'mer_none'], 'merchant not found: mer_none'],
    [['rebuild', '--from', '2026-01-01', '--merchant', 'mer_none'], 'merchant not found: mer_none'],
    [['sum', '--from', '2026-01-01'], 'unknown command: sum'],
  ])('say what is wrong with the call: %j', async (args, text) => {
    const ended = await totals(...args);
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain(text);
  });
});
