import { GetQueueAttributesCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect } from 'vitest';
import { MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { queueOn } from '../../../functions/webhooks/wiring.ts';
import { redrive } from '../../../lib/operator/deliveries/redrive.ts';
import { redriveUnrelayed } from '../../../lib/operator/deliveries/unrelayed.ts';
import {
  dependenciesOf,
  handleOnce,
  merchantAt,
  rig,
  freshResendTest as test,
} from '../../fixtures/webhooks/queues.ts';
import { sweeping } from '../../fixtures/webhooks/recovery.ts';
import { TABLES } from '../../support/created-tables.ts';
import { SETTLED_AT } from '../../support/webhook-records.ts';
import { webhooksIn } from '../../support/wired.ts';
import { deliveryIn, putPaid, readMain } from './stored-deliveries.ts';

/**
 * Needs the embedded DynamoDB and SQS. The queue `deliveries` gives a message up after two receives, a second apart.
 */

const PATIENT = { timeout: 60_000 };
const consumer = () =>
  dependenciesOf(merchantAt('https://shop.example/hook'), {
    clock: () => rig.time.nowMs,
    send: async () => ({ kind: 'delivered', statusCode: 200, durationMs: 1 }),
  }).dependencies;
const crashing = () => ({
  ...consumer(),
  deliveries: { ...consumer().deliveries, read: () => Promise.reject(new Error('a bug')) },
});
const queue = () => queueOn(rig, { deliveriesUrl: rig.urls.deliveries });
const queues = () => ({ deadLettersUrl: rig.urls.dead, queue: queue() });
const run = (dryRun = false) => redrive(rig.sqs, queues(), { dryRun });

async function counted(QueueUrl: string): Promise<number> {
  const AttributeNames = ['ApproximateNumberOfMessages' as const];
  const { Attributes } = await rig.sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }));
  return Number(Attributes?.ApproximateNumberOfMessages);
}

const letter = (body: string, QueueUrl = rig.urls.dead) =>
  rig.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: body }));
const messageOf = (event: { transactionId: string; eventId: string }) => ({
  ...event,
  series: 1,
  done: 0,
  merchantId: 'mer_a',
});

describe('invariant 3: a delivery whose consumer crashes', PATIENT, () => {
  test('reaches the dead letters, is listed as undelivered, and is delivered by a redrive after the fix', async () => {
    const event = await putPaid();
    await queue().sendBatch([messageOf(event)]);
    const sweep = sweeping();
    for (const minute of [5, 10, 20, 40]) {
      await sweep.at(minute * MINUTE_MS);
      while ((await handleOnce('deliveries', crashing(), 2)).received > 0);
    }
    const { record, undeliveredKey } = await readMain(event.transactionId);
    expect(deliveryIn({ record }, event.eventId)).toMatchObject({ state: 'not_delivered', outcome: 'not_attempted' });
    expect(undeliveredKey).toBeDefined();
    expect(sweep.lines.some(({ level }) => level === 'error')).toBe(true);
    // The first message and three of the sweep.
    expect(await counted(rig.urls.dead)).toBe(4);

    expect(await run()).toEqual({ found: 4, sent: 1, repeats: 3, malformed: [] });
    expect(await counted(rig.urls.dead)).toBe(0);
    expect(await handleOnce('deliveries', consumer(), 2)).toEqual({ received: 1, failed: 0 });
    const after = await readMain(event.transactionId);
    expect(deliveryIn(after, event.eventId)).toMatchObject({ state: 'delivered', series: 1, done: 1 });
    expect(after).toMatchObject({ dueAt: undefined, undeliveredKey: undefined });
    // After the visibility time-out of what a run receives.
    rig.skipTo(rig.now() + 301_000);
    expect(await run()).toEqual({ found: 0, sent: 0, repeats: 0, malformed: [] });
  });
});

describe('a redrive', PATIENT, () => {
  test('leaves messages that cannot be parsed, and shows them with the reason', async () => {
    const event = await putPaid();
    await letter('nonsense');
    await letter(JSON.stringify({ transactionId: 'tx_1', eventId: 'evt_1', series: 0, done: 0 }));
    await letter(JSON.stringify(messageOf(event)));
    const report = await run();
    expect(report).toMatchObject({ found: 3, sent: 1, repeats: 0 });
    expect(report.malformed.map(({ reason }) => reason).sort()).toEqual([
      'it is not JSON',
      'not a delivery message: missing or malformed: series, merchantId',
    ]);
    expect([await counted(rig.urls.dead), await counted(rig.urls.deliveries)]).toEqual([2, 1]);
    expect((await run()).found).toBe(2);
  });

  test('in a dry run reports the same and moves nothing', async () => {
    for (let n = 0; n < 3; n += 1) await letter(JSON.stringify(messageOf(await putPaid())));
    expect(await run(true)).toMatchObject({ found: 3, sent: 3 });
    expect([await counted(rig.urls.dead), await counted(rig.urls.deliveries)]).toEqual([3, 0]);
    expect(await run()).toMatchObject({ found: 3, sent: 3 });
    expect([await counted(rig.urls.dead), await counted(rig.urls.deliveries)]).toEqual([0, 3]);
  });
});

describe('messages about stream records that were not relayed', PATIENT, () => {
  const note = () => letter(JSON.stringify({ DDBStreamBatchInfo: { shardId: 'shard-1' } }), rig.urls.lost);
  const runLost = (dryRun = false) =>
    redriveUnrelayed(
      {
        sqs: rig.sqs,
        client: rig.dynamo,
        tableName: TABLES.transactions,
        queue: queue(),
        lostUrl: rig.urls.lost,
        nowMs: SETTLED_AT + MINUTE_MS,
      },
      { dryRun },
    );

  test('lead to every event whose delivery has not begun, tests included, and are deleted', async () => {
    const lost = await Promise.all(Array.from({ length: 3 }, () => putPaid()));
    await putPaid({ state: 'delivered', done: 1 });
    await webhooksIn(rig.dynamo, () => SETTLED_AT).sendTestEvent('mer_a');
    await note();
    await note();
    expect(await runLost(true)).toMatchObject({ found: 2, sent: 4 });
    expect([await counted(rig.urls.lost), await counted(rig.urls.deliveries)]).toEqual([2, 0]);
    expect(await runLost()).toMatchObject({ found: 2, sent: 4, malformed: [] });
    expect([await counted(rig.urls.lost), await counted(rig.urls.deliveries)]).toEqual([0, 4]);
    while ((await handleOnce('deliveries', consumer())).received > 0);
    for (const { transactionId, eventId } of lost)
      expect(deliveryIn(await readMain(transactionId), eventId)).toMatchObject({ state: 'delivered', done: 1 });
  });
});
