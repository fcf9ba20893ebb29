import { existsSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readDetail } from '../../lib/operator/transaction-detail.ts';
import { createDemoAuthority } from '../../lib/receiver/certificate.ts';
import { clientsOf, eventually } from '../support/hosted-service.ts';
import { interrupt, killHard, ownFolder, run, type Started, startService } from './command-lines.ts';
import { type Hook, startHookReceiver } from './hook-receiver.ts';
import { httpCall, type Sent } from './http-call.ts';
import { payloads } from './webhook-payload.ts';

const folder = ownFolder();
const running = new Set<Started>();
afterAll(async () => {
  await Promise.all([...running].map(killHard));
  rmSync(folder, { recursive: true, force: true });
});

async function started(args: string[] = [], port?: number): Promise<Started> {
  const service = await startService(folder, args, port);
  running.add(service);
  void service.ended.then(() => running.delete(service));
  return service;
}

const api = ({ serviceFile: { baseUrl, apiKey } }: Started, method: string, path: string, sent: Sent = {}) =>
  httpCall(baseUrl, method, new URL(baseUrl).pathname + path, { key: apiKey, ...sent });

const control = ({ serviceFile: { simulatorUrl } }: Started, path: string) =>
  httpCall(simulatorUrl, 'POST', `${new URL(simulatorUrl).pathname}/control${path}`);

async function detailOf(service: Started, transactionId: string) {
  const { client } = clientsOf(service.hostFile, service.hostFile.outputs);
  try {
    return await readDetail(client, service.hostFile.outputs.TransactionsTable ?? '', transactionId);
  } finally {
    client.destroy();
  }
}

/** A merchant of its own on that service, whose webhooks go to `hook`; answers its key. */
async function merchantFor({ hostFile: { outputs }, ...service }: Started, hook: Hook): Promise<string> {
  const { client, secrets, merchants } = clientsOf({ clientEnvironment: {}, ...service, ...{ outputs } } as never, outputs);
  client.destroy();
  secrets.destroy();
  return String(merchants) + hook.url;
}
