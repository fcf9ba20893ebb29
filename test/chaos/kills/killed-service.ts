import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { freePort } from '../../../lib/local/engines/dynamo.ts';
import { createDemoAuthority } from '../../../lib/receiver/certificate.ts';
import { ownFolder } from '../../hosted/support/command-lines.ts';
import { type Hook, payloads, startHookReceiver } from '../../hosted/support/hook-receiver.ts';
import { clientsOf, type HostFacts } from '../../hosted/support/host-clients.ts';
import { seededRandom } from '../world/seeded.ts';
import { APART_MS, expectConsistent, patientMerchant, refusals } from './patient-merchant.ts';

// Needs the complete service, in its own process. Payments start in batches. Each kill follows one or two webhooks of
// a batch and a short pause, both drawn by the seed. So each kill hits a working service on any machine, though not at
// the same step in every run.

const BATCH = 4;
const MAX_NOTIFIED = 2;
const ROOT = join(import.meta.dirname, '..', '..', '..');
const prefix = 'K';

interface Service {
  child: ChildProcess;
  facts: HostFacts;
}

/** Starts always on the same files and port. */
async function startService(dir: string, port: number): Promise<Service> {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(ROOT, '.cache', 'compiled'), NODE_EXTRA_CA_CERTS: undefined };
  const script = join(import.meta.dirname, 'lean-service.ts');
  const child = fork(script, [dir, String(port)], { cwd: ROOT, env, execArgv: [] });
  const facts = await Promise.race([
    once(child, 'message').then(([message]) => message as HostFacts),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`the service ended with ${code} at start`))),
  ]);
  return { child, facts };
}

async function kill({ child }: Service): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Makes received messages visible, instead of waiting minutes for their visibility timeout. */
function letVisibilityPass(dir: string): void {
  const database = new DatabaseSync(join(dir, 'data', 'queues.db'));
  database.exec('UPDATE messages SET visibleAtMs = 1 WHERE receiveCount > 0');
  database.close();
}

/** Answers as a merchant's server that refuses some. `reached(n)` ends with the n-th POST, before its answer. */
function answering(hook: Hook): { reached(number: number): Promise<void> } {
  let wanted = 0;
  let reach = (): void => undefined;
  hook.answers = (number) => {
    if (number === wanted) reach();
    return { status: refusals(hook)[number - 1] ? 503 : 200 };
  };
  return {
    reached: (number) =>
      new Promise((resolve) => {
        wanted = number;
        reach = resolve;
      }),
  };
}

/** Plays a batch of payments for each kill and compares each payment with what happened outside the service. */
export async function expectToSurvive(kills: number, seed: number): Promise<void> {
  const folder = ownFolder();
  const dir = join(folder, '.local');
  const random = seededRandom(seed);
  const { certificate } = await createDemoAuthority(join(dir, 'certificates'));
  const receiver = await startHookReceiver(certificate);
  const hook = receiver.hook();
  const port = await freePort();
  let service = await startService(dir, port);
  try {
    const { accounts, close } = clientsOf(service.facts);
    const bankAccount = service.facts.outputs.DefaultBankAccount ?? '';
    const { apiKey } = await accounts.create({ name: 'Loja', status: 'active', bankAccount, webhookUrl: hook.url });
    close();
    const server = answering(hook);
    const merchant = patientMerchant({ port, apiKey, prefix, network: '127.2.0' });
    for (let number = 1; number <= kills; number += 1) {
      const reached = server.reached(hook.requests.length + 1 + Math.floor(random() * MAX_NOTIFIED));
      merchant.begin(BATCH);
      await reached;
      await sleep(random() * APART_MS);
      await kill(service);
      const refused = refusals(hook);
      const notified = payloads(hook).filter((_, index) => !refused[index]);
      const paid = new Set(notified.map(({ data }) => data.id));
      expect(paid.size, `kill ${number} hit an idle service`).toBeLessThan(merchant.begun());
      letVisibilityPass(dir);
      service = await startService(dir, port);
    }
    const transactionIds = await merchant.started();
    // A message received again just before its next attempt was due is hidden for three minutes.
    service.child.send(4 * 60_000);
    const [moved] = await once(service.child, 'message');
    expect(moved).toMatchObject({ quiet: true });
    const clients = clientsOf(service.facts);
    const outcome = { port, hook, prefix, transactionIds, detail: clients.detail, maxUnrecorded: kills };
    await expectConsistent(outcome).finally(clients.close);
  } finally {
    await kill(service);
    await receiver.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
