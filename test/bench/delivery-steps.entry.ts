import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSHandler } from 'aws-lambda';
import * as z from 'zod/mini';
import { keyringFrom } from '../../functions/merchants/keyring.ts';
import { merchantsTable } from '../../functions/merchants/merchants.table.ts';
import { sealedWebhookEndpoints } from '../../functions/merchants/webhook-endpoint.table.ts';
import { systemClock } from '../../functions/runtime/clock.ts';
import { dynamo } from '../../functions/runtime/dynamo.ts';
import { parseEnvironment } from '../../functions/runtime/environment.ts';
import { randomText } from '../../functions/runtime/ids.ts';
import { logger } from '../../functions/runtime/logger.ts';
import { readSecret } from '../../functions/runtime/secrets.ts';
import { sqs } from '../../functions/runtime/sqs.ts';
import { type DeliverDependencies, deliver } from '../../functions/webhooks/deliver.ts';
import { deliveriesTable } from '../../functions/webhooks/deliveries.table.ts';
import { retryQueue } from '../../functions/webhooks/delivery-queue.sqs.ts';
import type { EventRecord } from '../../functions/webhooks/event.ts';
import { gatheredReads } from '../../functions/webhooks/gathered-reads.ts';
import { webhookSender } from '../../functions/webhooks/sender.ts';
import type { WebhookEndpoint } from '../../functions/webhooks/webhook-endpoint.ts';

/*
 * The deliver function with one of its steps left out, to see what that step costs. For measuring only: the entry that is
 * deployed is `functions/webhooks/deliver.handler.ts`, and this one is wired as that is.
 */

const environment = parseEnvironment({
  TRANSACTIONS_TABLE: z.string(),
  MERCHANTS_TABLE: z.string(),
  RETRIES_QUEUE_URL: z.url(),
  KEYRING_SECRET_ID: z.string(),
  BENCH_RECEIVER_URL: z.string(),
  BENCH_LEFT_OUT: z.enum(['nothing', 'reads', 'post', 'record', 'log']),
});

const readItem = gatheredReads(dynamo);

const whole: DeliverDependencies = {
  deliveries: deliveriesTable(dynamo, environment.TRANSACTIONS_TABLE, readItem),
  endpoints: sealedWebhookEndpoints(
    merchantsTable(dynamo, environment.MERCHANTS_TABLE, readItem),
    keyringFrom(readSecret, environment.KEYRING_SECRET_ID, systemClock),
  ),
  retries: retryQueue(sqs, environment.RETRIES_QUEUE_URL),
  send: webhookSender({ clock: systemClock, permitLoopback: true }),
  clock: systemClock,
  sleep,
  newAttemptId: () => randomText(8),
  logger,
};

const endpoint: WebhookEndpoint = {
  url: `${environment.BENCH_RECEIVER_URL}/ok/0`,
  enabled: true,
  secrets: { current: `whsec_${Buffer.alloc(32).toString('base64')}` },
};

// The event's id is not known without the read, so the message that is being handled says it.
const eventIds = new Map<string, string>();

function knownRecord(transactionId: string): EventRecord {
  const settledAt = Date.now();
  const delivery = { state: 'pending', series: 1, done: 0, attempts: [] } as const;
  const eventId = eventIds.get(transactionId) ?? '';
  const fields = { eventId, status: 'paid', settledAt, paymentMethod: 'MBWAY', paidAt: settledAt } as const;
  return {
    transactionId,
    merchantId: 'mer_1',
    externalOrderId: 'ORDER-1',
    amountCents: 1_000,
    status: 'paid',
    settlements: [{ ...fields, delivery: { ...delivery, attempts: [] } }],
  };
}

const nothing = () => undefined;

const withoutStep: Record<string, Partial<DeliverDependencies>> = {
  nothing: {},
  reads: {
    deliveries: { ...whole.deliveries, read: async (transactionId) => knownRecord(transactionId) },
    endpoints: { ...whole.endpoints, read: async () => endpoint },
  },
  post: { send: async () => ({ class: 'delivered', statusCode: 200, durationMs: 1 }) },
  record: { deliveries: { ...whole.deliveries, write: async () => 'recorded' } },
  log: { logger: { info: nothing, warn: nothing, error: nothing } },
};

const dependencies: DeliverDependencies = { ...whole, ...withoutStep[environment.BENCH_LEFT_OUT] };

export const handler: SQSHandler = (event) => {
  if (environment.BENCH_LEFT_OUT === 'reads') {
    eventIds.clear();
    for (const { body } of event.Records) {
      const { transactionId, eventId } = JSON.parse(body) as { transactionId: string; eventId: string };
      eventIds.set(transactionId, eventId);
    }
  }
  return deliver(event, environment.RETRIES_QUEUE_URL, dependencies);
};
