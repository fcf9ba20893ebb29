import {
  BatchGetItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { rebuild } from '../../../functions/finance/rebuild/rebuild.ts';
import { repairBooks } from '../../../functions/finance/rebuild/repair.ts';
import { FIGURES } from '../../../functions/finance/totals/contribution.ts';
import { rebuildOn, repairOn } from '../../../functions/finance/wiring.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { type LisbonDay, lisbonDay } from '../../../functions/runtime/lisbon-day.ts';
import { totalsCommands } from '../../../lib/operator/finance/totals-commands.ts';
import {
  allCounters,
  beginAnother,
  booksOn,
  countingClients,
  figuresOf,
  merchantId,
  put,
  putRefund,
  rig,
  test,
} from '../../fixtures/finance.ts';
import {
  afterSteps,
  expectedOf,
  NOON_MS,
  recordsOf,
  refundOf,
  refundRecord,
  TODAY,
} from '../../support/booked-records.ts';
import { ACCOUNT, TABLES } from '../../support/created-tables.ts';
import { itemSize } from '../../support/measures/item-size.ts';
import { financeIn } from '../../support/wired.ts';

const day = (name: string) => lisbonDay(name) as LisbonDay;
const period = (from = TODAY) => ({ merchantId, from: day(from), to: day(TODAY), backDays: 35 });
const paid = (atMs = NOON_MS, fields: Partial<Transaction> = {}) =>
  afterSteps([{ status: 'paid', atMs }], { merchantId, ...fields });
const count = async (...transactions: Transaction[]) => {
  const outcome = await booksOn().record(transactions.flatMap(recordsOf));
  expect(outcome).toEqual({ batchItemFailures: [] });
};
const run = (input = period(), client = rig.client) =>
  rebuild({ ...rebuildOn(countingClients(client), TABLES), progress: () => undefined })(input);
const figures = () => figuresOf(merchantId);

/** Writes a wrong counter of a day, as a bug might. */
const spoil = (name = TODAY, by = 7) =>
  rig.client.send(
    new UpdateItemCommand({
      TableName: TABLES.totals,
      Key: toAttributes({ day: name, item: merchantId }),
      UpdateExpression: 'ADD #n :by, version :one',
      ExpressionAttributeNames: { '#n': 'recorded.MBWAY.paid.n' },
      ExpressionAttributeValues: toAttributes({ ':by': by, ':one': 1 }),
    }),
  );

describe('a rebuild', () => {
  test('finds no difference where everything was counted, and reports when', async () => {
    const transactions = [paid(), paid(NOON_MS - MINUTE_MS)];
    await put(...transactions);
    await count(...transactions);
    expect(await run()).toMatchObject({ read: 2, caughtUp: 0, days: [{ day: TODAY, differences: [] }], busyDays: [] });
    const [counter] = (await allCounters()).filter((each) => each.merchantId === merchantId);
    expect(counter).toMatchObject({ rebuiltAt: NOON_MS, changedAt: NOON_MS });
    expect(await figures()).toEqual(expectedOf(transactions));
  });

  test('counts once what the stream never delivered, also when it arrives afterwards', async () => {
    const [first, lost] = [paid(), paid()];
    await put(first, lost);
    await count(first);
    expect(await run()).toMatchObject({ caughtUp: 1 });
    expect(await figures()).toEqual(expectedOf([first, lost]));
    await count(lost, first);
    expect(await figures()).toEqual(expectedOf([first, lost]));
  });

  test('leaves to the stream what it may still deliver, a day late', async () => {
    const transaction = paid(NOON_MS - 23 * HOUR_MS);
    await put(transaction);
    await run(period('2026-06-30'));
    await count(transaction);
    expect(await figures()).toEqual(expectedOf([transaction]));
  });

  test('finds an old transaction by its payment', async () => {
    const transaction = paid(NOON_MS - 3 * DAY_MS, { createdAt: NOON_MS - 90 * DAY_MS });
    await put(transaction);
    expect(await run(period('2026-06-28'))).toMatchObject({ read: 1, caughtUp: 0 });
    expect(await figures()).toEqual(expectedOf([transaction]));
  });

  test('corrects a wrong, a missing and a superfluous counter, and reports the differences', async () => {
    const transaction = paid();
    await put(transaction);
    await count(transaction);
    await spoil(TODAY);
    await spoil('2026-06-30');
    expect((await run(period('2026-06-30'))).days).toEqual([
      {
        day: '2026-06-30',
        differences: [expect.objectContaining({ was: { count: 7, cents: 0 }, is: { count: 0, cents: 0 } })],
      },
      {
        day: TODAY,
        differences: [
          { figure: 'recorded.MBWAY.paid', was: { count: 8, cents: 1_000 }, is: { count: 1, cents: 1_000 } },
        ],
      },
    ]);
    expect(await figures()).toEqual(expectedOf([transaction]));
    const Key = toAttributes({ day: TODAY, item: merchantId });
    await rig.client.send(new DeleteItemCommand({ TableName: TABLES.totals, Key }));
    await run();
    expect(await figures()).toEqual(expectedOf([transaction]));
  });

  test('computes the totals of days before there were counters, refunds and late payments included', async () => {
    const longAgoMs = NOON_MS - 20 * DAY_MS;
    const late = afterSteps(
      [
        { status: 'cancelled', atMs: longAgoMs },
        { status: 'paid', atMs: longAgoMs + DAY_MS, paidAtMs: longAgoMs + HOUR_MS },
      ],
      { merchantId },
    );
    const payment = paid(longAgoMs - 2 * DAY_MS);
    const refund = refundOf(payment, { recordedAt: longAgoMs });
    await put(late, payment);
    await putRefund(refund);
    await run(period('2026-06-01'));
    expect(await figures()).toEqual(expectedOf([late, payment], [refund]));
    // And again, when nothing is left of the week for which markers are stored.
    expect((await run(period('2026-06-01'))).days.flatMap(({ differences }) => differences)).toEqual([]);
  });

  test('keeps a refund of a payment that is older than its scan', async () => {
    const payment = paid(NOON_MS - 100 * DAY_MS);
    const refund = refundOf(payment);
    await put(payment);
    await putRefund(refund);
    await booksOn().record([refundRecord(refund)]);
    rig.time.nowMs += 10 * DAY_MS;
    expect((await run()).days).toEqual([{ day: TODAY, differences: [] }]);
    expect((await figures())[TODAY]).toEqual(expectedOf([payment], [refund])[TODAY]);
  });

  test('reads no further back than requested', async () => {
    const old = afterSteps([{ status: 'cancelled', atMs: NOON_MS - 3 * DAY_MS, method: null }], {
      merchantId,
      createdAt: NOON_MS - 60 * DAY_MS,
    });
    await put(old);
    expect(await run(period('2026-06-28'))).toMatchObject({
      read: 0,
      scannedFromMs: day('2026-06-28').fromMs - 35 * DAY_MS,
    });
    expect(await run({ ...period('2026-06-28'), backDays: 90 })).toMatchObject({ read: 1 });
    expect(await figures()).toEqual(expectedOf([old]));
  });

  test('leaves other merchants and other days alone', async () => {
    const other = `${merchantId}_other`;
    const own = paid(NOON_MS - 2 * DAY_MS);
    const foreign = paid(NOON_MS, { merchantId: other });
    await put(own, foreign);
    await count(own, foreign);
    await spoil('2026-06-29');
    await run();
    expect((await figures())['2026-06-29']?.['recorded.MBWAY.paid']).toEqual({ count: 8, cents: 1_000 });
    expect(await figuresOf(other)).toEqual(expectedOf([foreign]));
  });
});

describe('a rebuild while events come in', () => {
  /** Does something before, or after, the nth of the client's calls. */
  const meddling = (atCall: number, when: 'before' | 'after', meddle: () => Promise<unknown>) => {
    const client = new DynamoDBClient({ ...ACCOUNT, endpoint: rig.endpoint });
    const state = { calls: 0, client };
    client.middlewareStack.add(
      (next) => async (args) => {
        state.calls += 1;
        const isNow = state.calls === atCall;
        if (isNow && when === 'before') await meddle();
        const answer = await next(args);
        if (isNow && when === 'after') await meddle();
        return answer;
      },
      { step: 'initialize' },
    );
    return state;
  };

  describe.each(['before', 'after'] as const)('%s any of its calls', (when) => {
    test.each([
      ['a payment settles and is counted', (more: Transaction) => put(more).then(() => count(more))],
      ['a payment that had settled is counted', (more: Transaction) => count(more)],
      ['a payment settles and is counted only later', (more: Transaction) => put(more)],
      [
        'only the cancellation of a late payment is counted so far',
        (more: Transaction) => put(more).then(() => booksOn().record(recordsOf(more).slice(0, 1))),
      ],
    ])('is correct when %s', async (what, happen) => {
      for (let atCall = 1; ; atCall += 1) {
        beginAnother();
        const [counted, lost] = [paid(NOON_MS - 2 * DAY_MS), paid()];
        const cancelling = what.includes('late') ? [{ status: 'cancelled', atMs: NOON_MS } as const] : [];
        const more = afterSteps([...cancelling, { status: 'paid', atMs: NOON_MS + 1 }], { merchantId });
        const late = afterSteps(
          [
            { status: 'cancelled', atMs: NOON_MS - 2 * DAY_MS },
            { status: 'paid', atMs: NOON_MS },
          ],
          { merchantId },
        );
        const before = [counted, lost, late];
        await put(...before, ...(what.includes('had settled') ? [more] : []));
        await count(counted, late);
        await spoil(TODAY);
        await spoil('2026-06-29', -3);
        const state = meddling(atCall, when, () => happen(more));
        const { busyDays } = await run(period('2026-06-29'), state.client);
        state.client.destroy();
        expect(busyDays).toEqual([]);
        // The stream brings everything there is, some of it again.
        if (state.calls < atCall) await happen(more);
        await count(more, lost, late);
        expect(await figures(), `${when} call ${atCall}`).toEqual(expectedOf([...before, more]));
        if (state.calls < atCall) break;
      }
    });
  });

  test('that crashes at any call leaves no wrong counter, and the next one completes the work', async () => {
    for (let atCall = 1; ; atCall += 1) {
      beginAnother();
      const transactions = [paid(NOON_MS - 2 * DAY_MS), paid()];
      await put(...transactions);
      await spoil('2026-06-29');
      const crash = () => Promise.reject(new Error('crashed'));
      const state = meddling(atCall, atCall % 2 === 0 ? 'before' : 'after', crash);
      const outcome = await run(period('2026-06-29'), state.client).catch(() => undefined);
      state.client.destroy();
      await run(period('2026-06-29'));
      await count(...transactions.slice(1));
      expect(await figures(), `call ${atCall}`).toEqual(expectedOf(transactions));
      if (outcome && state.calls < atCall) break;
    }
  });

  test('gives up a counter that changes at every read, and reports it', async () => {
    const transaction = paid();
    await put(transaction);
    await count(transaction);
    const client = new DynamoDBClient({ ...ACCOUNT, endpoint: rig.endpoint });
    client.middlewareStack.add(
      (next, context) => async (args) => {
        if (context.commandName === PutItemCommand.name) await spoil(TODAY, 0);
        return next(args);
      },
      { step: 'initialize' },
    );
    expect(await run(period(), client)).toMatchObject({ days: [], busyDays: [TODAY] });
    client.destroy();
    expect(await figures()).toEqual(expectedOf([transaction]));
  });

  test('and concurrent counting end at the same totals', async () => {
    const transactions = Array.from({ length: 60 }, (_, index) => paid(NOON_MS - (index % 3) * DAY_MS));
    await put(...transactions);
    let left = [transactions.slice(0, 40), transactions.slice(20), transactions.slice(10, 50)].map((slice) =>
      slice.flatMap(recordsOf),
    );
    const rebuilding = (async () => {
      for (const _ of [1, 2, 3]) await run(period('2026-06-29'));
    })();
    while (left.length > 0) {
      const outcomes = await Promise.all(left.map((records) => booksOn().record(records)));
      left = left.filter((_, index) => outcomes[index]?.batchItemFailures.length !== 0);
    }
    await rebuilding;
    expect(await figures()).toEqual(expectedOf(transactions));
  });
});

describe('a repair of records that were given up', () => {
  test('counts each event once, audits the orders, and names what could not be read', async () => {
    const [lost, counted, old] = [paid(), paid(), paid(NOON_MS - 25.5 * HOUR_MS)];
    const refund = refundOf(old);
    await put(lost, counted, old);
    await putRefund(refund);
    await count(counted);
    const broken = `tx_broken_${merchantId}`;
    const Item = toAttributes({ transactionId: broken, item: 'main', merchantId });
    await rig.client.send(new PutItemCommand({ TableName: TABLES.transactions, Item }));
    const audited: string[] = [];
    const repair = repairBooks({
      ...repairOn({ ...countingClients(), streams: null as never }, TABLES),
      lostTransactions: async () => [broken, ...[lost, counted, old].map(({ transactionId }) => transactionId)],
      auditOrder: async ({ transactionId }) => void audited.push(transactionId),
    });
    // A counter that cannot be incremented: the orders are audited all the same.
    const poison = toAttributes({ day: TODAY, item: merchantId, 'recorded.MBWAY.paid.n': 'none' });
    await rig.client.send(new PutItemCommand({ TableName: TABLES.totals, Item: poison }));
    await expect(repair('')).rejects.toThrow(/^books: \d events not counted; try again$/);
    expect(audited).toEqual([lost, counted, old].map(({ transactionId }) => transactionId));
    const Key = toAttributes({ day: TODAY, item: merchantId });
    await rig.client.send(new DeleteItemCommand({ TableName: TABLES.totals, Key }));

    for (const _ of [1, 2]) await expect(repair('')).rejects.toThrow(`books: ${broken} could not be read`);
    // The counter went with the payment that had its marker; what is older than the stream reaches is a rebuild's.
    expect((await figures())[TODAY]).toEqual(expectedOf([lost, old], [refund])[TODAY]);
    expect((await figures())['2026-06-30']).toBeUndefined();
    await rig.client.send(
      new DeleteItemCommand({
        TableName: TABLES.transactions,
        Key: toAttributes({ transactionId: broken, item: 'main' }),
      }),
    );
    rig.time.nowMs += HOUR_MS;
    await run(period('2026-06-30'));
    await expect(repair('')).resolves.toBeUndefined();
    expect(await figures()).toEqual(expectedOf([lost, counted, old], [refund]));
  });
});

describe('a counter', () => {
  test('with every figure there is stays under 1 KB, one write unit', async () => {
    const counter = {
      day: TODAY,
      merchantId: `mer_${'x'.repeat(24)}`,
      figures: {},
      version: 0,
      changedAt: NOON_MS,
      rebuiltAt: null,
    };
    const all = Object.fromEntries(FIGURES.map((figure) => [figure, { count: 9_999_999, cents: 99_999_999_999 }]));
    const { table } = rebuildOn(countingClients(), TABLES);
    expect(await table.replace(counter, all, NOON_MS)).toBe(true);
    const Keys = [toAttributes({ day: TODAY, item: counter.merchantId })];
    const { Responses } = await rig.client.send(
      new BatchGetItemCommand({ RequestItems: { [TABLES.totals]: { Keys } } }),
    );
    expect(itemSize(Responses?.[TABLES.totals]?.[0] ?? {})).toBeLessThan(1_024);
    expect((await financeIn(rig.client).counters.ofMerchant(counter.merchantId, [TODAY]))[0]?.figures).toEqual(all);
  });
});

describe('the command', () => {
  test('rebuilds every merchant and shows the totals', async () => {
    const transactions = [
      paid(NOON_MS, { amountCents: 1_050 }),
      afterSteps([{ status: 'failed', atMs: NOON_MS }], { merchantId }),
    ];
    await put(...transactions);
    const account = { merchantId } as never;
    const lines: string[] = [];
    const commands = totalsCommands(
      {
        client: rig.client,
        clock: () => rig.time.nowMs,
        transactionsTable: TABLES.transactions,
        outputs: { TotalsTable: TABLES.totals, MerchantsTable: TABLES.merchants },
        merchants: { list: async () => [account], read: async () => account },
      },
      (line) => void lines.push(line),
    );
    const days = { from: day(TODAY), to: day(TODAY) };
    const { json, text, failed } = await commands.rebuild(days, 35);
    expect(json).toMatchObject({ merchants: [{ merchantId, read: 2, caughtUp: 2, days: [{ day: TODAY }] }] });
    expect([failed, lines]).toEqual([false, ['1 of 1 merchants']]);
    expect(text).toContain(`${merchantId}: 2 transactions read`);
    const shown = await commands.show({ ...days, merchantId }, 'recorded');
    expect(shown.text).toContain('2026-07-01  MBWAY      failed           1       10.00 EUR');
    expect(shown.text).toContain('gross          10.50 EUR   1 paid');
  });
});
