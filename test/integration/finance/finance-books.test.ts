import {
  DynamoDBClient,
  DynamoDBServiceException,
  QueryCommand,
  TransactionCanceledException,
  type TransactWriteItemsCommandOutput,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, describe, expect } from 'vitest';
import { TOTALS_KEY, TOTALS_TTL } from '../../../functions/finance/tables.ts';
import type { Refund } from '../../../functions/payments/money/refund.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { DAY_MS, HOUR_MS } from '../../../functions/runtime/durations.ts';
import { allCounters, beginAnother, booksOn, figuresOf, merchantId, put, rig, test } from '../../fixtures/finance.ts';
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
import { type LossyProxy, startLossyProxy } from '../../support/network/lossy-proxy.ts';

let proxy: LossyProxy;
test.beforeAll(async ({ rig }) => {
  proxy = await startLossyProxy(rig.endpoint);
});
afterAll(() => proxy.close());

const NOTHING_FAILED = { batchItemFailures: [] };
const paid = (fields: Partial<Transaction> = {}, atMs = NOON_MS) =>
  afterSteps([{ status: 'paid', atMs }], { merchantId, ...fields });
const record = async (records: DynamoDBRecord[]) => {
  expect(await booksOn().record(records)).toEqual(NOTHING_FAILED);
};
const figures = () => figuresOf(merchantId);
const one = (cents: number) => ({ count: 1, cents });

describe('the totals', () => {
  test('count a payment by the day it was paid and the day it was recorded, with its method and cents', async () => {
    await record(recordsOf(paid({ amountCents: 1_050 })));
    expect(await figures()).toEqual({
      [TODAY]: { 'paid.MBWAY.paid': one(1_050), 'recorded.MBWAY.paid': one(1_050) },
    });
  });

  test('count a payment paid before midnight and recorded after it on each of the two days', async () => {
    const midnightMs = Date.parse('2026-06-30T23:00:00Z');
    const steps = [{ status: 'paid', atMs: midnightMs + 500, paidAtMs: midnightMs - 500 }] as const;
    await record(recordsOf(afterSteps(steps, { merchantId })));
    expect(await figures()).toEqual({
      '2026-06-30': { 'paid.MBWAY.paid': one(1_000) },
      '2026-07-01': { 'recorded.MBWAY.paid': one(1_000) },
    });
  });

  test('count failed and cancelled ones only by the time of record, without a method if none was chosen', async () => {
    const steps = [
      { status: 'failed', atMs: NOON_MS, method: 'MBWAY' },
      { status: 'cancelled', atMs: NOON_MS, method: 'REFERENCE' },
      { status: 'cancelled', atMs: NOON_MS, method: null },
    ] as const;
    await record(steps.flatMap((step) => recordsOf(afterSteps([step], { merchantId }))));
    expect(await figures()).toEqual({
      [TODAY]: {
        'recorded.MBWAY.failed': one(1_000),
        'recorded.REFERENCE.cancelled': one(1_000),
        'recorded.none.cancelled': one(1_000),
      },
    });
  });

  test.each([
    ['as the clocks go forward', '2026-03-28T23:59:59Z', '2026-03-28'],
    ['the day of 23 hours begins', '2026-03-29T00:00:00Z', '2026-03-29'],
    ['and ends an hour early', '2026-03-29T22:59:59Z', '2026-03-29'],
    ['in UTC', '2026-03-29T23:00:00Z', '2026-03-30'],
    ['before the clocks go back', '2026-10-24T22:59:59Z', '2026-10-24'],
    ['the day of 25 hours begins', '2026-10-24T23:00:00Z', '2026-10-25'],
    ['and ends an hour later', '2026-10-25T23:59:59Z', '2026-10-25'],
    ['than it began', '2026-10-26T00:00:00Z', '2026-10-26'],
  ])('are by the days of Lisbon: %s, %s is %s', async (_, time, day) => {
    await record(recordsOf(paid({}, Date.parse(time))));
    expect(Object.keys(await figures())).toEqual([day]);
  });

  test('subtract the cancelled one, on its own day, when a late payment arrives', async () => {
    const late = afterSteps(
      [
        { status: 'cancelled', atMs: NOON_MS - DAY_MS },
        { status: 'paid', atMs: NOON_MS, paidAtMs: NOON_MS - HOUR_MS },
      ],
      { merchantId },
    );
    const [cancelled, money] = recordsOf(late);
    await record(cancelled ? [cancelled] : []);
    expect(await figures()).toEqual({ '2026-06-30': { 'recorded.MBWAY.cancelled': one(1_000) } });
    await record(money ? [money] : []);
    expect(await figures()).toEqual({
      [TODAY]: { 'paid.MBWAY.paid': one(1_000), 'recorded.MBWAY.paid': one(1_000) },
    });
  });

  test('count a refund once, by the bank’s day and by the day of its record, whatever the status', async () => {
    const payment = paid();
    await put(payment);
    const refund = refundOf(payment, { returnedAt: NOON_MS - DAY_MS });
    const unnamed = refundOf(payment, { amountCents: null });
    await record([...recordsOf(payment), refundRecord(refund), refundRecord(unnamed)]);
    await record([refundRecord(refund)]);
    expect(await figures()).toEqual({
      '2026-06-30': { 'paid.refund': one(400) },
      [TODAY]: {
        'paid.MBWAY.paid': one(1_000),
        'recorded.MBWAY.paid': one(1_000),
        'paid.refund': one(0),
        'recorded.refund': { count: 2, cents: 400 },
      },
    });
  });

  test('count a refund anew when money that was reported later changes what it returns of the payment', async () => {
    const payment = paid();
    await put(payment);
    const refund = refundOf(payment, { returnedAt: NOON_MS - DAY_MS });
    const again: Refund = { ...refund, excessCents: 300, excessBefore: [{ cents: 0, until: NOON_MS + HOUR_MS }] };
    const changed = refundRecord(again, refund);
    await record([...recordsOf(payment), refundRecord(refund)]);
    await record([changed, changed]);
    await record([changed, refundRecord(refund)]);
    expect(await figures()).toMatchObject({
      '2026-06-30': { 'paid.refund': one(100) },
      [TODAY]: { 'paid.MBWAY.paid': one(1_000), 'recorded.refund': one(100) },
    });
    // The record of the change alone has both, where the first was lost.
    const lost = paid();
    await put(lost);
    const other: Refund = { ...again, transactionId: lost.transactionId };
    await record([refundRecord(other)]);
    expect(await figures()).toMatchObject({ '2026-06-30': { 'paid.refund': { count: 2, cents: 200 } } });
  });

  test('count a batch larger than a DynamoDB transaction', async () => {
    const many = Array.from({ length: 250 }, (_, index) => paid({ amountCents: index + 1 }, NOON_MS + index));
    await record(many.flatMap(recordsOf));
    expect(await figures()).toEqual(expectedOf(many));
  });
});

describe('a repeated record', () => {
  test('is counted once: in one batch, in the next, among new ones, and in any order of the shards', async () => {
    const all = Array.from({ length: 30 }, (_, index) => paid({ amountCents: 100 + index }));
    const late = afterSteps(
      [
        { status: 'failed', atMs: NOON_MS },
        { status: 'paid', atMs: NOON_MS + 1 },
      ],
      { merchantId },
    );
    const records = [...all, late].flatMap(recordsOf);
    await record(records.slice(0, 10));
    await record([...records.slice(5, 20), ...records.slice(5, 20)]);
    await record(records.toReversed());
    await record(records);
    expect(await figures()).toEqual(expectedOf([...all, late]));
  });

  test('is counted once by invocations that run at the same time', async () => {
    const all = Array.from({ length: 40 }, () => paid());
    const records = all.flatMap(recordsOf);
    const slices = [records, records.slice(0, 20), records.slice(10, 30), records.toReversed()];
    let left = slices;
    // A record whose write conflicts too often is retried, as Lambda does.
    for (let round = 0; left.length > 0 && round < 20; round += 1) {
      const outcomes = await Promise.all(left.map((slice) => booksOn().record(slice)));
      left = left.filter((_, index) => outcomes[index]?.batchItemFailures.length !== 0);
    }
    expect(await figures()).toEqual(expectedOf(all));
  });

  test('is counted once when the answer of the write was lost and the SDK repeats it', async () => {
    const client = new DynamoDBClient({ ...ACCOUNT, endpoint: proxy.endpoint, maxAttempts: 3 });
    const payment = paid();
    proxy.loseAnswerOf('TransactWriteItems');
    expect(await booksOn(client).record(recordsOf(payment))).toEqual(NOTHING_FAILED);
    expect(await figures()).toEqual(expectedOf([payment]));
    client.destroy();
  });
});

describe('a crash', () => {
  test('between any two calls, before or after the write, loses nothing and counts nothing twice', async () => {
    const crash = async (atCall: number, isAfter: boolean) => {
      const client = new DynamoDBClient({ ...ACCOUNT, endpoint: rig.endpoint });
      let calls = 0;
      client.middlewareStack.add(
        (next) => async (args) => {
          calls += 1;
          if (calls < atCall) return next(args);
          if (isAfter && calls === atCall) await next(args);
          throw new Error('crashed');
        },
        { step: 'initialize' },
      );
      const payments = [paid(), paid({ merchantId: `${merchantId}_other` })];
      const late = afterSteps(
        [
          { status: 'cancelled', atMs: NOON_MS - HOUR_MS },
          { status: 'paid', atMs: NOON_MS },
        ],
        { merchantId },
      );
      await put(...payments, late);
      const refund = refundOf(payments[0] as Transaction);
      const records = [...[...payments, late].flatMap(recordsOf), refundRecord(refund)];
      const { batchItemFailures } = await booksOn(client).record(records);
      client.destroy();
      await record(records);
      const own = [payments[0] as Transaction, late];
      expect(await figures(), `call ${atCall}`).toEqual(expectedOf(own, [refund]));
      return batchItemFailures.length;
    };
    for (const isAfter of [false, true]) {
      for (let atCall = 1; ; atCall += 1) {
        beginAnother();
        if ((await crash(atCall, isAfter)) === 0) break;
        expect(atCall).toBeLessThan(20);
      }
    }
  });
});

describe('a failure', () => {
  const failing = (commandName: string, error: () => Error, times = Number.POSITIVE_INFINITY) => {
    const client = new DynamoDBClient({ ...ACCOUNT, endpoint: rig.endpoint, maxAttempts: 1 });
    let failed = 0;
    client.middlewareStack.add(
      (next, context) => async (args) => {
        if (context.commandName !== commandName || failed >= times) return next(args);
        failed += 1;
        throw error();
      },
      { step: 'initialize' },
    );
    return client;
  };
  const throttled = () =>
    new DynamoDBServiceException({
      name: 'ThrottlingException',
      $fault: 'client',
      $metadata: { httpStatusCode: 400 },
      message: 'slow down',
    });

  test('of the audit leaves the totals counted, and the record is retried', async () => {
    const payment = paid();
    const records = recordsOf(payment);
    const itemIdentifier = records[0]?.dynamodb?.SequenceNumber;
    const client = failing('QueryCommand', throttled);
    expect(await booksOn(client).record(records)).toEqual({ batchItemFailures: [{ itemIdentifier }] });
    expect(await figures()).toEqual(expectedOf([payment]));
    client.destroy();
  });

  test('of the counting leaves the audit done, and only what was not counted is retried', async () => {
    const client = failing('TransactWriteItemsCommand', throttled, 1);
    const [first, second] = [paid(), paid({ merchantId: `${merchantId}_b` })];
    const { record: recordOnce, lines } = booksOn(client);
    const { batchItemFailures } = await recordOnce([...recordsOf(first), ...recordsOf(second)]);
    expect(batchItemFailures).toHaveLength(1);
    expect(lines.map(({ level }) => level)).toEqual(['warn']);
    client.destroy();
  });

  test('of a malformed record, or of a refund without a transaction, leaves the others counted', async () => {
    const payment = paid();
    const good = recordsOf(payment);
    const orphan = refundRecord(refundOf(paid()));
    const bad: DynamoDBRecord = {
      eventName: 'MODIFY',
      dynamodb: { SequenceNumber: '0', NewImage: toAttributes({ item: 'main', status: 'paid' }) as never },
    };
    const none: DynamoDBRecord = { eventName: 'MODIFY', dynamodb: { SequenceNumber: '00' } };
    const { batchItemFailures } = await booksOn().record([bad, ...good, none, orphan]);
    expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual([
      '0',
      '00',
      orphan.dynamodb?.SequenceNumber,
    ]);
    expect(await figures()).toEqual(expectedOf([payment]));
  });
});

test('the marker of an event expires after a week, that of a refund does not', async () => {
  const payment = paid();
  await put(payment);
  await record([...recordsOf(payment), refundRecord(refundOf(payment))]);
  const { Items = [] } = await rig.client.send(
    new QueryCommand({
      TableName: TABLES.totals,
      KeyConditionExpression: '#day = :day',
      ExpressionAttributeNames: { '#day': TOTALS_KEY.partitionKey },
      ExpressionAttributeValues: toAttributes({ ':day': `counted#${TODAY}#${merchantId}` }),
    }),
  );
  const expiresAt = String(NOON_MS / 1_000 + 7 * 24 * 3_600);
  expect(Items.map((item) => item[TOTALS_TTL]?.N)).toEqual([expiresAt, undefined]);
});

test('a counter has the time of its last change and the number of its changes', async () => {
  await record(recordsOf(paid()));
  rig.time.nowMs += 5_000;
  await record(recordsOf(paid()));
  const [counter] = (await allCounters()).filter((each) => each.merchantId === merchantId);
  expect(counter).toMatchObject({ version: 2, changedAt: NOON_MS + 5_000, rebuiltAt: null });
});

describe('the cost', () => {
  /** Write units of counting so many payments of one merchant and day that come in one batch. */
  async function writeUnitsOf(payments: number): Promise<number> {
    const client = new DynamoDBClient({ ...ACCOUNT, endpoint: rig.endpoint });
    let units = 0;
    client.middlewareStack.add(
      (next, context) => async (args) => {
        if (context.commandName !== 'TransactWriteItemsCommand') return next(args);
        const answer = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        const { ConsumedCapacity = [] } = answer.output as TransactWriteItemsCommandOutput;
        for (const { CapacityUnits = 0 } of ConsumedCapacity) units += CapacityUnits;
        return answer;
      },
      { step: 'initialize' },
    );
    const records = Array.from({ length: payments }, () => paid()).flatMap(recordsOf);
    expect(await booksOn(client).record(records)).toEqual(NOTHING_FAILED);
    client.destroy();
    return units;
  }

  test.each([
    [1, 4],
    [10, 22],
    [100, 204],
  ])(
    'of %i payments in one batch is %i write units: two for each marker, two for each counter',
    async (payments, units) => {
      expect(await writeUnitsOf(payments)).toBe(units);
    },
  );
});

describe('a counter that another write is changing', () => {
  const cancelled = (Code: string) =>
    new TransactionCanceledException({
      message: 'cancelled',
      $metadata: {},
      CancellationReasons: [{ Code: 'None' }, { Code }],
    });
  const refusing = (times: number, Code: string) => {
    const client = new DynamoDBClient({ ...ACCOUNT, endpoint: rig.endpoint });
    let refused = 0;
    client.middlewareStack.add(
      (next, context) => async (args) => {
        if (context.commandName !== 'TransactWriteItemsCommand' || refused >= times) return next(args);
        refused += 1;
        throw cancelled(Code);
      },
      { step: 'initialize' },
    );
    return client;
  };

  test.each(['TransactionConflict', 'ThrottlingError'])('is tried again after a pause: %s', async (code) => {
    const payment = paid();
    expect(await booksOn(refusing(4, code)).record(recordsOf(payment))).toEqual(NOTHING_FAILED);
    expect(await figures()).toEqual(expectedOf([payment]));
  });

  test.each([
    ['five conflicts', 5, 'TransactionConflict'],
    ['an error that is not retried', 1, 'ValidationError'],
  ])('leaves the record to be retried after %s', async (_, times, code) => {
    const payment = paid();
    const { batchItemFailures } = await booksOn(refusing(times, code)).record(recordsOf(payment));
    expect(batchItemFailures).toHaveLength(1);
    expect(await figures()).toEqual({});
    await record(recordsOf(payment));
    expect(await figures()).toEqual(expectedOf([payment]));
  });
});
