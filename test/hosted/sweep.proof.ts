import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { PurgeQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, describe, expect } from 'vitest';
import { toAttributes } from '../../functions/runtime/attributes.ts';
import { MINUTE_MS } from '../../functions/runtime/durations.ts';
import type { LogEntry } from '../../lib/local/host.ts';
import { names } from '../../lib/stacks/names.ts';
import { eventually } from '../support/eventually.ts';
import { payloads } from './support/hook-receiver.ts';
import { hosted, hostedTest as test } from './support/hosted-test.ts';

const STAGE = { name: 'dev' };
const SETTINGS = names.simulatorSettingsSecret(STAGE);

let settings: string;
let logged: number;
test.beforeAll(async () => {
  settings = await hosted.readSecret(SETTINGS);
  logged = hosted.log.length;
  // The bank has a wrong address, so that every notification of this bank is lost.
  await setBank(JSON.stringify({ notificationBaseUrl: `${hosted.host.url}/api/nowhere` }));
});
afterAll(() => setBank(settings));

async function setBank(text: string): Promise<void> {
  await hosted.putSecret(SETTINGS, text);
  // The bank reads its settings each minute.
  expect(await hosted.host.advance(61_000)).toMatchObject({ quiet: true });
}

const sweep = () => hosted.host.invoke(names.function(STAGE, 'payments/sweep'), {});

/** Sets times of the stored transaction, in milliseconds since the epoch, by attribute path. */
async function age(transactionId: string, times: Record<string, number>): Promise<void> {
  const sets = Object.keys(times).map((path, index) => `${path} = :v${index}`);
  const values = Object.values(times).map((time, index) => [`:v${index}`, time] as const);
  await hosted.client.send(
    new UpdateItemCommand({
      TableName: hosted.transactionsTable,
      Key: toAttributes({ transactionId, item: 'main' }),
      UpdateExpression: `SET ${sets.join(', ')}`,
      ExpressionAttributeValues: toAttributes(Object.fromEntries(values)),
    }),
  );
}

/** Makes the window and its grace pass on the service's side. */
const windowOver = (transactionId: string) =>
  age(transactionId, { dueAt: hosted.host.nowMs() - 1, 'attempts[0].endsAt': hosted.host.nowMs() - 2 * MINUTE_MS });

describe('D10: the sweep, when the bank’s notification never comes', { timeout: 60_000 }, () => {
  test('settles what the customer approved, and sends the webhook once', async () => {
    const shop = await hosted.shop();
    const transactionId = await shop.paid(15.9);

    const isLost = ({ kind, ...entry }: LogEntry) =>
      kind === 'function' && JSON.stringify(entry).includes('not acknowledged');
    await eventually(() => hosted.log.slice(logged).some(isLost));

    // Before it is due, no sweep queries the bank.
    await age(transactionId, { dueAt: hosted.host.nowMs() - 1 });
    await sweep();
    expect((await shop.status(transactionId)).json).toMatchObject({ status: 'pending' });

    await windowOver(transactionId);
    await Promise.all([sweep(), sweep()]);
    expect((await shop.status(transactionId)).json).toMatchObject({
      status: 'paid',
      paidAt: expect.any(String),
    });
    await hosted.delivered(transactionId, 'delivered');
    expect(await hosted.deliveriesOf(transactionId)).toHaveLength(1);
    expect(payloads(shop.hook)).toMatchObject([
      { event: 'payment.success', data: { id: transactionId, amount: 15.9 } },
    ]);
  });

  test('invariant 3: re-queues a delivery whose message was lost from the queue', async () => {
    const shop = await hosted.shop();
    shop.hook.answers = (number) => ({ status: number < 4 ? 500 : 200 });
    const transactionId = await shop.rejected();
    await windowOver(transactionId);
    await sweep();
    const attempts = async () => (await hosted.deliveriesOf(transactionId))[0]?.attempts ?? [];
    await eventually(async () => (await attempts()).length === 3);
    // The fourth attempt is a message with a delay of 5 s.
    await purgeRetries();
    const stalledSince = hosted.host.nowMs() - 6 * MINUTE_MS;
    const delivery = 'settlements[0].delivery';
    await age(transactionId, {
      dueAt: hosted.host.nowMs() - 1,
      [`${delivery}.attempts[2].startedAt`]: stalledSince,
      [`${delivery}.nextAttemptAt`]: stalledSince,
    });
    await sweep();
    await eventually(async () => (await attempts()).length === 4);
    expect((await hosted.detail(transactionId)).settlements).toMatchObject([
      { event: 'payment.failed', delivery: { state: 'delivered' } },
    ]);
    expect(shop.hook.requests).toHaveLength(4);
  });
});

async function purgeRetries(): Promise<void> {
  const { AWS_REGION: region = '', AWS_ENDPOINT_URL_SQS: endpoint = '' } = hosted.host.clientEnvironment;
  const sqs = new SQSClient({ region, endpoint, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } });
  const resources = Object.entries(hosted.host.resources[names.stack(STAGE, 'service')] ?? {});
  const [, QueueUrl] = resources.find(([id]) => id.startsWith('DeliveryDeliveryRetries')) ?? [];
  await sqs.send(new PurgeQueueCommand({ QueueUrl }));
  sqs.destroy();
}
