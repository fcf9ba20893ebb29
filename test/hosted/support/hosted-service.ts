import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkUserOn } from '../../../functions/dashboard/wiring.ts';
import type { AccountStatus } from '../../../functions/merchants/accounts/merchant.ts';
import type { LogEntry } from '../../../lib/local/host.ts';
import { subjectOf } from '../../../lib/local/issuer/users.ts';
import { createDemoAuthority } from '../../../lib/receiver/certificate.ts';
import { type LocalServiceOptions, startLocalService } from '../../../lib/startup/local-service.ts';
import { eventually } from '../../support/eventually.ts';
import { type Ended, ownFolder, run } from './command-lines.ts';
import { startHookReceiver } from './hook-receiver.ts';
import { clientsOf } from './host-clients.ts';
import { httpCall, type Reply, type Sent } from './http-call.ts';
import { type Shop, shopOf } from './shop.ts';

export type HostedService = Awaited<ReturnType<typeof startHostedService>>;

/** A merchant with a person who signs in as `email`. */
export interface MerchantOf {
  email: string;
  shop: Shop;
}

/** More than the delays of four attempts. */
const ATTEMPTS_MS = 10_000;

/** Each provider of the simulated bank, by a call that it refuses. */
const OF_THE_BANK = [
  ['POST', 'sibs/spg/v2/payments'],
  ['GET', 'ifthenpay/spg/payment/mbway/status'],
] as const;

/**
 * The complete service as `npm start` hosts it, on fresh engines in a separate folder, with a receiver for webhooks.
 * Assertions use HTTP. The tables are read only where an operator reads them.
 */
export async function startHostedService(options: Pick<LocalServiceOptions, 'assemblyDir' | 'environments'> = {}) {
  const folder = ownFolder();
  const dir = join(folder, '.local');
  const log: LogEntry[] = [];
  const service = await startLocalService({ ...options, dir, port: 0, onLog: (entry) => void log.push(entry) });
  const { host, baseUrl, simulatorUrl, dashboardUrl, outputs } = service;
  const { certificate } = await createDemoAuthority(join(dir, 'certificates'));
  const receiver = await startHookReceiver(certificate);
  const { clientEnvironment, nowMs } = host;
  const clients = clientsOf({ clientEnvironment, outputs, nowMs });
  const linkUser = linkUserOn({ dynamo: clients.client }, { merchants: outputs.MerchantsTable ?? '' });
  const hostFile = { clientEnvironment, outputs, dashboardUrl };
  writeFileSync(join(dir, 'host.json'), JSON.stringify(hostFile));

  let given = 0;
  /** A loopback address for each call: the rate limit is per address. */
  const nextAddress = (): string => {
    given += 1;
    return `127.1.${given >> 8}.${given & 255}`;
  };
  let people = 0;
  /** An address that nobody has signed up with. */
  const newEmail = (): string => {
    people += 1;
    return `person-${people}@shop.example`;
  };
  /** `path`: the complete path, including the stage. */
  const request = (method: string, path: string, sent?: Sent): Promise<Reply> => httpCall(host.url, method, path, sent);
  /** Calls the simulated bank's control endpoints. */
  const control = (method: string, path: string, body?: unknown): Promise<Reply> =>
    httpCall(simulatorUrl, method, `${new URL(simulatorUrl).pathname}/control${path}`, { body });
  const shop = async (
    status: AccountStatus = 'active',
    bankAccount = outputs.DefaultBankAccount ?? '',
  ): Promise<Shop> => {
    const hook = receiver.hook();
    // Its name has an unseen character, which every page must name.
    const account = await clients.accounts.create({ name: 'Loja\u202E', status, bankAccount, webhookUrl: hook.url });
    return shopOf({ baseUrl, control, account, hook, localAddress: nextAddress() });
  };
  /** Moves the clock on until attempts that follow others have been made. */
  const attempted = () => host.advance(ATTEMPTS_MS);
  const deliveriesOf = async (transactionId: string) =>
    (await clients.detail(transactionId)).settlements.map(({ delivery }) => delivery);
  return {
    ...clients,
    ...{ folder, host, outputs, baseUrl, dashboardUrl, nextAddress, newEmail, request, control, shop, attempted },
    hostFile,
    /** Runs one of the commands in `bin/` against the service. */
    run: (script: string, ...args: string[]): Promise<Ended> => run(folder, script, args),
    /** All log entries of the host and its functions. */
    log,
    /** A webhook endpoint without a merchant. */
    hook: () => receiver.hook(),
    /** The status of a payment's first call with this key: 200, 401 with an invalid one, 403 of an account that is not active. */
    statusWith: async (key: string): Promise<number> => {
      const sent = { key, body: { orderId: 'KEY', amount: 1 }, localAddress: nextAddress() };
      return (await request('POST', '/api/v1/payments/init', sent)).status;
    },
    /** The shop at another address. */
    elsewhere: (of: Shop): Shop => shopOf({ ...of, baseUrl, control, localAddress: nextAddress() }),
    /** An account of its own, so that no test sees what another does. */
    merchant: async (status: AccountStatus = 'active', email = newEmail()): Promise<MerchantOf> => {
      const own = await shop(status);
      await linkUser({
        ...{ userId: subjectOf(email), merchantId: own.account.merchantId, linkedAt: nowMs() },
      });
      return { email, shop: own };
    },
    deliveriesOf,
    /** Resolves when the delivery of the transaction's newest event has ended so, or in any way; returns it. */
    delivered: async (transactionId: string, state?: 'delivered' | 'not_delivered' | 'skipped') => {
      if (state === 'not_delivered') await attempted();
      let last: unknown;
      return eventually(
        async () => {
          const delivery = (await deliveriesOf(transactionId)).at(-1);
          last = delivery;
          return delivery && (state ? delivery.state === state : delivery.state !== 'pending') && delivery;
        },
        undefined,
        () => last,
      );
    },
    /** Loads the functions of a payment: on a slow machine that takes longer than a test or a call of theirs may. */
    load: async (): Promise<void> => {
      const own = await shop();
      await own.paid();
      await eventually(() => own.hook.requests.length > 0);
      // A start at the bank may take 10 s, an inquiry 5 s.
      for (const [method, path] of OF_THE_BANK) await request(method, `/simulator/${path}`);
    },
    stop: async (): Promise<void> => {
      await service.stop();
      await receiver.stop();
      clients.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
