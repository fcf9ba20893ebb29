import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect } from 'vitest';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { DAY_MS, HOUR_MS } from '../../../functions/runtime/durations.ts';
import { beginAnother, booksOn, figuresOf, merchantId, put, rig, test } from '../../fixtures/finance.ts';
import { afterSteps, NOON_MS, recordsOf, refundOf, refundRecord, TODAY } from '../../support/booked-records.ts';
import { ACCOUNT } from '../../support/created-tables.ts';

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
});

test('a repeated record is counted once: in one batch, in the next, among new ones, and in any order', async () => {
  const late = afterSteps(
    [
      { status: 'failed', atMs: NOON_MS },
      { status: 'paid', atMs: NOON_MS + 1 },
    ],
    { merchantId },
  );
  const records = [...Array.from({ length: 12 }, () => paid({ amountCents: 100 })), late].flatMap(recordsOf);
  await record(records.slice(0, 5));
  await record([...records.slice(3, 9), ...records.slice(3, 9)]);
  await record(records.toReversed());
  await record(records);
  const sum = { count: 13, cents: 2_200 };
  expect(await figures()).toEqual({ [TODAY]: { 'paid.MBWAY.paid': sum, 'recorded.MBWAY.paid': sum } });
});

test('a crash between any two calls, before or after the write, loses nothing and counts nothing twice', async () => {
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
    const payment = paid();
    await put(payment);
    const records = [...recordsOf(payment), refundRecord(refundOf(payment))];
    const { batchItemFailures } = await booksOn(client).record(records);
    client.destroy();
    await record(records);
    expect(await figures(), `call ${atCall}`).toEqual({
      [TODAY]: {
        ...{ 'paid.MBWAY.paid': one(1_000), 'recorded.MBWAY.paid': one(1_000) },
        ...{ 'paid.refund': one(400), 'recorded.refund': one(400) },
      },
    });
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

test('a malformed record, or a refund without a transaction, leaves the others counted', async () => {
  const payment = paid();
  const orphan = refundRecord(refundOf(paid()));
  const bad: DynamoDBRecord = {
    eventName: 'MODIFY',
    dynamodb: { SequenceNumber: '0', NewImage: toAttributes({ item: 'main', status: 'paid' }) as never },
  };
  const { batchItemFailures } = await booksOn().record([bad, ...recordsOf(payment), orphan]);
  expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(['0', orphan.dynamodb?.SequenceNumber]);
  expect(await figures()).toEqual({ [TODAY]: { 'paid.MBWAY.paid': one(1_000), 'recorded.MBWAY.paid': one(1_000) } });
});
