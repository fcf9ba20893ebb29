import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { merchantsTable } from '../merchants/accounts/merchants.table.ts';
import { endpointStates, sealedWebhookEndpoints } from '../merchants/accounts/sealed-endpoints.ts';
import type { ReadKeyring } from '../merchants/keys/keyring.ts';
import type { Clock } from '../runtime/clock.ts';
import { randomText } from '../runtime/ids.ts';
import type { Logger } from '../runtime/logger.ts';
import { type Send, type SenderOptions, webhookSender } from './deliver/sender.ts';
import { deliveriesTable } from './deliveries.table.ts';
import { deliveryQueue, retryQueue } from './delivery-queue.sqs.ts';
import { findDeliveriesIn } from './resend/find-deliveries.table.ts';
import { isRefundedIn } from './resend/is-refunded.table.ts';
import { recordResendIn } from './resend/resend.table.ts';
import { resend } from './resend/resend.ts';
import { sendTestEventIn } from './test-event/test-event.table.ts';

export interface WebhookClients {
  dynamo: DynamoDBClient;
  sqs: SQSClient;
  clock: Clock;
  logger: Logger;
}

interface DeliveriesQueue {
  deliveriesUrl: string;
}

export const queueOn = ({ sqs }: Pick<WebhookClients, 'sqs'>, { deliveriesUrl }: DeliveriesQueue) =>
  deliveryQueue(sqs, deliveriesUrl);

export interface DeliverClients extends WebhookClients {
  keyring: ReadKeyring;
  send: Send;
  sleep(durationMs: number): Promise<void>;
}

/** The sender of every attempt. Its options differ on one machine and in tests. */
export const senderOn = ({ clock }: Pick<WebhookClients, 'clock'>, options: Omit<SenderOptions, 'clock'>): Send =>
  webhookSender({ clock, ...options });

export function deliverOn(
  { dynamo, sqs, keyring, ...others }: DeliverClients,
  { transactions, merchants, retriesUrl }: { transactions: string; merchants: string; retriesUrl: string },
) {
  return {
    ...others,
    deliveries: deliveriesTable(dynamo, transactions),
    endpoints: sealedWebhookEndpoints(merchantsTable(dynamo, merchants), keyring),
    retries: retryQueue(sqs, retriesUrl),
    newAttemptId: () => randomText(8),
  };
}

/** The operations that re-queue a stalled delivery. */
export const recoverOn = (
  { dynamo, sqs, clock, logger }: WebhookClients,
  { transactions, deliveriesUrl }: { transactions: string } & DeliveriesQueue,
) => ({
  deliveries: deliveriesTable(dynamo, transactions),
  queue: queueOn({ sqs }, { deliveriesUrl }),
  clock,
  logger,
});

export const resendOn = (
  clients: WebhookClients,
  names: { transactions: string; merchants: string } & DeliveriesQueue,
) => ({
  ...recoverOn(clients, names),
  recordResend: recordResendIn(clients.dynamo, names.transactions),
  endpointState: endpointStates(merchantsTable(clients.dynamo, names.merchants)),
});

/** The operations that resend what a list finds. */
export function resendManyOn(clients: WebhookClients, names: Parameters<typeof resendOn>[1]) {
  const dependencies = resendOn(clients, names);
  return {
    find: findDeliveriesIn(clients.dynamo, names.transactions),
    resend: resend(dependencies),
    endpointState: dependencies.endpointState,
    isRefunded: isRefundedIn(clients.dynamo, names.transactions),
  };
}

export const hourlyResendOn = (clients: WebhookClients, names: Parameters<typeof resendOn>[1]) => {
  const merchants = merchantsTable(clients.dynamo, names.merchants);
  return {
    ...resendManyOn(clients, names),
    ...{ merchants, optedIn: merchants.withHourlyResend, clock: clients.clock, logger: clients.logger },
    deliveries: deliveriesTable(clients.dynamo, names.transactions),
  };
};

export const testEventsOn = (
  { dynamo, clock, requestId }: Pick<WebhookClients, 'dynamo' | 'clock'> & { requestId?: () => string | undefined },
  { transactions }: { transactions: string },
) => sendTestEventIn(dynamo, transactions, clock, requestId);

/** For commands and tests, without the queues. */
export function webhooksOn(
  { dynamo, clock }: Pick<WebhookClients, 'dynamo' | 'clock'>,
  { transactions: table }: { transactions: string },
) {
  return {
    deliveries: deliveriesTable(dynamo, table),
    recordResend: recordResendIn(dynamo, table),
    findDeliveries: findDeliveriesIn(dynamo, table),
    isRefunded: isRefundedIn(dynamo, table),
    sendTestEvent: testEventsOn({ dynamo, clock }, { transactions: table }),
  };
}
