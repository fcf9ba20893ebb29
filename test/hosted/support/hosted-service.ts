import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base } from 'vitest';
import type { AccountStatus } from '../../../functions/merchants/accounts/merchant.ts';
import type { LogEntry } from '../../../lib/local/host.ts';
import { createDemoAuthority } from '../../../lib/receiver/certificate.ts';
import { type LocalServiceOptions, startLocalService } from '../../../lib/startup/local-service.ts';
import { eventually } from '../../support/eventually.ts';
import { type Ended, ownFolder, run } from './command-lines.ts';
import { startHookReceiver } from './hook-receiver.ts';
import { clientsOf } from './host-clients.ts';
import { httpCall, type Sent } from './http-call.ts';
import { type Shop, shopOf } from './shop.ts';

export type HostedService = Awaited<ReturnType<typeof startHostedService>>;

/** The worker's service, for tests by `hostedTest`. */
export let hosted: HostedService;

/** For each `test` that extends `hostedTest` Vitest starts its fixtures anew. */
let started: Promise<HostedService> | undefined;

/**
 * One service for all test files of a worker. Each test uses its own merchants and addresses and restores what it
 * changes. The clock may be ahead of the machine's (`host.nowMs()`), and other merchants have transactions too.
 */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs.
export const hostedTest = base.extend('hosted', { scope: 'worker', auto: true }, async ({}, { onCleanup }) => {
  started ??= startPaid();
  hosted = await started;
  onCleanup(() => stopOnce());
  return hosted;
});

async function startPaid(): Promise<HostedService> {
  const service = await startHostedService();
  await payOnce(service);
  return service;
}

async function stopOnce(): Promise<void> {
  const service = started;
  started = undefined;
  await (await service)?.stop();
}

/** Loads the functions of a payment: on a slow machine that takes longer than a test may. */
export async function payOnce(service: Pick<HostedService, 'shop' | 'control' | 'request'>): Promise<void> {
  const shop = await service.shop();
  const transactionId = await shop.init();
  await shop.mbway(transactionId, '910000002');
  await service.control('POST', `/payments/${transactionId}/approve`);
  await eventually(() => shop.hook.requests.length > 0);
  await loadBank(service);
}

/** Each provider of the simulated bank, by a call that it refuses. */
const OF_THE_BANK = [
  ['POST', 'sibs/spg/v2/payments'],
  ['GET', 'ifthenpay/spg/payment/mbway/status'],
] as const;

/** A start at the bank may take 10 s, an inquiry 5 s: on a slow machine less than its functions take to load. */
export async function loadBank({ request }: Pick<HostedService, 'request'>): Promise<void> {
  for (const [method, path] of OF_THE_BANK) await request(method, `/simulator/${path}`);
}

/**
 * The complete service as `npm start` hosts it, on fresh engines in a separate folder, with a receiver for webhooks.
 * Assertions use HTTP. The tables are read only where an operator reads them.
 */
export async function startHostedService(options: Pick<LocalServiceOptions, 'assemblyDir'> = {}) {
  const folder = ownFolder();
  const dir = join(folder, '.local');
  const log: LogEntry[] = [];
  const service = await startLocalService({ ...options, dir, port: 0, onLog: (entry) => void log.push(entry) });
  const { host, baseUrl, simulatorUrl, dashboardUrl, outputs } = service;
  const { certificate } = await createDemoAuthority(join(dir, 'certificates'));
  const receiver = await startHookReceiver(certificate);
  const clients = clientsOf({ clientEnvironment: host.clientEnvironment, outputs, nowMs: host.nowMs });
  const nextAddress = addresses();
  const { clientEnvironment } = host;
  writeFileSync(join(dir, 'host.json'), JSON.stringify({ clientEnvironment, outputs, dashboardUrl }));
  return {
    ...clients,
    folder,
    /** Runs one of the commands in `bin/` against the service. */
    run: (script: string, ...args: string[]): Promise<Ended> => run(folder, script, args),
    host,
    outputs,
    baseUrl,
    dashboardUrl,
    /** All log entries of the host and its functions. */
    log,
    nextAddress,
    /** A webhook endpoint without a merchant. */
    hook: () => receiver.hook(),
    shop: async (status: AccountStatus = 'active', bankAccount = outputs.DefaultBankAccount ?? ''): Promise<Shop> => {
      const hook = receiver.hook();
      // Its name has an unseen character, which every page must name.
      const account = await clients.accounts.create({ name: 'Loja\u202E', status, bankAccount, webhookUrl: hook.url });
      return shopOf(baseUrl, { account, hook, localAddress: nextAddress() });
    },
    /** `path`: the complete path, including the stage. */
    request: (method: string, path: string, sent?: Sent) => httpCall(host.url, method, path, sent),
    /** Calls the simulated bank's control endpoints. */
    control: (method: string, path: string, body?: unknown) =>
      httpCall(simulatorUrl, method, `${new URL(simulatorUrl).pathname}/control${path}`, { body }),
    stop: async (): Promise<void> => {
      await service.stop();
      await receiver.stop();
      clients.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a new loopback address with each call: the rate limit is per address. */
function addresses(): () => string {
  let given = 0;
  return () => {
    given += 1;
    return `127.1.${given >> 8}.${given & 255}`;
  };
}
