import { PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { expect } from 'vitest';
import { rebuild } from '../../../functions/finance/rebuild/rebuild.ts';
import { repairBooks } from '../../../functions/finance/rebuild/repair.ts';
import { rebuildOn, repairOn } from '../../../functions/finance/wiring.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { DAY_MS } from '../../../functions/runtime/durations.ts';
import { type LisbonDay, lisbonDay } from '../../../functions/runtime/lisbon-day.ts';
import { booksOn, countingClients, figuresOf, merchantId, put, putRefund, rig, test } from '../../fixtures/finance.ts';
import { afterSteps, NOON_MS, recordsOf, refundOf, TODAY } from '../../support/booked-records.ts';
import { TABLES } from '../../support/created-tables.ts';

const paid = (atMs = NOON_MS) => afterSteps([{ status: 'paid', atMs }], { merchantId });
const day = (name: string) => lisbonDay(name) as LisbonDay;
const run = (from = TODAY) =>
  rebuild({ ...rebuildOn(countingClients(), TABLES), progress: () => undefined })({
    ...{ merchantId, from: day(from), to: day(TODAY), backDays: 35 },
  });
const of = (count: number) => ({ count, cents: count * 1_000 });

test('a rebuild corrects a wrong counter, and counts once what the stream never delivered, also when it comes later', async () => {
  const [counted, lost, before] = [paid(), paid(), paid(NOON_MS - 3 * DAY_MS)];
  await put(counted, lost, before);
  await putRefund(refundOf(before));
  await booksOn().record(recordsOf(counted));
  await rig.client.send(
    new UpdateItemCommand({
      TableName: TABLES.totals,
      Key: toAttributes({ day: TODAY, item: merchantId }),
      UpdateExpression: 'ADD #n :by, version :one',
      ExpressionAttributeNames: { '#n': 'recorded.MBWAY.paid.n' },
      ExpressionAttributeValues: toAttributes({ ':by': 7, ':one': 1 }),
    }),
  );
  const right = {
    '2026-06-28': { 'paid.MBWAY.paid': of(1), 'recorded.MBWAY.paid': of(1) },
    [TODAY]: {
      ...{ 'paid.MBWAY.paid': of(2), 'recorded.MBWAY.paid': of(2) },
      ...{ 'paid.refund': { count: 1, cents: 400 }, 'recorded.refund': { count: 1, cents: 400 } },
    },
  };
  expect(await run('2026-06-28')).toMatchObject({ read: 3, busyDays: [] });
  expect(await figuresOf(merchantId)).toEqual(right);
  await booksOn().record([counted, lost].flatMap(recordsOf));
  expect(await figuresOf(merchantId)).toEqual(right);
  const again = await run('2026-06-28');
  expect(again.days.flatMap(({ differences }) => differences)).toEqual([]);
});

test('a repair of records that were given up counts each event once, audits the orders, and names what it could not read', async () => {
  const [lost, counted] = [paid(), paid()];
  await put(lost, counted);
  await booksOn().record(recordsOf(counted));
  const audited: string[] = [];
  const ids = [lost, counted].map(({ transactionId }) => transactionId);
  const repair = (more: string[]) =>
    repairBooks({
      ...repairOn({ ...countingClients(), streams: null as never }, TABLES),
      lostTransactions: async () => [...more, ...ids],
      auditOrder: async ({ transactionId }) => void audited.push(transactionId),
    })('');
  await repair([]);
  expect(audited).toEqual(ids);
  const broken = `tx_broken_${merchantId}`;
  const Item = toAttributes({ transactionId: broken, item: 'main', merchantId });
  await rig.client.send(new PutItemCommand({ TableName: TABLES.transactions, Item }));
  await expect(repair([broken])).rejects.toThrow(`books: ${broken} could not be read`);
  expect(await figuresOf(merchantId)).toEqual({
    [TODAY]: { 'paid.MBWAY.paid': of(2), 'recorded.MBWAY.paid': of(2) },
  });
});
