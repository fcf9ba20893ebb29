import type { BankAccount } from '../../../functions/banking/account.ts';
import { bankAccounts } from '../../../functions/banking/bank-accounts.ts';
import type { HttpCall } from '../../../functions/banking/http-call.ts';
import { authorize } from '../../../functions/gateway/authorize.ts';
import { keyringFrom } from '../../../functions/merchants/keys/keyring.ts';
import { phoneHashFrom } from '../../../functions/payments/start/phone.ts';
import type { Logger } from '../../../functions/runtime/logger.ts';
import type { Send, WebhookPost } from '../../../functions/webhooks/deliver/sender.ts';
import { recoverDelivery } from '../../../functions/webhooks/recover.ts';
import { deliverOn, queueOn, recoverOn, resendOn } from '../../../functions/webhooks/wiring.ts';
import { CREDENTIALS } from '../../rig/banks/scripted-sibs.ts';
import { TABLES } from '../../rig/tables.ts';
import { authorizerIn, merchantsIn, paymentsIn, webhooksIn } from '../../rig/wired.ts';
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
  const webhooks = { ...clients, clock, logger };
  const names = { ...TABLES, deliveriesUrl: queueUrls.deliveries, retriesUrl: queueUrls.retries };
  const keyring = keyringFrom(readSecret, SECRETS.keyring, clock);
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
    // Also required by `test/rig/payment-calls.ts`.
    slept: [],
    lines: [],
    sleep,
  };
  return {
    authorize: authorize({
      ...authorizerIn(clients.dynamo, clock, logger),
      ...PLAN_KEYS,
      // A use is recorded once an hour: another write, at a time that depends on the environment.
      findApiKey: merchantsIn(clients.dynamo).findApiKey,
    }),
    banking,
    relay: { ...common, queue: queueOn(clients, names) },
    deliver: deliverOn(
      {
        ...webhooks,
        keyring,
        send: (post: WebhookPost) => external('POST', () => options.send(post)),
        sleep: options.sleepBetweenAttempts,
      },
      names,
    ),
    sweep: { ...banking, recoverDelivery: recoverDelivery(recoverOn(webhooks, names)) },
    resend: resendOn(webhooks, names),
    sendTestEvent: webhooksIn(clients.dynamo, clock).sendTestEvent,
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
