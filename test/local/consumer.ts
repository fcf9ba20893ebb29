import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamoDBRecord, SQSRecord } from 'aws-lambda';
import { jsonClient } from '../../lib/local/json-client.ts';
import { eventually } from '../support/eventually.ts';
import { lambda, type Resources, type Started, start, temporaryFolder, writeAssembly } from './fixture.ts';

/**
 * Writes every batch it gets as a line to a file, and does to it what the file `orders` says:
 * a list of ids to fail on (thrown), to report as item failures, a raw answer, or to hold every batch until the next
 * orders. A scheduled event counts as the record `tick`. The file `course` has a + for each batch begun and a - for each ended, in order.
 */
export const CONSUMER = `
import { appendFileSync, readFileSync } from 'node:fs';
const idOf = (record) => record.body ?? record.dynamodb.Keys.id.S;
const ticketOf = (record) => record.messageId ?? record.dynamodb.SequenceNumber;
export const handler = async ({ Records = [{ body: 'tick' }] }) => {
  const read = () => JSON.parse(readFileSync(process.env.FOLDER + '/orders', 'utf8'));
  const orders = read();
  appendFileSync(process.env.FOLDER + '/batches', JSON.stringify(Records) + '\\n');
  appendFileSync(process.env.FOLDER + '/course', '+');
  while (read().hold) await new Promise((resolve) => setTimeout(resolve, 10));
  appendFileSync(process.env.FOLDER + '/course', '-');
  if (Records.some((record) => orders.throwOn?.includes(idOf(record)))) throw new Error('on request');
  if (orders.answer) return orders.answer;
  const failed = Records.filter((record) => orders.reportOn?.includes(idOf(record)));
  return { batchItemFailures: failed.map((record) => ({ itemIdentifier: ticketOf(record) })) };
};`;

/** The function with the source `consumer`. Its timeout is longer than any batch takes on a slow machine. */
export const consumerFunction = (properties: Record<string, unknown> = {}) =>
  lambda('consumer', { Timeout: 300, ...properties });

export interface Orders {
  throwOn?: string[];
  reportOn?: string[];
  answer?: unknown;
  hold?: boolean;
}

export class Consumer {
  readonly folder = temporaryFolder();

  constructor(orders: Orders = {}) {
    this.order(orders);
    for (const name of ['batches', 'course']) writeFileSync(join(this.folder, name), '');
  }

  /** Replaces the orders atomically: a batch may be reading them. */
  order(orders: Orders): void {
    const file = join(this.folder, 'orders');
    writeFileSync(`${file}.new`, JSON.stringify(orders));
    renameSync(`${file}.new`, file);
  }

  course(): string {
    return readFileSync(join(this.folder, 'course'), 'utf8');
  }

  records<T = DynamoDBRecord>(): T[][] {
    const text = readFileSync(join(this.folder, 'batches'), 'utf8');
    // What follows the last line break is a line still being written.
    const lines = text.split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as T[]);
  }

  batches(): string[][] {
    return this.records<DynamoDBRecord & SQSRecord>().map((batch) =>
      batch.map((record) => record.body ?? record.dynamodb?.Keys?.id?.S ?? ''),
    );
  }

  seen(): string[] {
    return this.batches().flat();
  }

  waitFor(...ids: string[]): Promise<true> {
    return eventually(() => (ids.every((id) => this.seen().includes(id)) ? true : undefined));
  }
}

let started: Started | undefined;
/** Stops the host of the test that ended. */
export async function stop(): Promise<void> {
  await started?.host.stop();
  started = undefined;
}

/** The host of the present test. */
export const running = () => started;

/** Starts a host for these resources; the source of `consumer` is the function above. */
export async function run(resources: Resources, consumer: Consumer, dataDir?: string): Promise<Started> {
  const assembly = writeAssembly({ Stack: { resources } }, { consumer: CONSUMER });
  started = await start(assembly, { environment: { FOLDER: consumer.folder }, ...(dataDir ? { dataDir } : {}) });
  return started;
}

export const sqs = () => jsonClient(started?.host.endpoints.sqs ?? '', 'sqs');
export const queueUrl = (id: string) => started?.host.resources.Stack?.[id];

/** Waits for the next message of a queue, and deletes it there. */
export async function receive(id: string): Promise<{ Body: string }> {
  const QueueUrl = queueUrl(id);
  const message = await eventually(async () => {
    const { Messages: messages } = await sqs()('ReceiveMessage', { QueueUrl, WaitTimeSeconds: 1 });
    return (messages as unknown as { Body: string; ReceiptHandle: string }[] | undefined)?.[0];
  });
  await sqs()('DeleteMessage', { QueueUrl, ReceiptHandle: message.ReceiptHandle });
  return message;
}
