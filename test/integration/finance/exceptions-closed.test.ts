import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { exceptionsInput, MAX_SCANNED } from '../../../functions/dashboard/finance/exceptions-list.ts';
import { EXCEPTION_PREFIX } from '../../../functions/payments/exceptions/exception.ts';
import { closedKey } from '../../../functions/payments/exceptions/exception-keys.ts';
import { EXCEPTION_OUTCOMES } from '../../../functions/payments/exceptions/exception-outcomes.ts';
import { newTransactionId } from '../../../functions/payments/ids.ts';
import { SHARDS, shardOf } from '../../../functions/payments/tables.ts';
import { fromAttributes, toAttributes } from '../../../functions/runtime/attributes.ts';
import { DAY_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { dashboardTest, FINANCE, NOON_MS, putMany, rig, storedWith } from '../../fixtures/dashboard/lists.ts';
import { TABLES } from '../../support/created-tables.ts';
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

  test('refuses any other state', () => {
    expect(exceptionsInput.safeParse({ state: 'lost' }).success).toBe(false);
  });
});

describe('what a page of closed exceptions costs', () => {
  const YEAR = { from: '2025-01-01', to: '2025-12-31' };
  const FIRST_MS = Date.parse('2025-06-01T12:00:00Z');
  const COUNT = MAX_SCANNED + 300;
  const MERCHANTS = 120;

  // Of 120 merchants in turn, one a minute; the rare one's are the first and the last that were closed.
  // All but the first are put as the first was stored, each with its own names and time.
  test.beforeAll(async ({ rig }) => {
    const name = await closed(FIRST_MS, { merchantId: 'mer_rare', openedAt: FIRST_MS - DAY_MS });
    const Key = toAttributes({ transactionId: name.transactionId, item: EXCEPTION_PREFIX + name.exceptionId });
    const first = await rig.client.send(new GetItemCommand({ TableName: TABLES.transactions, Key }));
    const { closed: how, ...item } = fromAttributes(first.Item ?? {});
    const others = Array.from({ length: COUNT - 1 }, (_, before) => {
      const [transactionId, at] = [newTransactionId(), FIRST_MS + (before + 1) * MINUTE_MS];
      const merchantId = before + 1 === COUNT - 1 ? 'mer_rare' : `mer_${(before + 1) % MERCHANTS}`;
      const keys = { transactionId, shard: shardOf(transactionId), exceptionKey: closedKey(at, merchantId) };
      return { ...item, ...keys, ofMerchant: merchantId, closed: { ...(how as object), at } };
    });
    const transactions = others.map(({ transactionId, ofMerchant }) =>
      storedWith({ transactionId, merchantId: ofMerchant }),
    );
    await putMany(rig, [...others, ...transactions]);
  });

  async function costOf(input: object) {
    Object.assign(rig.cost, { units: 0, calls: 0 });
    const found = await page({ ...YEAR, ...input });
    return { ...rig.cost, ...found };
  }

  test('over all merchants: a hundred, the newest first, for the units of their size', async () => {
    const first = await costOf({});
    expect(first.exceptions).toHaveLength(100);
    const times = first.exceptions.map(({ closed: how }) => how?.at ?? '');
    expect(times).toEqual(times.toSorted().reverse());
    expect(first).toMatchObject({ scanned: 100, isComplete: false, scannedUntil: times.at(-1) });
    // Half a unit for each and for its transaction, which has the order id; a little more than the hundred entries of
    // the eight shards.
    expect(first.units).toBeLessThanOrEqual(110);
    const second = await costOf({ cursor: first.cursor });
    expect(second.units).toBeLessThanOrEqual(110);
    expect(second.exceptions[0]?.closed?.at).toBe(new Date(FIRST_MS + (COUNT - 101) * MINUTE_MS).toISOString());
  });

  test('of one merchant among many: a page scans up to its limit, and the next continues there', async () => {
    const first = await costOf({ merchantId: 'mer_rare' });
    expect(first.exceptions).toHaveLength(1);
    expect(first).toMatchObject({ isComplete: false, scanned: MAX_SCANNED });
    expect(first.scannedUntil).toBe(new Date(FIRST_MS + (COUNT - MAX_SCANNED) * MINUTE_MS).toISOString());
    expect(first.units).toBeLessThanOrEqual(100);
    const rest = await costOf({ merchantId: 'mer_rare', cursor: first.cursor });
    expect(rest.exceptions).toHaveLength(1);
    expect(rest).toMatchObject({ isComplete: true, scanned: 300, cursor: null });
  });

  test('closing costs one read and three writes: the exception, and its entry moved in the index', async () => {
    const name = await opened();
    const units = { GetItemCommand: 0, UpdateItemCommand: 0 };
    rig.client.middlewareStack.add(
      (next, context) => async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        const answer = await next(args);
        const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: { CapacityUnits?: number } };
        units[context.commandName as keyof typeof units] += ConsumedCapacity?.CapacityUnits ?? 0;
        return answer;
      },
      { step: 'initialize', name: 'units of closing' },
    );
    const desk = paymentsIn(rig.client, clock).exceptionWrites;
    await desk.close(name, { outcome: 'kept', note: 'a note', by: 'ana' });
    rig.client.middlewareStack.remove('units of closing');
    expect(units).toEqual({ GetItemCommand: 1, UpdateItemCommand: 3 });
  });

  test('each is on exactly one page', async () => {
    const names = namesIn(await pagesOf(YEAR)).map((each) => JSON.stringify(each));
    expect(names).toHaveLength(COUNT);
    expect(new Set(names).size).toBe(COUNT);
  });
});

function cursorAt(key: string): string {
  const positions = Array.from({ length: SHARDS }, () => ({ key, transactionId: 'tx_1', item: 'exception#late#bank' }));
  return Buffer.from(JSON.stringify(positions)).toString('base64url');
}
