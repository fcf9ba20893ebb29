import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DynamoDBRecord, SQSRecord } from 'aws-lambda';
import { jsonClient } from '../../lib/local/json-client.ts';
import { eventually, type Resources, type Started, start, temporaryFolder, writeAssembly } from './fixture.ts';

/**
 * Writes every batch it gets as a line to a file, and does to it what the file `orders` says:
 * a list of ids to fail on (thrown), to report as item failures, or a raw answer.
 */
export const CONSUMER = `
import { appendFileSync, readFileSync } from 'node:fs';
const idOf = (record) => record.body ?? record.dynamodb.Keys.id.S;
const ticketOf = (record) => record.messageId ?? record.dynamodb.SequenceNumber;
export const handler = async (event) => {
  const orders = JSON.parse(readFileSync(process.env.FOLDER + '/orders', 'utf8'));
  appendFileSync(process.env.FOLDER + '/batches', JSON.stringify(event.Records) + '\\n');
  if (orders.sleepMs) await new Promise((resolve) => setTimeout(resolve, orders.sleepMs));
  appendFileSync(process.env.FOLDER + '/ended', '.');
  if (event.Records.some((record) => orders.throwOn?.includes(idOf(record)))) throw new Error('on request');
  if (orders.answer) return orders.answer;
  const failed = event.Records.filter((record) => orders.reportOn?.includes(idOf(record)));
  return { batchItemFailures: failed.map((record) => ({ itemIdentifier: ticketOf(record) })) };
};`;

export interface Orders {
  throwOn?: string[];
  reportOn?: string[];
  answer?: unknown;
  sleepMs?: number;
}

export class Consumer {
  readonly folder = temporaryFolder();

  constructor(orders: Orders = {}) {
    this.order(orders);
    writeFileSync(join(this.folder, 'batches'), '');
  }

  order(orders: Orders): void {
    writeFileSync(join(this.folder, 'orders'), JSON.stringify(orders));
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

/** The next message of a queue, waiting for it. */
export async function receive(id: string): Promise<{ Body: string }> {
  return eventually(async () => {
    const { Messages: messages } = await sqs()('ReceiveMessage', { QueueUrl: queueUrl(id), WaitTimeSeconds: 1 });
    return (messages as unknown as { Body: string }[] | undefined)?.[0];
  });
}
