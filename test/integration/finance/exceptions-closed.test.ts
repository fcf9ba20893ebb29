import { describe, expect } from 'vitest';
import { exceptionsInput } from '../../../functions/dashboard/finance/exceptions-list.ts';
import { EXCEPTION_OUTCOMES } from '../../../functions/payments/exceptions/exception-outcomes.ts';
import { newTransactionId } from '../../../functions/payments/ids.ts';
import { SHARDS } from '../../../functions/payments/tables.ts';
import { DAY_MS } from '../../../functions/runtime/durations.ts';
import { dashboardTest, FINANCE, NOON_MS, rig } from '../../fixtures/dashboard/lists.ts';
import { paymentsIn } from '../../support/wired.ts';

let nowMs = NOON_MS;
const clock = () => nowMs;

interface Facts {
  merchantId?: string | null;
  transactionId?: string;
  kind?: 'late' | 'overpaid' | 'underpaid';
  openedAt?: number;
}

async function opened({
  merchantId = 'mer_a',
  transactionId = newTransactionId(),
  kind = 'late',
  openedAt,
}: Facts = {}) {
  nowMs = openedAt ?? NOON_MS;
  const record = paymentsIn(rig.client, clock).recordException;
  const about = { merchantId, transactionId, bankAccount: 'main', bankId: 'bank', noticeId: null };
  await record({ ...about, kind, expectedCents: 1_000, receivedCents: 900 });
  return { transactionId, exceptionId: `${kind}#bank${kind === 'late' ? '' : '#900'}` };
}

async function closed(
  closedAt: number,
  facts: Facts = {},
  outcome = EXCEPTION_OUTCOMES[0] as (typeof EXCEPTION_OUTCOMES)[number],
) {
  const name = await opened(facts);
  nowMs = closedAt;
  await paymentsIn(rig.client, clock).exceptionWrites.close(name, { outcome, note: 'a note', by: 'ana' });
  return name;
}

const page = (input: object = {}) => rig.exceptionList(exceptionsInput.parse({ state: 'closed', ...input }), FINANCE);

/** All pages, one after the other. */
async function pagesOf(input: object = {}) {
  const pages = [];
  let cursor: string | null | undefined;
  do {
    const found = await page({ ...input, ...(cursor && { cursor }) });
    pages.push(found);
    cursor = found.cursor;
  } while (cursor !== null);
  return pages;
}

const namesIn = (pages: Awaited<ReturnType<typeof pagesOf>>) =>
  pages.flatMap(({ exceptions }) =>
    exceptions.map(({ transactionId, exceptionId }) => ({ transactionId, exceptionId })),
  );

const test = dashboardTest(['mer_a', 'mer_b']);

describe('the list of closed exceptions', () => {
  test('has each with its outcome, its note, who closed it and when; open ones are not in it', async () => {
    await opened();
    const name = await closed(NOON_MS + 5, { merchantId: 'mer_b' }, 'shipped');
    const { exceptions, ...rest } = await page({ merchantId: 'mer_b' });
    expect(exceptions).toMatchObject([
      {
        ...{ ...name, merchantId: 'mer_b', state: 'closed', expected: 10, received: 9 },
        closed: { outcome: 'shipped', note: 'a note', by: 'ana', at: new Date(NOON_MS + 5).toISOString() },
      },
    ]);
    expect(rest).toMatchObject({ cursor: null, isComplete: true });
  });

  test('shows of a transaction with one open and one closed exception each in its own list', async () => {
    const transactionId = newTransactionId();
    const open = await opened({ merchantId: 'mer_both', transactionId, kind: 'overpaid' });
    const shut = await closed(NOON_MS, { merchantId: 'mer_both', transactionId });
    expect(namesIn([await page({ merchantId: 'mer_both' })])).toEqual([shut]);
    const listed = await rig.exceptionList(exceptionsInput.parse({ merchantId: 'mer_both' }), FINANCE);
    expect(namesIn([listed])).toEqual([open]);
  });

  test('has several of one transaction, each on the day it was closed', async () => {
    const facts = { merchantId: 'mer_days', transactionId: newTransactionId() };
    const late = await closed(NOON_MS, facts);
    const over = await closed(NOON_MS + DAY_MS, { ...facts, kind: 'overpaid' });
    const on = async (from: string, to = from) => namesIn([await page({ merchantId: 'mer_days', from, to })]);
    expect(await on('2026-11-20')).toEqual([late]);
    expect(await on('2026-11-21')).toEqual([over]);
    expect(await on('2026-11-20', '2026-11-21')).toEqual([over, late]);
    expect(await on('2026-11-22')).toEqual([]);
  });

  test('filters by Lisbon day, from midnight to midnight, by the time of closing', async () => {
    const openedAt = Date.parse('2026-05-01T00:00:00Z');
    // Summer time: Lisbon's 1 July begins at 23:00 UTC on 30 June.
    const times = [
      '2026-06-30T22:59:59.999Z',
      '2026-06-30T23:00:00.000Z',
      '2026-07-01T22:59:59.999Z',
      '2026-07-01T23:00:00.000Z',
    ];
    const names = [];
    for (const time of times) names.push(await closed(Date.parse(time), { merchantId: 'mer_night', openedAt }));
    const found = await page({ merchantId: 'mer_night', from: '2026-07-01', to: '2026-07-01' });
    expect(namesIn([found])).toEqual([names[2], names[1]]);
    expect(found.scannedUntil).toBe(times[1]);
  });

  test('includes money without a merchant', async () => {
    const name = await closed(Date.parse('2026-01-05T12:00:00Z'), { merchantId: null, transactionId: 'foreign_x' });
    const { exceptions } = await page({ from: '2026-01-05', to: '2026-01-05' });
    expect(exceptions).toMatchObject([{ ...name, merchantId: null }]);
  });

  test('has each once of those that were closed at the same time', async () => {
    const at = Date.parse('2026-02-02T12:00:00Z');
    const ids = Array.from({ length: 70 }, newTransactionId);
    const names = [];
    for (const transactionId of ids)
      for (const kind of ['late', 'overpaid'] as const) names.push(await closed(at, { transactionId, kind }));
    const pages = await pagesOf({ from: '2026-02-02', to: '2026-02-02' });
    expect(pages.length).toBeGreaterThan(1);
    const texts = (list: object[]) => list.map((each) => JSON.stringify(each)).sort();
    expect(texts(namesIn(pages))).toEqual(texts(names));
  });

  test.each([
    ['a malformed cursor', { cursor: 'nonsense' }, /cursor/],
    ['a cursor of another period', { cursor: cursorAt('~2026-11-20T12:00:00.000Z#mer_a'), to: '2026-11-01' }, /cursor/],
    ['a cursor of the open ones', { cursor: cursorAt('mer_a#2026-11-20T12:00:00.000Z') }, /cursor/],
    ['a period that ends before it begins', { from: '2026-11-02', to: '2026-11-01' }, /to must not be before/],
  ])('refuses %s', async (_, input, problem) => {
    await expect(page(input)).rejects.toThrow(problem);
  });
});

function cursorAt(key: string): string {
  const positions = Array.from({ length: SHARDS }, () => ({ key, transactionId: 'tx_1', item: 'exception#late#bank' }));
  return Buffer.from(JSON.stringify(positions)).toString('base64url');
}
