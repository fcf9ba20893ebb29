import { randomUUID } from 'node:crypto';
import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import type { TotalsReport } from '../../functions/dashboard/api.ts';
import { toAttributes } from '../../functions/runtime/attributes.ts';
import { DAY_MS, MINUTE_MS } from '../../functions/runtime/durations.ts';
import { lisbonDayName } from '../../functions/runtime/lisbon-day.ts';
import { eventually } from '../support/eventually.ts';
import { hosted, hostedTest as test } from '../support/hosted-service.ts';
import type { Shop } from './support/shop.ts';

let shop: Shop;
test.beforeAll(async () => {
  shop = await hosted.shop();
});
const PATIENT = { timeout: 90_000 };
const totals = (...args: string[]) => hosted.run('bin/totals.ts', ...args);

async function jsonOf<Content>(...args: string[]): Promise<Content> {
  const ended = await totals(...args, '--json');
  expect(ended).toMatchObject({ status: 0 });
  expect(ended.stdout).toMatch(/^\{.*\}\n$/);
  return JSON.parse(ended.stdout) as Content;
}

/** Yesterday and today, in case midnight passes during the test. */
const days = () => {
  const nowMs = hosted.host.nowMs();
  return ['--from', lisbonDayName(nowMs - DAY_MS), '--to', lisbonDayName(nowMs + MINUTE_MS)];
};

async function pay(amount: number, phoneNumber: string): Promise<void> {
  const transactionId = await shop.init(amount, `T-${randomUUID()}`);
  expect((await shop.mbway(transactionId, phoneNumber)).status).toBe(200);
}

describe('the totals', PATIENT, () => {
  test('show a payment and a refusal within seconds, and a rebuild finds them correct', async () => {
    const { merchantId } = shop.account;
    const recordedTotals = () => jsonOf<TotalsReport>('show', ...days(), '--merchant', merchantId, '--by', 'recorded');
    await Promise.all([pay(12.34, '910000000'), pay(0.66, '910000000'), pay(5, '910000001')]);
    const recorded = await eventually(async () => {
      const report = await recordedTotals();
      return report.lines.reduce((sum, { count }) => sum + count, 0) === 3 && report;
    }, 60_000);
    expect(recorded.lines.map(({ method, status, count, euros }) => [method, status, count, euros])).toEqual([
      ['MBWAY', 'paid', 2, 13],
      ['MBWAY', 'failed', 1, 5],
    ]);
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
    const after = await recordedTotals();
    expect(after.lines).toEqual(recorded.lines);
    expect(after.rebuiltAt).not.toBeNull();
  });

  test('with an unreadable transaction: each command processes the others, reports it and fails', async () => {
    const { client, transactionsTable: TableName } = hosted;
    const { merchantId } = shop.account;
    const key = { transactionId: 'tx_unreadable', item: 'main' };
    const nowMs = hosted.host.nowMs();
    const fields = { ...key, merchantId, createdAt: nowMs, paidAt: nowMs };
    await client.send(new PutItemCommand({ TableName, Item: toAttributes(fields) }));
    const date = lisbonDayName(nowMs);
    const [shown, rebuilt, reconciled] = await Promise.all([
      hosted.run('bin/transaction.ts', 'show', key.transactionId),
      totals('rebuild', '--from', date, '--merchant', merchantId),
      hosted.run('bin/reconcile.ts', '--date', date, '--merchant', merchantId),
    ]);
    await client.send(new DeleteItemCommand({ TableName, Key: toAttributes(key) }));
    expect(shown).toMatchObject({ status: 1, stdout: '' });
    expect(shown.stderr).toMatch(/^item main of tx_unreadable does not match its schema: [\w, ]+\n$/);
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
  ])('report a usage error: %j', async (args, text) => {
    const ended = await totals(...args);
    expect(ended.status).toBe(2);
    expect(ended.stderr).toContain(text);
  });
});
