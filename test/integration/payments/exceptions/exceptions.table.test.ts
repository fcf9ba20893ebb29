import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { MalformedCursor } from '../../../../functions/dynamo/cursor.ts';
import type { ExceptionFilter } from '../../../../functions/payments/exceptions/exceptions-find.table.ts';
import { newTransactionId } from '../../../../functions/payments/ids.ts';
import { toAttributes } from '../../../../functions/runtime/attributes.ts';
import { MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import { MAX_NOTES } from '../../../../functions/runtime/text-limits.ts';
import { dashboardTest as dashboard, NOON_MS, rig } from '../../../rig/lists.ts';
import { everyPage } from '../../../rig/pages.ts';
import { putException, type StoredException } from '../../../rig/stored-money.ts';
import { TABLES } from '../../../rig/tables.ts';
import { paymentsIn } from '../../../rig/wired.ts';

const ALWAYS = { fromMs: 0, toMs: NOON_MS + 1_000 * MINUTE_MS };
const at = (minutes: number) => NOON_MS + minutes * MINUTE_MS;

const test = dashboard([]);

const desk = () => paymentsIn(rig.client, () => rig.time.nowMs).exceptionWrites;
const opened = (facts: Omit<StoredException, 'openedAt'> & { minute?: number }) => {
  const { minute = 0, ...rest } = facts;
  return putException(rig.client, { ...rest, openedAt: at(minute) });
};
const closing = { outcome: 'refunded', note: 'by the bank, 20 Nov', by: 'ana' } as const;

async function closed(minute: number, facts: Parameters<typeof opened>[0]) {
  const name = await opened(facts);
  rig.time.nowMs = at(minute);
  await desk().close(name, closing);
  return name;
}

/** All pages, one after the other. */
async function pagesOf(state: 'open' | 'closed', filter: ExceptionFilter, limit = 100) {
  const find = paymentsIn(rig.client).findExceptions[state];
  const pages = await everyPage((cursor) => find(filter, { limit, cursor }));
  return pages.map((page) => page.exceptions.map(({ transactionId, exceptionId }) => ({ transactionId, exceptionId })));
}
const listed = async (state: 'open' | 'closed', filter: Partial<ExceptionFilter>) =>
  (await pagesOf(state, { ...ALWAYS, ...filter })).flat();

/** The movement of an exception in the index `paid`, if there. */
async function paidEntries(merchantId: string) {
  const { Items = [] } = await rig.client.send(
    new QueryCommand({
      TableName: TABLES.transactions,
      IndexName: 'paid',
      KeyConditionExpression: 'merchantId = :merchantId',
      ExpressionAttributeValues: toAttributes({ ':merchantId': merchantId }),
    }),
  );
  return Items.map(({ receivedCents }) => Number(receivedCents?.N));
}

describe('D9: the list of exceptions', () => {
  test.for([undefined, 'mer_list'])('is in order of time, each on exactly one page, of %s', async (merchantId) => {
    const period = { fromMs: at(100 + (merchantId ? 50 : 0)), toMs: at(130 + (merchantId ? 50 : 0)) };
    const first = period.fromMs - NOON_MS;
    const all = [];
    for (let minute = first / MINUTE_MS; minute < first / MINUTE_MS + 9; minute += 1) {
      all.push(await opened({ merchantId: 'mer_list', minute }));
      const other = await opened({ merchantId: 'mer_list2', minute });
      if (merchantId === undefined) all.push(other);
    }
    for (const limit of [1, 4, 100]) {
      const pages = await pagesOf('open', { ...period, ...(merchantId && { merchantId }) }, limit);
      expect(pages.flat(), `${limit} a page`).toEqual(all);
      expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(limit);
    }
  });

  test('is filtered by period, its end excluded, and by the kind of money too', async () => {
    const merchantId = 'mer_narrow';
    const late = await opened({ merchantId, minute: 1 });
    const part = await opened({ merchantId, minute: 2, kind: 'underpaid', receivedCents: 400 });
    const second = await opened({ merchantId, minute: 3, kind: 'paid-twice', receivedCents: 400 });
    expect(await listed('open', { merchantId, fromMs: at(1), toMs: at(3) })).toEqual([late, part]);
    expect(await listed('open', { merchantId, kind: 'paid-twice' })).toEqual([second]);
    expect(await listed('open', { merchantId, fromMs: at(4), toMs: at(9) })).toEqual([]);
  });

  test('has closed ones apart, the latest first, by the day of closing', async () => {
    const merchantId = 'mer_closed';
    const transactionId = newTransactionId();
    const open = await opened({ merchantId, transactionId, kind: 'overpaid' });
    const early = await closed(10, { merchantId, transactionId });
    const late = await closed(20, { merchantId });
    expect(await listed('open', { merchantId })).toEqual([open]);
    expect(await listed('closed', { merchantId })).toEqual([late, early]);
    expect(await listed('closed', { merchantId, fromMs: at(10), toMs: at(20) })).toEqual([early]);
    expect(await listed('closed', { fromMs: at(10), toMs: at(21) })).toEqual([late, early]);
  });

  test('has money without a merchant', async () => {
    const name = await opened({ merchantId: '-', transactionId: 'foreign_1', kind: 'unknown-payment', minute: 90 });
    expect(await listed('open', { fromMs: at(90), toMs: at(91) })).toEqual([name]);
  });

  test.for(['', 'x', 'e30', Buffer.from('{"key":1}').toString('base64url')])(
    'takes no cursor like %j',
    async (text) => {
      const find = paymentsIn(rig.client).findExceptions.open;
      await expect(find(ALWAYS, { limit: 10, cursor: text })).rejects.toThrow(MalformedCursor);
    },
  );
});

describe('D9: an exception is closed', () => {
  test('with an outcome, a note, who and when, and stays with its transaction', async () => {
    const name = await opened({ merchantId: 'mer_close' });
    rig.time.nowMs = NOON_MS + 5;
    expect(await desk().close(name, closing)).toMatchObject({
      kind: 'closed',
      exception: { ...name, state: 'closed', closed: { ...closing, at: NOON_MS + 5 } },
    });
    expect(await desk().ofTransaction(name.transactionId)).toMatchObject([{ state: 'closed', closed: closing }]);
  });

  test('again with the same values after a lost answer; other values are refused with who was first', async () => {
    const name = await closed(0, { merchantId: 'mer_close' });
    rig.time.nowMs = NOON_MS + 9;
    expect(await desk().close(name, closing)).toMatchObject({ kind: 'closed', exception: { closed: { at: NOON_MS } } });
    expect(await desk().close(name, { ...closing, outcome: 'kept', by: 'rui' })).toMatchObject({
      kind: 'closed-before',
      exception: { closed: { ...closing, at: NOON_MS } },
    });
  });

  test('only when it exists', async () => {
    const name = { transactionId: newTransactionId(), exceptionId: 'late#b1' };
    expect(await desk().close(name, closing)).toEqual({ kind: 'not-found' });
    expect(await desk().note(name, { text: 'x', by: 'ana' })).toEqual({ kind: 'not-found' });
    expect(await desk().ofTransaction(name.transactionId)).toEqual([]);
  });

  test.for([
    ['refunded', [700]],
    ['kept', [700]],
    ['shipped', [700]],
    ['not-ours', []],
  ] as const)('as %s leaves its money among the movements: %j', async ([outcome, entries]) => {
    const merchantId = `mer_${outcome}`;
    const name = await opened({ merchantId, kind: 'paid-twice', receivedCents: 700 });
    const question = await opened({ merchantId, kind: 'overpaid' });
    expect(await paidEntries(merchantId)).toEqual([700]);
    for (const each of [name, question]) await desk().close(each, { ...closing, outcome });
    expect(await paidEntries(merchantId)).toEqual(entries);
    const [stored] = await desk().ofTransaction(name.transactionId);
    expect(stored).toMatchObject({ receivedCents: 700, closed: { outcome } });
  });
});

describe('D9: notes', () => {
  test('are added while it is open, each with who and when, and stay when it is closed', async () => {
    const name = await opened({});
    const both = ['asked the bank', 'they will answer on Monday'];
    for (const [minute, text] of both.entries()) {
      rig.time.nowMs = at(minute);
      expect(await desk().note(name, { text, by: 'ana' })).toMatchObject({ kind: 'noted' });
    }
    await desk().close(name, closing);
    expect(await desk().note(name, { text: 'too late', by: 'rui' })).toMatchObject({ kind: 'closed-before' });
    const [stored] = await desk().ofTransaction(name.transactionId);
    expect(stored?.notes).toEqual(both.map((text, minute) => ({ text, by: 'ana', at: at(minute) })));
  });

  test('are limited in number, and none is lost of those added at once', async () => {
    const name = await opened({});
    const texts = Array.from({ length: MAX_NOTES }, (_, index) => `note ${index}`);
    await Promise.all(texts.map((text) => desk().note(name, { text, by: 'ana' })));
    expect(await desk().note(name, { text: 'one more', by: 'ana' })).toMatchObject({ kind: 'full' });
    const [stored] = await desk().ofTransaction(name.transactionId);
    expect(stored?.notes?.map(({ text }) => text).sort()).toEqual(texts.sort());
  });
});
