import type { BankAccount } from '../../../functions/banking/account.ts';
import { bankAccounts } from '../../../functions/banking/bank-accounts.ts';
import type { HttpCall } from '../../../functions/banking/http-call.ts';
import { authorize } from '../../../functions/gateway/authorize.ts';
import { meterIn } from '../../../functions/gateway/rate-limits.table.ts';
import { rememberedRefusals } from '../../../functions/gateway/remembered-refusals.ts';
import { merchantsTable } from '../../../functions/merchants/accounts/merchants.table.ts';
import { sealedWebhookEndpoints } from '../../../functions/merchants/accounts/webhook-endpoint.table.ts';
import { apiKeysIn } from '../../../functions/merchants/keys/api-keys.table.ts';
import { keyringFrom } from '../../../functions/merchants/keys/keyring.ts';
import { phoneHashFrom } from '../../../functions/payments/start/phone.ts';
import { randomText } from '../../../functions/runtime/ids.ts';
import type { Logger } from '../../../functions/runtime/logger.ts';
import { batchedReads } from '../../../functions/webhooks/batched-reads.table.ts';
import type { Send, WebhookPost } from '../../../functions/webhooks/deliver/sender.ts';
import { deliveriesTable } from '../../../functions/webhooks/deliveries.table.ts';
import { deliveryQueue, retryQueue } from '../../../functions/webhooks/delivery-queue.sqs.ts';
import { handOver } from '../../../functions/webhooks/resend/hand-over.ts';
import { beginSeriesIn } from '../../../functions/webhooks/resend/resend.table.ts';
import { TABLES } from '../../support/created-tables.ts';
import { CREDENTIALS } from '../../support/scripted-sibs.ts';
import { paymentsIn } from '../../support/wired.ts';
import { CALL_HEADER, type ProductClients } from './clients.ts';
import { external } from './invocation.ts';

const PLAN_KEYS = { withinLimitKey: 'within-limit', overLimitKey: 'over-limit' };

const SECRETS = { keyring: 'keyring', bank: 'bank-main' };

export const KEYRING_TEXT = JSON.stringify({ k1: 'x'.repeat(64) });

/** Secret values by name. */
export const SECRET_TEXTS = { [SECRETS.keyring]: KEYRING_TEXT, [SECRETS.bank]: JSON.stringify(CREDENTIALS) };

export interface EnvironmentOptions {
  clients: Omit<ProductClients, 'renew' | 'destroy'>;
  queueUrls: { deliveries: string; retries: string };
  readSecret(id: string): Promise<string>;
  bankUrl: string;
  callBank: HttpCall;
  send: Send;
  clock(): number;
  /** Sleep of the API's functions and the sweep. */
  sleep(durationMs: number): Promise<void>;
  /** Sleep of the consumer. */
  sleepBetweenAttempts(durationMs: number): Promise<void>;
  logger: Logger;
}

export type Environment = ReturnType<typeof environment>;

/**
 * One fresh execution environment: the dependencies of the functions as their `*.handler.ts` wire them, with empty
 * caches and no open connections. The clock, the sleeps and the connections to bank and merchants come from the world.
 */
export function environment(options: EnvironmentOptions) {
  const { clients, queueUrls, readSecret, clock, sleep, logger } = options;
  const readItem = batchedReads(clients.dynamo);
  const deliveries = deliveriesTable(clients.dynamo, TABLES.transactions, readItem);
  const queue = deliveryQueue(clients.sqs, queueUrls.deliveries);
  const keyring = keyringFrom(readSecret, SECRETS.keyring, clock);
  const endpoints = sealedWebhookEndpoints(merchantsTable(clients.dynamo, TABLES.merchants, readItem), keyring);
  const common = { clock, logger };
  const banking = {
    ...common,
    ...paymentsIn(clients.dynamo, clock),
    bankAccounts: bankAccounts({
      accounts: [bankAccountAt(options.bankUrl)],
      readSecret,
      clock,
      call: traced(options.callBank),
    }),
    phoneHash: phoneHashFrom(keyring),
    // Also required by `test/support/payment-calls.ts`.
    slept: [],
    lines: [],
    sleep,
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
      send: (post: WebhookPost) => external('POST', () => options.send(post)),
      sleep: options.sleepBetweenAttempts,
      newAttemptId: () => randomText(8),
    },
    sweep: {
      ...banking,
      deliveries,
      due: banking.transactions.due,
      handOver: handOver({ ...common, deliveries, queue }),
    },
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

function bankAccountAt(baseUrl: string): BankAccount {
  const minimumCents = { MBWAY: 1, REFERENCE: 1 };
  return { name: 'main', provider: 'sibs', baseUrl, secretId: SECRETS.bank, minimumCents, referenceDays: 3 };
}

const BANK_CALLS: [RegExp, string][] = [
  [/\/payments$/, 'bank checkout'],
  [/purchase$/, 'bank purchase'],
  [/generate$/, 'bank generate'],
  [/status$/, 'bank status'],
];

/** Traces each call to the bank, so that it can be cut. */
function traced(call: HttpCall): HttpCall {
  return (request) => {
    const operation = BANK_CALLS.find(([path]) => path.test(request.url))?.[1] ?? 'bank call';
    return external(operation, async (label) => {
      const headers = label === undefined ? request.headers : { ...request.headers, [CALL_HEADER]: label };
      return call({ ...request, headers });
    });
  };
}
