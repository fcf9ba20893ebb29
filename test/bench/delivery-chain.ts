import { join } from 'node:path';
import { BatchGetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { toAttributes } from '../../functions/runtime/attributes.ts';
import { bundleDir } from '../../lib/bundling/bundle.ts';
import { type ChildProcess, startChild } from './delivery-child.ts';
import type { DeliveryService } from './delivery-service.ts';
import { type Settlings, settlingsIn } from './delivery-settling.ts';

const CHILD = join(import.meta.dirname, 'delivery-function.child.ts');
const RECORDS_A_RELAY = 100;

/** Microseconds of processor time, of all threads of the process. */
export interface ChainCost {
  relayUs: number;
  deliverUs: number;
}

/** The relay and deliver functions as deployed, one environment of each, in processes of their own. */
export interface DeliveryChain {
  /** Settles so many payments, relays and delivers them in batches of `batchSize`; what one event cost of each function. */
  carry(events: number, batchSize: 1 | 10): Promise<ChainCost>;
  stop(): void;
}

export interface ChainOptions {
  /** Another build of the deliver function than the deployed one. */
  deliverBundle?: string;
  /** Variables for both functions. */
  environment?: Record<string, string>;
  /** Whether webhooks are to arrive. */
  arrives?: boolean;
}

/**
 * Does by hand what Lambda does between the engines and the functions: hands over stream records, receives and deletes
 * messages.
 */
export async function startChain(
  service: DeliveryService,
  { deliverBundle, environment: own = {}, arrives = true }: ChainOptions = {},
): Promise<DeliveryChain> {
  const environment = { ...environmentOf(service), ...own };
  const start = (bundle: string) => startChild(CHILD, [bundle], environment);
  const relay = start(join(bundleDir('webhooks/relay'), 'index.mjs'));
  const deliver = start(deliverBundle ?? join(bundleDir('webhooks/deliver'), 'index.mjs'));
  await Promise.all([relay.next(), deliver.next()]);
  const sqs = new SQSClient({
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    endpoint: service.host.endpoints.sqs,
  });
  const settlings = settlingsIn(service.dynamo, service.outputs.TransactionsTable ?? '');
  return {
    carry: async (events, batchSize) => {
      const records = await settledRecords(service, settlings, events);
      const before = { relayUs: await cpuUs(relay), deliverUs: await cpuUs(deliver) };
      const size = batchSize === 1 ? 1 : RECORDS_A_RELAY;
      for (let start = 0; start < records.length; start += size) {
        await relay.ask({ event: { Records: records.slice(start, start + size) } });
      }
      await deliverAll(sqs, service.outputs.DeliveriesQueueUrl ?? '', deliver, { events, batchSize });
      if (arrives) await service.receiver.count(events, 30_000);
      await service.receiver.take();
      return {
        relayUs: ((await cpuUs(relay)) - before.relayUs) / events,
        deliverUs: ((await cpuUs(deliver)) - before.deliverUs) / events,
      };
    },
    stop: () => {
      relay.stop();
      deliver.stop();
      sqs.destroy();
    },
  };
}

function environmentOf({ host, outputs, caFile, receiver }: DeliveryService): Record<string, string> {
  return {
    ...host.clientEnvironment,
    AWS_SESSION_TOKEN: 'local',
    AWS_LAMBDA_FUNCTION_NAME: 'measured',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    TRANSACTIONS_TABLE: outputs.TransactionsTable ?? '',
    MERCHANTS_TABLE: outputs.MerchantsTable ?? '',
    DELIVERIES_QUEUE_URL: outputs.DeliveriesQueueUrl ?? '',
    RETRIES_QUEUE_URL: outputs.RetriesQueueUrl ?? '',
    KEYRING_SECRET_ID: outputs.KeyringSecretId ?? '',
    PERMIT_LOOPBACK_WEBHOOKS: 'true',
    NODE_EXTRA_CA_CERTS: caFile,
    BENCH_RECEIVER_URL: receiver.url,
  };
}

async function cpuUs(child: ChildProcess): Promise<number> {
  return (await child.ask<{ cpuUs: number }>({})).cpuUs;
}

/** Stream records of so many settling writes, with the merchants in turn. */
async function settledRecords(service: DeliveryService, settlings: Settlings, count: number): Promise<object[]> {
  const { merchantIds, dynamo, outputs } = service;
  const owners = Array.from({ length: count }, (_, index) => merchantIds[index % merchantIds.length] ?? '');
  const ids = await settlings.prepare(owners);
  const before = await imagesOf(dynamo, outputs.TransactionsTable ?? '', ids);
  await settlings.settle(ids);
  const after = await imagesOf(dynamo, outputs.TransactionsTable ?? '', ids);
  return ids.map((id, index) => ({
    eventID: String(index),
    eventName: 'MODIFY',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'eu-west-1',
    dynamodb: {
      Keys: { transactionId: { S: id }, item: { S: 'main' } },
      NewImage: after.get(id),
      OldImage: before.get(id),
      SequenceNumber: String(index),
      SizeBytes: 1_500,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  }));
}

async function imagesOf(client: DynamoDBClient, table: string, ids: readonly string[]): Promise<Map<string, object>> {
  const images = new Map<string, object>();
  for (let start = 0; start < ids.length; start += 100) {
    const Keys = ids.slice(start, start + 100).map((transactionId) => toAttributes({ transactionId, item: 'main' }));
    const { Responses } = await client.send(
      new BatchGetItemCommand({ RequestItems: { [table]: { Keys, ConsistentRead: true } } }),
    );
    for (const item of Responses?.[table] ?? []) images.set(item.transactionId?.S ?? '', item);
  }
  return images;
}

async function deliverAll(
  sqs: SQSClient,
  QueueUrl: string,
  deliver: ChildProcess,
  { events, batchSize }: { events: number; batchSize: number },
): Promise<void> {
  for (let done = 0; done < events; ) {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: batchSize, WaitTimeSeconds: 1 }),
    );
    if (Messages.length === 0) throw new Error(`the queue is empty after ${done} of ${events} messages`);
    const event = { Records: Messages.map((message) => messageRecord(message, QueueUrl)) };
    const { answer } = await deliver.ask<{ answer: { batchItemFailures: unknown[] } }>({ event });
    if (answer.batchItemFailures.length > 0) throw new Error('deliver has failed messages');
    const Entries = Messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
    done += Messages.length;
  }
}

function messageRecord({ MessageId, ReceiptHandle, Body }: Message, queueUrl: string): object {
  return {
    messageId: MessageId,
    receiptHandle: ReceiptHandle,
    body: Body,
    attributes: {},
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: `arn:aws:sqs:eu-west-1:000000000000:${queueUrl.split('/').at(-1)}`,
    awsRegion: 'eu-west-1',
  };
}
