import { join } from 'node:path';
import { BatchGetItemCommand } from '@aws-sdk/client-dynamodb';
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { toAttributes } from '../../functions/runtime/attributes.ts';
import { bundleDir } from '../../lib/bundling/bundle.ts';
import { assemblyWithoutMappings } from './assemblies.ts';
import { type ChildProcess, startChild } from './processes.ts';
import { grouped, median, type Section } from './report.ts';
import { type BenchService, settlingsIn, startBenchService } from './service.ts';

const CHILD = join(import.meta.dirname, 'function.child.ts');
// So close to its deadline an invocation does not poll for more messages, so each run does the same work.
const REMAINING_MS = '15000';
const RECORDS_A_RELAY = 100;

/** Processor time of the functions for each delivered event. */
export async function efficiencySection({ quick }: { quick: boolean }): Promise<Section> {
  const service = await startBenchService({ assembly: assemblyWithoutMappings });
  const chain = await startChain(service);
  try {
    // An execution environment lives for hours. Node compiles the hot paths only after a few thousand events.
    const [warmUps, rounds, events] = quick ? [1, 2, 400] : [4, 5, 1_000];
    const tens: ChainCost[] = [];
    const ones: ChainCost[] = [];
    for (let round = 0; round < warmUps + rounds; round += 1) {
      const ten = await chain.process(events, 10);
      const one = await chain.process(events / 4, 1);
      if (round < warmUps) continue;
      tens.push(ten);
      ones.push(one);
    }
    const us = (costs: ChainCost[], of: (cost: ChainCost) => number) => [grouped(median(costs.map(of)))];
    const both = ({ relayUs, deliverUs }: ChainCost) => relayUs + deliverUs;
    return {
      title: 'Processor time of the functions for each delivered event',
      columns: ['µs'],
      figures: [
        { name: 'relay and deliver, full batches (100 and 10)', values: us(tens, both) },
        { name: '  of which relay', values: us(tens, ({ relayUs }) => relayUs) },
        { name: '  of which deliver', values: us(tens, ({ deliverUs }) => deliverUs) },
        { name: 'relay and deliver, one event at a time', values: us(ones, both) },
      ],
      notes: [
        'User and system time of a process with one execution environment of the deployed bundle, medians of rounds.',
        "Engines, receivers and Lambda's own work (polling, deleting) run in other processes. Calls to the engines use",
        'plain HTTP; on AWS they use TLS. There is no budget: a millisecond costs $0.02 per million events on Lambda.',
      ],
    };
  } finally {
    chain.stop();
    await service.stop();
  }
}

/** Microseconds of processor time of all threads of the process. */
interface ChainCost {
  relayUs: number;
  deliverUs: number;
}

/**
 * The relay and deliver functions as deployed, one environment of each, in separate processes. Does Lambda's work
 * between the engines and the functions: passes stream records, receives and deletes messages.
 */
async function startChain(service: BenchService) {
  const start = (name: string) =>
    startChild(CHILD, [join(bundleDir(name), 'index.mjs'), REMAINING_MS], environmentOf(service));
  const [relay, deliver] = [start('webhooks/relay'), start('webhooks/deliver')];
  await Promise.all([relay.next(), deliver.next()]);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const sqs = new SQSClient({ region: 'eu-west-1', credentials, endpoint: service.host.endpoints.sqs });
  return {
    /** Settles payments, relays and delivers them in batches of `batchSize`. Returns the cost per event. */
    process: async (events: number, batchSize: 1 | 10): Promise<ChainCost> => {
      const records = await settledRecords(service, events);
      const before = { relayUs: await cpuUs(relay), deliverUs: await cpuUs(deliver) };
      const size = batchSize === 1 ? 1 : RECORDS_A_RELAY;
      for (let at = 0; at < records.length; at += size) {
        await relay.ask({ event: { Records: records.slice(at, at + size) } });
      }
      await deliverAll(sqs, service.outputs.DeliveriesQueueUrl ?? '', deliver, { events, batchSize });
      await service.receiver.count(events, 30_000);
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

function environmentOf({ host, outputs, caFile }: BenchService): Record<string, string> {
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
  };
}

async function cpuUs(child: ChildProcess): Promise<number> {
  return (await child.ask<{ cpuUs: number }>({})).cpuUs;
}

/** Stream records of `count` settling writes. */
async function settledRecords(service: BenchService, count: number): Promise<object[]> {
  const settlings = settlingsIn(service);
  const ids = await settlings.prepare(Array<string>(count).fill(service.merchants[0].merchantId));
  const before = await imagesOf(service, ids);
  await settlings.settle(ids);
  const after = await imagesOf(service, ids);
  return ids.map((id, index) => ({
    eventID: String(index),
    eventName: 'MODIFY',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'eu-west-1',
    dynamodb: {
      Keys: toAttributes({ transactionId: id, item: 'main' }),
      NewImage: after.get(id),
      OldImage: before.get(id),
      SequenceNumber: String(index),
      SizeBytes: 1_500,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  }));
}

async function imagesOf(
  { dynamo, transactionsTable }: BenchService,
  ids: readonly string[],
): Promise<Map<string, object>> {
  const images = new Map<string, object>();
  for (let at = 0; at < ids.length; at += 100) {
    const Keys = ids.slice(at, at + 100).map((transactionId) => toAttributes({ transactionId, item: 'main' }));
    const RequestItems = { [transactionsTable]: { Keys, ConsistentRead: true } };
    const { Responses } = await dynamo.send(new BatchGetItemCommand({ RequestItems }));
    for (const item of Responses?.[transactionsTable] ?? []) images.set(item.transactionId?.S ?? '', item);
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
    if (answer.batchItemFailures.length > 0) throw new Error('deliver: a message failed');
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
