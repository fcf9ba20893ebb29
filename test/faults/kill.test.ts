import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoAuthority } from '../../lib/receiver/certificate.ts';
import { killHard, ownFolder, run, type Started, startService } from '../e2e/command-lines.ts';
import { type Hook, type HookReceiver, startHookReceiver } from '../e2e/hook-receiver.ts';
import { clientsOf } from '../e2e/host-clients.ts';
import { httpCall, type Reply, type Sent } from '../e2e/http-call.ts';
import { type Payload, payloads } from '../e2e/webhook-payload.ts';
import { eventually } from '../support/hosted-service.ts';
import { seededRandom } from './seeded.ts';

// Needs the whole service as `npm start` runs it. Payments start in batches; of each, one to three webhooks arrive and a moment
// passes before the kill, both drawn by the seed. So each kill hits the service at work, however fast the machine is, though
// not at the same step in every run.

const KILLS = 5;
const BATCH = 6;
const MOST_TOLD = 3;
// Apart, so that the last of a batch are still on their way when the first are told.
const APART_MS = 200;
const MOST_REFUSED = 2;
const SEED = 20_261_120;

const folder = ownFolder();
let receiver: HookReceiver;
let service: Started;
let hook: Hook;
let apiKey: string;

beforeAll(async () => {
  const { certificate } = await createDemoAuthority(join(folder, '.local', 'certificates'));
  receiver = await startHookReceiver(certificate);
  hook = receiver.hook();
  service = await startService(folder);
  const { accounts, close } = clientsOf(service.hostFile);
  const bankAccount = service.hostFile.outputs.DefaultBankAccount ?? '';
  ({ apiKey } = await accounts.create({ name: 'Loja', status: 'active', bankAccount, webhookUrl: hook.url }));
  close();
}, 120_000);
afterAll(async () => {
  await killHard(service);
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A call as a merchant with patience makes it: again until it is answered 200, over restarts and lost answers. */
async function callUntilDone(n: number, method: string, path: string, sent: Sent = {}): Promise<Reply['json']> {
  const origin = `http://127.0.0.1:${service.port}`;
  const options = { key: apiKey, localAddress: `127.2.0.${n + 1}`, ...sent };
  let latest: unknown;
  return eventually(
    async () => {
      const reply = await httpCall(origin, method, `/api/v1/payments${path}`, options).catch(() => undefined);
      if (reply?.status === 200) return reply.json;
      if (reply) latest = [path, reply.status, reply.json];
      // More would run into the limit of 30 a minute.
      await sleep(2_000);
      return undefined;
    },
    120_000,
    () => latest,
  );
}

async function pay(n: number): Promise<string> {
  await sleep((n % BATCH) * APART_MS);
  const { transactionId } = await callUntilDone(n, 'POST', '/init', { body: { orderId: `K-${n}`, amount: n + 0.5 } });
  await callUntilDone(n, 'POST', '/mbway', { body: { transactionId, phoneNumber: '910000000' } });
  return String(transactionId);
}

/** What was in a consumer's hands stays hidden for minutes; this stands for having waited so long. */
function letVisibilityPass(): void {
  const database = new DatabaseSync(join(folder, '.local', 'data', 'queues', 'fauxqs.db'));
  database.exec('UPDATE sqs_messages SET visibility_deadline = 1 WHERE visibility_deadline IS NOT NULL');
  database.close();
}

/**
 * Which POSTs are refused, in order of arrival: every third, so that kills meet deliveries in the middle, but at most two
 * for one event, so that none ends as not delivered by right.
 */
function refusals(): boolean[] {
  const refused = new Map<unknown, number>();
  return payloads(hook).map(({ data }, index) => {
    const before = refused.get(data.id) ?? 0;
    if ((index + 1) % 3 !== 0 || before === MOST_REFUSED) return false;
    refused.set(data.id, before + 1);
    return true;
  });
}

/** Answers how many orders had been told of, successfully, when the service was killed. */
async function killAndRestart(random: () => number): Promise<number> {
  const wanted = hook.requests.length + 1 + Math.floor(random() * MOST_TOLD);
  await eventually(() => hook.requests.length >= wanted, 60_000);
  await sleep(random() * APART_MS);
  await killHard(service);
  const refused = refusals();
  const told = payloads(hook).filter((_, index) => !refused[index]);
  letVisibilityPass();
  service = await startService(folder, [], service.port);
  return new Set(told.map(({ data }) => data.id)).size;
}

test('invariants 2 to 5: killed hard again and again while 30 payments run, it loses no event and sends no wrong one', async () => {
  const random = seededRandom(SEED);
  hook.answers = (number) => ({ status: refusals()[number - 1] ? 503 : 200 });
  const paying: Promise<string>[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    paying.push(...Array.from({ length: BATCH }, (_, position) => pay(paying.length + position)));
    const told = await killAndRestart(random);
    expect(told, `kill ${kill} hit a service that had nothing to do`).toBeLessThan(paying.length);
  }
  const transactionIds = await Promise.all(paying);
  // What came to a consumer again just before its next attempt was due went back to its queue for three minutes.
  const moved = await run(folder, 'bin/clock.ts', ['advance', '4m']);
  expect(moved.status, moved.stderr).toBe(0);

  await allDelivered(transactionIds);
  await expectRight(transactionIds);
}, 400_000);

async function allDelivered(transactionIds: readonly string[]): Promise<void> {
  const { detail, close } = clientsOf(service.hostFile);
  const unfinished = new Map<string, unknown>(transactionIds.map((id) => [id, undefined]));
  await eventually(
    async () => {
      for (const id of unfinished.keys()) {
        const { status, settlements } = await detail(id);
        if (settlements.at(-1)?.delivery.state === 'delivered') unfinished.delete(id);
        else unfinished.set(id, { status, settlements });
      }
      return unfinished.size === 0;
    },
    60_000,
    () => [...unfinished],
  ).finally(close);
}

async function expectRight(transactionIds: readonly string[]): Promise<void> {
  const { detail, close } = clientsOf(service.hostFile);
  for (const [n, id] of transactionIds.entries()) {
    const { settlements } = await detail(id);
    expect(settlements).toHaveLength(1);
    const recorded = settlements[0]?.delivery.attempts.length ?? 0;
    expect(recorded).toBeLessThanOrEqual(4);
    const told = payloads(hook).filter(({ data }) => data.id === id);
    expect(new Set(told.map((payload) => JSON.stringify(payload))).size).toBe(1);
    expect(told[0]).toMatchObject({ event: 'payment.success', data: { amount: n + 0.5, externalOrderId: `K-${n}` } });
    // Each crash may repeat one POST (invariant 5).
    expect(told.length).toBeGreaterThanOrEqual(recorded);
    expect(told.length).toBeLessThanOrEqual(recorded + KILLS);
    const seen = await httpCall(`http://127.0.0.1:${service.port}`, 'GET', `/simulator/control/payments/${id}`);
    expect(seen.json).toMatchObject({ pushes: 1 });
  }
  close();
  const strangers = payloads(hook).filter(({ data }: Payload) => !transactionIds.includes(String(data.id)));
  expect(strangers).toEqual([]);
}
