import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountStatus } from '../../functions/merchants/merchant.ts';
import type { LogEntry } from '../../lib/local/host.ts';
import { createDemoAuthority } from '../../lib/receiver/certificate.ts';
import { type LocalServiceOptions, startLocalService } from '../../lib/startup/local-service.ts';
import { startHookReceiver } from '../e2e/hook-receiver.ts';
import { clientsOf } from '../e2e/host-clients.ts';
import { httpCall, type Sent } from '../e2e/http-call.ts';
import { type Shop, shopOf } from '../e2e/shop.ts';

export type HostedService = Awaited<ReturnType<typeof startHostedService>>;

/**
 * The whole service as `npm start` hosts it, on fresh engines in a folder of its own, with a receiver for webhooks.
 * What is asserted about it goes over HTTP; the tables are read only for what an operator reads there.
 */
export async function startHostedService(options: Pick<LocalServiceOptions, 'assemblyDir'> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'payment-service-e2e-'));
  const log: LogEntry[] = [];
  const service = await startLocalService({ ...options, dir, port: 0, onLog: (entry) => void log.push(entry) });
  const { host, baseUrl, simulatorUrl, dashboardUrl, outputs } = service;
  const { certificate } = await createDemoAuthority(join(dir, 'certificates'));
  const receiver = await startHookReceiver(certificate);
  const clients = clientsOf({ clientEnvironment: host.clientEnvironment, outputs });
  const nextAddress = addresses();
  return {
    ...clients,
    host,
    outputs,
    baseUrl,
    dashboardUrl,
    /** Every line of the host and its functions so far. */
    log,
    nextAddress,
    shop: async (status: AccountStatus = 'active', bankAccount = outputs.DefaultBankAccount ?? ''): Promise<Shop> => {
      const hook = receiver.hook();
      const account = await clients.accounts.create({ name: 'Loja', status, bankAccount, webhookUrl: hook.url });
      return shopOf(baseUrl, { account, hook, localAddress: nextAddress() });
    },
    /** `path` is the whole path, the stage included. */
    request: (method: string, path: string, sent?: Sent) => httpCall(host.url, method, path, sent),
    /** The simulated bank's control endpoints. */
    control: (method: string, path: string, body?: unknown) =>
      httpCall(simulatorUrl, method, `${new URL(simulatorUrl).pathname}/control${path}`, { body }),
    stop: async (): Promise<void> => {
      await service.stop();
      await receiver.stop();
      clients.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Asks until there is an answer, however slow the machine; rejects with what was last seen after `limitMs`. */
export async function eventually<Value>(
  ask: () => Promise<Value | undefined | false> | Value | undefined | false,
  limitMs = 25_000,
  lastSeen: () => unknown = () => undefined,
): Promise<Value> {
  for (const giveUpAt = Date.now() + limitMs; ; ) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > giveUpAt) throw new Error(`nothing came of it in ${limitMs} ms: ${JSON.stringify(lastSeen())}`);
    await sleep(50);
  }
}

/** Loopback addresses one after the other: each has a limit of its own at the service. */
function addresses(): () => string {
  let given = 0;
  return () => {
    given += 1;
    return `127.1.${given >> 8}.${given & 255}`;
  };
}
