import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { MalformedCursor } from '../../../functions/dynamo/cursor.ts';
import type { ExceptionKind } from '../../../functions/payments/exceptions/exception.ts';
import type { ExceptionFilter } from '../../../functions/payments/exceptions/exceptions-find.table.ts';
import { newTransactionId } from '../../../functions/payments/ids.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { isoTime } from '../../../functions/runtime/clock.ts';
import { MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { exceptionsCommands } from '../../../lib/operator/exceptions/commands.ts';
import { dependenciesOf, rig, test } from '../../fixtures/payments.ts';
import { NOW_MS } from '../../support/banks/scripted-sibs.ts';
import { TABLES } from '../../support/created-tables.ts';
import { paymentsIn } from '../../support/wired.ts';

const ALWAYS = { fromMs: 0, toMs: NOW_MS + 1_000 * MINUTE_MS };

const desk = () => paymentsIn(rig.client, () => rig.time.nowMs).exceptionWrites;
const find = (filter: ExceptionFilter, limit = 100, cursor?: string) =>
  paymentsIn(rig.client).findExceptions.open(filter, { limit, cursor });

interface Facts {
  merchantId: string | null;
  kind?: ExceptionKind;
  afterMinutes?: number;
  transactionId?: string;
}

async function opened({ merchantId, kind = 'late', afterMinutes = 0, transactionId = newTransactionId() }: Facts) {
  rig.time.nowMs = NOW_MS + afterMinutes * MINUTE_MS;
  await dependenciesOf(rig).recordException({
    kind,
    transactionId,
    merchantId,
    bankAccount: 'main',
    bankId: 's2bank',
    noticeId: 'notice-1',
    expectedCents: 1_000,
    receivedCents: 999,
  });
  return { transactionId, exceptionId: `${kind}#s2bank${kind === 'overpaid' ? '#999' : ''}` };
}

/** All pages, one after the other. */
async function pagesOf(filter: ExceptionFilter, limit: number) {
  const pages: { transactionId: string; exceptionId: string }[][] = [];
  let cursor: string | undefined;
  do {
    const page = await find(filter, limit, cursor);
    pages.push(page.exceptions.map(({ transactionId, exceptionId }) => ({ transactionId, exceptionId })));
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

describe('D9: the list of open exceptions', () => {
  test('of one merchant is in order of time over all shards, each on exactly one page', async () => {
    const all = [];
    for (let minute = 0; minute < 9; minute += 1) {
      all.push(await opened({ merchantId: 'mer_list', afterMinutes: minute }));
      await opened({ merchantId: 'mer_list2', afterMinutes: minute });
    }
    for (const limit of [1, 4, 9, 100]) {
      const pages = await pagesOf({ ...ALWAYS, merchantId: 'mer_list' }, limit);
      expect(pages.flat(), `${limit} a page`).toEqual(all);
      expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(limit);
    }
  });

  test('across merchants is in order of merchant, money without one first', async () => {
    await opened({ merchantId: 'mer_z' });
    await opened({ merchantId: null, kind: 'unknown-payment', transactionId: 'foreign_s2bank' });
    const { exceptions } = await find(ALWAYS);
    const merchants = exceptions.map(({ merchantId }) => merchantId ?? '');
    expect(merchants).toEqual([...merchants].sort());
    expect([merchants[0], merchants.at(-1)]).toEqual(['', 'mer_z']);
  });

  test('is filtered by period, its end excluded, and by kind', async () => {
    for (const afterMinutes of [0, 1, 2]) await opened({ merchantId: 'mer_narrow', afterMinutes });
    await opened({ merchantId: 'mer_narrow', afterMinutes: 1, kind: 'underpaid' });
    const at = (minutes: number) => NOW_MS + minutes * MINUTE_MS;
    const listed = async (filter: Partial<ExceptionFilter>) =>
      (await find({ ...ALWAYS, merchantId: 'mer_narrow', ...filter })).exceptions.map(
        ({ kind, openedAt }) => `${kind} ${(openedAt - NOW_MS) / MINUTE_MS}`,
      );
    expect(await listed({ fromMs: at(1), toMs: at(2) })).toEqual(expect.arrayContaining(['late 1', 'underpaid 1']));
    expect(await listed({ fromMs: at(1), toMs: at(2) })).toHaveLength(2);
    expect(await listed({ kind: 'underpaid' })).toEqual(['underpaid 1']);
    expect(await listed({ fromMs: at(3), toMs: at(9) })).toEqual([]);
  });

  test.each(['', 'x', 'e30', Buffer.from('{"key":1}').toString('base64url')])(
    'takes no cursor like %j',
    async (text) => {
      await expect(find(ALWAYS, 10, text)).rejects.toThrow(MalformedCursor);
    },
  );
});

describe('D9: an exception is closed', () => {
  const closing = { outcome: 'refunded', note: 'by the bank, 20 Nov', by: 'ana' } as const;

  test('with an outcome, a note, who and when; it leaves the open list and stays with its transaction', async () => {
    const name = await opened({ merchantId: 'mer_close' });
    rig.time.nowMs = NOW_MS + 5;
    expect(await desk().close(name, closing)).toMatchObject({
      kind: 'closed',
      exception: { ...name, state: 'closed', closed: { ...closing, at: NOW_MS + 5 } },
    });
    expect((await find({ ...ALWAYS, merchantId: 'mer_close' })).exceptions).toEqual([]);
    expect(await desk().ofTransaction(name.transactionId)).toMatchObject([{ state: 'closed', closed: closing }]);
    const Key = toAttributes({ transactionId: name.transactionId, item: 'exception#late#s2bank' });
    const { Item } = await rig.client.send(new GetItemCommand({ TableName: TABLES.transactions, Key }));
    expect(Item?.exceptionKey).toEqual({ S: `~${isoTime(NOW_MS + 5)}#mer_close` });
  });

  test('again with the same values after a lost answer; other values are refused with who was first', async () => {
    const name = await opened({ merchantId: 'mer_close' });
    await desk().close(name, closing);
    rig.time.nowMs = NOW_MS + 9;
    expect(await desk().close(name, closing)).toMatchObject({ kind: 'closed', exception: { closed: { at: NOW_MS } } });
    expect(await desk().close(name, { ...closing, outcome: 'kept', by: 'rui' })).toMatchObject({
      kind: 'closed-before',
      exception: { closed: { ...closing, at: NOW_MS } },
    });
  });

  test('permanently: the same bank report does not open it again, and raises no alarm', async () => {
    const name = await opened({ merchantId: 'mer_close' });
    await desk().close(name, closing);
    await opened({ merchantId: 'mer_close', transactionId: name.transactionId, afterMinutes: 20 });
    expect(await desk().ofTransaction(name.transactionId)).toMatchObject([{ state: 'closed', openedAt: NOW_MS }]);
    expect((await find({ ...ALWAYS, merchantId: 'mer_close' })).exceptions).toEqual([]);
  });

  test('only when it exists: closing an unknown one writes nothing', async () => {
    const name = { transactionId: newTransactionId(), exceptionId: 'late#s2bank' };
    expect(await desk().close(name, closing)).toEqual({ kind: 'not-found' });
    expect(await desk().assign(name, { to: 'rui', by: 'ana' })).toEqual({ kind: 'not-found' });
    expect(await desk().ofTransaction(name.transactionId)).toEqual([]);
  });

  test('after it was assigned and reassigned; a closed one cannot be assigned', async () => {
    const name = await opened({ merchantId: 'mer_assign' });
    for (const to of ['rui', 'eva']) {
      expect(await desk().assign(name, { to, by: 'ana' })).toMatchObject({ kind: 'assigned' });
    }
    const { exceptions } = await find({ ...ALWAYS, merchantId: 'mer_assign' });
    expect(exceptions).toMatchObject([{ state: 'open', assigned: { to: 'eva', by: 'ana', at: NOW_MS } }]);
    await desk().close(name, closing);
    expect(await desk().assign(name, { to: 'rui', by: 'ana' })).toMatchObject({
      kind: 'closed-before',
      exception: { assigned: { to: 'eva' }, closed: closing },
    });
  });
});

describe('the exceptions command', () => {
  const commands = () =>
    exceptionsCommands({ client: rig.client, transactionsTable: TABLES.transactions, clock: () => rig.time.nowMs });
  const closing = { outcome: 'kept', note: 'agreed', by: 'ana' } as const;

  test('lists with euros, and continues from its cursor', async () => {
    for (const afterMinutes of [0, 1, 2]) await opened({ merchantId: 'mer_cli', afterMinutes });
    const filter = { ...ALWAYS, merchantId: 'mer_cli' };
    const first = await commands().list('open', filter, 2, undefined);
    expect(first.text).toContain('9.99 EUR of 10.00 EUR');
    expect(first.text).toContain('2 open exceptions, 19.98 EUR received\nthere are more');
    const json = first.json as { exceptions: unknown[]; cursor: string };
    expect(json.exceptions).toMatchObject([
      { kind: 'late', expected: 10, received: 9.99, openedAt: isoTime(NOW_MS) },
      { openedAt: isoTime(NOW_MS + MINUTE_MS) },
    ]);
    const second = await commands().list('open', filter, 2, json.cursor);
    expect(second.json).toMatchObject({ exceptions: [{ openedAt: isoTime(NOW_MS + 2 * MINUTE_MS) }], cursor: null });
  });

  test('lists closed ones by their closing, the newest first, with the euros of each outcome', async () => {
    const names = [await opened({ merchantId: 'mer_cli4' }), await opened({ merchantId: 'mer_cli4' })];
    names.push(await opened({ merchantId: 'mer_cli4', transactionId: names[0]?.transactionId, kind: 'overpaid' }));
    const outcomes = ['kept', 'refunded', 'shipped'] as const;
    for (const [index, name] of names.entries()) {
      rig.time.nowMs = NOW_MS + (index + 1) * MINUTE_MS;
      const outcome = outcomes[index] ?? 'kept';
      await desk().close(name, { outcome, note: `note ${index}`, by: 'ana' });
    }
    const { text, json } = await commands().list('closed', { ...ALWAYS, merchantId: 'mer_cli4' }, 10);
    const lines = text.trimEnd().split('\n');
    expect(lines.slice(0, 3).map((line) => line.replace(/ {2,}.* {2}by/, ' … by'))).toEqual([
      `${isoTime(NOW_MS + 3 * MINUTE_MS)} … by ana: note 2`,
      `${isoTime(NOW_MS + 2 * MINUTE_MS)} … by ana: note 1`,
      `${isoTime(NOW_MS + MINUTE_MS)} … by ana: note 0`,
    ]);
    // `late` and `overpaid` are about one payment, whose money is counted once.
    expect(lines.slice(3)).toEqual([
      '3 closed exceptions',
      '  refunded  1, 9.99 EUR received',
      '  kept      1, 9.99 EUR received',
      '  shipped   1, 0.00 EUR received, 9.99 EUR more counted above',
    ]);
    expect(json).toMatchObject({ exceptions: [{ closed: { outcome: 'shipped' } }, {}, {}], cursor: null });
    const first = await commands().list('closed', { ...ALWAYS, merchantId: 'mer_cli4' }, 1);
    expect(first.text).toContain('there are more');
  });

  test('refuses to choose between several open ones, and lists them', async () => {
    const { transactionId } = await opened({ merchantId: 'mer_cli3' });
    await opened({ merchantId: 'mer_cli3', transactionId, kind: 'overpaid' });
    await expect(commands().close(transactionId, '', closing)).rejects.toThrow('late#s2bank, overpaid#s2bank');
    await expect(commands().close(transactionId, 'underpaid', closing)).rejects.toThrow('no such exception; there are');
    await commands().close(transactionId, 'overpaid#s2bank#999', closing);
    await commands().close(transactionId, '', closing);
    expect((await find({ ...ALWAYS, merchantId: 'mer_cli3' })).exceptions).toEqual([]);
    await expect(commands().close(newTransactionId(), '', closing)).rejects.toThrow('no exception of this transaction');
  });
});
