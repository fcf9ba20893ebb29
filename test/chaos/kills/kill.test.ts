import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../lib/local/engines/dynamo.ts';
import { createDemoAuthority } from '../../../lib/receiver/certificate.ts';
import { ownFolder } from '../../e2e/support/command-lines.ts';
import { type Hook, type HookReceiver, payloads, startHookReceiver } from '../../e2e/support/hook-receiver.ts';
import { clientsOf, type HostFacts } from '../../e2e/support/host-clients.ts';
import { eventually } from '../../support/eventually.ts';
import { seededRandom } from '../world/seeded.ts';
import { APART_MS, expectConsistent, patientMerchant, refusals } from './patient-merchant.ts';

// Needs the complete service, in its own process. Payments start in batches. Each kill follows one to three webhooks of
// a batch and a short pause, both drawn by the seed. So each kill hits a working service on any machine, though not at
// the same step in every run.

const KILLS = 5;
const BATCH = 6;
const MAX_NOTIFIED = 3;
const SEED = 20_261_120;
const prefix = 'K';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const folder = ownFolder();
const dir = join(folder, '.local');
let port: number;
let receiver: HookReceiver;
let service: ChildProcess;
let facts: HostFacts;
let hook: Hook;
let apiKey: string;

/** Each start uses the same port and the same files. */
async function startService(): Promise<void> {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled'), NODE_EXTRA_CA_CERTS: undefined };
  const script = join(import.meta.dirname, 'lean-service.ts');
  service = fork(script, [dir, String(port)], { cwd: ROOT, env, execArgv: [] });
  facts = await Promise.race([
    once(service, 'message').then(([message]) => message as HostFacts),
    once(service, 'exit').then(([code]) => Promise.reject(new Error(`the service ended with ${code} at start`))),
  ]);
}

async function killService(): Promise<void> {
  const ended = once(service, 'exit');
  service.kill('SIGKILL');
  await ended;
}

beforeAll(async () => {
  const { certificate } = await createDemoAuthority(join(dir, 'certificates'));
  receiver = await startHookReceiver(certificate);
  hook = receiver.hook();
  port = await freePort();
  await startService();
  const { accounts, close } = clientsOf(facts);
  const bankAccount = facts.outputs.DefaultBankAccount ?? '';
  ({ apiKey } = await accounts.create({ name: 'Loja', status: 'active', bankAccount, webhookUrl: hook.url }));
  close();
}, 120_000);
afterAll(async () => {
  await killService();
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes received messages visible, instead of waiting minutes for their visibility timeout. */
function letVisibilityPass(): void {
  const database = new DatabaseSync(join(dir, 'data', 'queues.db'));
  database.exec('UPDATE messages SET visibleAtMs = 1 WHERE receiveCount > 0');
  database.close();
}

/** Returns how many orders had been notified successfully when the service was killed. */
async function killAndRestart(random: () => number): Promise<number> {
  const wanted = hook.requests.length + 1 + Math.floor(random() * MAX_NOTIFIED);
  await eventually(() => hook.requests.length >= wanted, 60_000);
  await sleep(random() * APART_MS);
  await killService();
  const refused = refusals(hook);
  const notified = payloads(hook).filter((_, index) => !refused[index]);
  letVisibilityPass();
  await startService();
  return new Set(notified.map(({ data }) => data.id)).size;
}

test('invariants 2 to 5: killed while 30 payments run, it loses no event and sends no wrong one', async () => {
  const random = seededRandom(SEED);
  hook.answers = (number) => ({ status: refusals(hook)[number - 1] ? 503 : 200 });
  const merchant = patientMerchant({ port, apiKey, prefix, network: '127.2.0' });
  for (let kill = 1; kill <= KILLS; kill += 1) {
    merchant.begin(BATCH);
    const notified = await killAndRestart(random);
    expect(notified, `kill ${kill} hit an idle service`).toBeLessThan(merchant.begun());
  }
  const transactionIds = await merchant.started();
  // A message received again just before its next attempt was due is hidden for three minutes.
  service.send(4 * 60_000);
  const [moved] = await once(service, 'message');
  expect(moved).toMatchObject({ quiet: true });
  const { detail, close } = clientsOf(facts);
  await expectConsistent({ port, hook, prefix, transactionIds, detail, maxUnrecorded: KILLS }).finally(close);
}, 400_000);
