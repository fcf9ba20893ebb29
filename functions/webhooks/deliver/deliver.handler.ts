import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSHandler } from 'aws-lambda';
import * as z from 'zod/mini';
import { merchantsTable } from '../../merchants/accounts/merchants.table.ts';
import { sealedWebhookEndpoints } from '../../merchants/accounts/webhook-endpoint.table.ts';
import { keyringFrom } from '../../merchants/keys/keyring.ts';
import { systemClock } from '../../runtime/clock.ts';
import { dynamo } from '../../runtime/dynamo.ts';
import { parseEnvironment } from '../../runtime/environment.ts';
import { randomText } from '../../runtime/ids.ts';
import { logger } from '../../runtime/logger.ts';
import { readSecret } from '../../runtime/secrets.ts';
import { sqs } from '../../runtime/sqs.ts';
import { batchedReads } from '../batched-reads.table.ts';
import { deliveriesTable } from '../deliveries.table.ts';
import { queueInbox, retryQueue } from '../delivery-queue.sqs.ts';
import { rememberedMarks } from '../endpoint/webhook-endpoint.ts';
import { deliver } from './deliver.ts';
import { webhookSender } from './sender.ts';

const environment = parseEnvironment({
  TRANSACTIONS_TABLE: z.string(),
  MERCHANTS_TABLE: z.string(),
  DELIVERIES_QUEUE_URL: z.url(),
  RETRIES_QUEUE_URL: z.url(),
  KEYRING_SECRET_ID: z.string(),
  /** Set by the host of one machine only: merchants' receivers then run beside the service. */
  PERMIT_LOOPBACK_WEBHOOKS: z.optional(z.enum(['true', 'false'])),
});

const readItem = batchedReads(dynamo);

const dependencies = {
  deliveries: deliveriesTable(dynamo, environment.TRANSACTIONS_TABLE, readItem),
  endpoints: rememberedMarks(
    sealedWebhookEndpoints(
      merchantsTable(dynamo, environment.MERCHANTS_TABLE, readItem),
      keyringFrom(readSecret, environment.KEYRING_SECRET_ID, systemClock),
    ),
  ),
  retries: retryQueue(sqs, environment.RETRIES_QUEUE_URL),
  send: webhookSender({
    clock: systemClock,
    permitLoopback: environment.PERMIT_LOOPBACK_WEBHOOKS === 'true',
  }),
  clock: systemClock,
  sleep,
  newAttemptId: () => randomText(8),
  logger,
};

const inboxes = {
  deliveries: queueInbox(sqs, environment.DELIVERIES_QUEUE_URL),
  retries: queueInbox(sqs, environment.RETRIES_QUEUE_URL),
};

export const handler: SQSHandler = (event, context) =>
  deliver(event, environment.RETRIES_QUEUE_URL, dependencies, {
    inboxes,
    remainingMs: () => context.getRemainingTimeInMillis(),
  });
