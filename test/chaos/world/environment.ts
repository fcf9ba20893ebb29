import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import type { BankAccount } from '../../../functions/banking/account.ts';
import { bankAccounts } from '../../../functions/banking/bank-accounts.ts';
import { type HttpCall, httpCaller } from '../../../functions/banking/http-call.ts';
import { authorize } from '../../../functions/gateway/authorize.ts';
import { meterIn } from '../../../functions/gateway/rate-limits.table.ts';
import { rememberedRefusals } from '../../../functions/gateway/remembered-refusals.ts';
import { apiKeysIn } from '../../../functions/merchants/api-keys.table.ts';
import { keyringFrom } from '../../../functions/merchants/keyring.ts';
import { merchantsTable } from '../../../functions/merchants/merchants.table.ts';
import { sealedWebhookEndpoints } from '../../../functions/merchants/webhook-endpoint.table.ts';
import { recordExceptionIn } from '../../../functions/payments/exceptions.table.ts';
import { phoneHashFrom } from '../../../functions/payments/phone-hash.ts';
import { keepRefundIn } from '../../../functions/payments/refunds.table.ts';
import { nameMovementIn, settleIn } from '../../../functions/payments/settle.ts';
import { transactionsTable } from '../../../functions/payments/transactions.table.ts';
import { randomText } from '../../../functions/runtime/ids.ts';
import type { Logger } from '../../../functions/runtime/logger.ts';
import { batchedReads } from '../../../functions/webhooks/batched-reads.ts';
import { deliveriesTable } from '../../../functions/webhooks/deliveries.table.ts';
import { deliveryQueue, retryQueue } from '../../../functions/webhooks/delivery-queue.sqs.ts';
import { handOver } from '../../../functions/webhooks/hand-over.ts';
import { beginSeriesIn } from '../../../functions/webhooks/resend.table.ts';
import { type Send, webhookSender } from '../../../functions/webhooks/sender.ts';
import { TABLES } from '../../support/created-tables.ts';
import { authority } from '../../support/webhook-servers.ts';
import { CALL_HEADER, type ProductClients } from './clients.ts';
import { external, pause } from './invocation.ts';

/** The contract's time-out (§6.4); in the harness a short real one stands for it, and the clock is moved by this much. */
const WEBHOOK_DEADLINE_MS = 8_000;

const PLAN_KEYS = { withinLimitKey: 'within-limit', overLimitKey: 'over-limit' };

export const SECRETS = { keyring: 'keyring', bank: 'bank-main' };

export interface EnvironmentOptions {
  clients: ProductClients;
  queueUrls: { deliveries: string; retries: string };
  bankUrl: string;
  time: { nowMs: number };
  /** How long a POST that is never answered takes in real time. */
  postDeadlineMs: number;
  /** Endpoints that never answer, for which there is no need to wait that long. */
  silentUrls: ReadonlySet<string>;
  /** The same of a call to the bank. */
  bankDeadlineMs: number;
  logger: Logger;
}

export type Environment = ReturnType<typeof environment>;

/**
 * What the functions are wired with, as their `*.handler.ts` do it, as one fresh execution environment: nothing cached, no
 * connection open. Only time and the sleeping are the world's.
 */
export function environment(options: EnvironmentOptions) {
  const { clients, queueUrls, time, logger } = options;
  const clock = () => time.nowMs;
  const transactions = transactionsTable(clients.dynamo, TABLES.transactions);
  const readItem = batchedReads(clients.dynamo);
  const deliveries = deliveriesTable(clients.dynamo, TABLES.transactions, readItem);
  const queue = deliveryQueue(clients.sqs, queueUrls.deliveries);
  const keyring = keyringFrom((id) => readSecret(clients, id), SECRETS.keyring, clock);
  const endpoints = sealedWebhookEndpoints(merchantsTable(clients.dynamo, TABLES.merchants, readItem), keyring);
  const common = { clock, logger };
  const banking = {
    ...common,
    transactions,
    read: transactions.read,
    settle: settleIn(clients.dynamo, TABLES.transactions, clock),
    nameMovement: nameMovementIn(clients.dynamo, TABLES.transactions),
    recordException: recordExceptionIn(clients.dynamo, TABLES.transactions, clock),
    keepRefund: keepRefundIn(clients.dynamo, TABLES.transactions),
    bankAccounts: bankAccounts({
      accounts: [bankAccountAt(options.bankUrl)],
      readSecret: (id) => readSecret(clients, id),
      clock,
      call: bankCall(options),
    }),
    phoneHash: phoneHashFrom(keyring),
    // What `test/support/payment-calls.ts` asks for besides.
    slept: [],
    lines: [],
    sleep: async (durationMs: number) => sleepInWorldTime(time, durationMs),
  };
  return {
    authorize: authorize({
      ...common,
      ...PLAN_KEYS,
      meter: meterIn(clients.dynamo, TABLES.rateLimits),
      refusals: rememberedRefusals(),
      findApiKey: apiKeysIn(clients.dynamo, TABLES.merchants),
    }),
    banking,
    relay: { ...common, queue },
    deliver: {
      ...common,
      deliveries,
      endpoints,
      retries: retryQueue(clients.sqs, queueUrls.retries),
      send: tracedSend(options),
      sleep: async (durationMs: number) => sleepInWorldTime(time, durationMs),
      newAttemptId: () => randomText(8),
    },
    sweep: { ...banking, deliveries, due: transactions.due, handOver: handOver({ ...common, deliveries, queue }) },
    resend: {
      ...common,
      deliveries,
      queue,
      beginSeries: beginSeriesIn(clients.dynamo, TABLES.transactions),
      endpointState: async (merchantId: string) => {
        const endpoint = await endpoints.read(merchantId);
        return { hasEndpoint: endpoint !== undefined, isEnabled: endpoint?.enabled ?? false };
      },
    },
    testEvents: { client: clients.dynamo, tableName: TABLES.transactions, clock },
  };
}

async function readSecret({ secrets }: ProductClients, SecretId: string): Promise<string> {
  const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  if (SecretString === undefined) throw new Error('secret: has no text value');
  return SecretString;
}

function bankAccountAt(baseUrl: string): BankAccount {
  const minimumCents = { MBWAY: 1, REFERENCE: 1 };
  return { name: 'main', provider: 'sibs', baseUrl, secretId: SECRETS.bank, minimumCents, referenceDays: 3 };
}

async function sleepInWorldTime(time: { nowMs: number }, durationMs: number): Promise<void> {
  await pause();
  time.nowMs += durationMs;
}

const SILENT_DEADLINE_MS = 12;

/**
 * The real sender; a POST that ran into its deadline took eight seconds of the world's time. Made when it is first used: reading
 * every authority takes longer than most runs do, and most environments send nothing.
 */
function tracedSend({ time, postDeadlineMs, silentUrls }: EnvironmentOptions): Send {
  const senders = new Map<number, Send>();
  const senderWith = (deadlineMs: number): Send => {
    const known = senders.get(deadlineMs);
    if (known) return known;
    const options = { permitLoopback: true, deadlineMs, extraAuthorities: [authority.ca] };
    const made = webhookSender({ clock: () => time.nowMs, ...options });
    senders.set(deadlineMs, made);
    return made;
  };
  return (post) =>
    external('POST', async () => {
      const startedAt = time.nowMs;
      const outcome = await senderWith(silentUrls.has(post.url) ? SILENT_DEADLINE_MS : postDeadlineMs)(post);
      if (outcome.class !== 'timeout') return outcome;
      time.nowMs = Math.max(time.nowMs, startedAt + WEBHOOK_DEADLINE_MS);
      return { ...outcome, durationMs: WEBHOOK_DEADLINE_MS };
    });
}

const BANK_CALLS: [RegExp, string][] = [
  [/\/payments$/, 'bank checkout'],
  [/purchase$/, 'bank purchase'],
  [/generate$/, 'bank generate'],
  [/status$/, 'bank status'],
];

function bankCall({ time, bankDeadlineMs }: EnvironmentOptions): HttpCall {
  const call = httpCaller(() => time.nowMs);
  return (request) => {
    const operation = BANK_CALLS.find(([path]) => path.test(request.url))?.[1] ?? 'bank call';
    return external(operation, async (label) => {
      const headers = label === undefined ? request.headers : { ...request.headers, [CALL_HEADER]: label };
      return call({ ...request, headers, timeoutMs: Math.min(request.timeoutMs, bankDeadlineMs) });
    });
  };
}
