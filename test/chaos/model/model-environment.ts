import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { bankAccounts } from '../../../functions/banking/bank-accounts.ts';
import type { HttpCall } from '../../../functions/banking/http-call.ts';
import type { DeliveryQueue, RetryQueue } from '../../../functions/webhooks/delivery-queue.ts';
import { handOver } from '../../../functions/webhooks/hand-over.ts';
import type { Send } from '../../../functions/webhooks/sender.ts';
import { CREDENTIALS } from '../../support/scripted-sibs.ts';
import type { ProductClients } from '../world/clients.ts';
import { environment, SECRETS } from '../world/environment.ts';
import { external, pause } from '../world/invocation.ts';
import { KEYRING_TEXT } from '../world/shop.ts';
import { keepingLogger } from '../world/world-parts.ts';
import { sendTo } from './model-shop.ts';
import type { ModelWorld } from './model-world.ts';

export type ModelEnvironment = ReturnType<typeof modelEnvironment>;

const TEXTS: Record<string, string> = { [SECRETS.keyring]: KEYRING_TEXT, [SECRETS.bank]: JSON.stringify(CREDENTIALS) };

/** Secrets without their engine: no race or crash of the model is about reading them. */
export const secrets = {
  send: async ({ input }: { input: { SecretId: string } }) => ({ SecretString: TEXTS[input.SecretId] }),
  destroy: () => undefined,
} as unknown as SecretsManagerClient;

/**
 * The functions wired as in the fault harness, which wires them as they are deployed. Table and stream are the engine's;
 * bank, queues and merchants' servers are played in this process, so that a sequence takes a tenth of a second. Each
 * call to one of them is a place where an invocation can be cut.
 */
export function modelEnvironment(world: ModelWorld, clients: ProductClients) {
  const { time, lines } = world;
  const queueUrls = { deliveries: 'http://localhost/deliveries', retries: 'http://localhost/delivery-retries' };
  const deadlines = { postDeadlineMs: 8_000, bankDeadlineMs: 8_000, silentUrls: new Set<string>() };
  const logger = keepingLogger(lines);
  const wired = environment({ clients, queueUrls, bankUrl: 'http://127.0.0.1:9', time, ...deadlines, logger });
  const account = wired.banking.bankAccounts.account('main');
  if (!account) throw new Error('the environment has no bank account');
  const call: HttpCall = (request) => external(`bank ${request.url.split('/').at(-1)}`, () => world.bank.call(request));
  const clock = () => time.nowMs;
  const readSecret = async (id: string) => TEXTS[id] ?? '';
  const ours = {
    bankAccounts: bankAccounts({ accounts: [account], readSecret, clock, call }),
    // The clock of the rules stands still in a call, so that what it must answer does not depend on how long it took.
    sleep: pause,
  };
  const { queue, retries, send } = playedParts(world);
  const { deliveries } = wired.deliver;
  return {
    banking: { ...wired.banking, ...ours },
    relay: { ...wired.relay, queue },
    deliver: { ...wired.deliver, retries, send },
    sweep: { ...wired.sweep, ...ours, handOver: handOver({ deliveries, queue, clock, logger }) },
    retriesUrl: queueUrls.retries,
  };
}

/** Queues and merchants' servers; a call to one of them can be cut like a call to the table. */
function playedParts(world: ModelWorld): { queue: DeliveryQueue; retries: RetryQueue; send: Send } {
  const post = sendTo(world);
  return {
    queue: {
      sendBatch: (messages) =>
        external('SendMessageBatch', async () => {
          for (const message of messages) world.queues.deliveries.send(message);
          return [];
        }),
    },
    retries: {
      send: (message, delayMs) => external('SendMessage', async () => world.queues.retries.send(message, delayMs)),
    },
    send: (webhook) => external('POST', () => post(webhook)),
  };
}
