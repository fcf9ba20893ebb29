import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GuardedProcess, startGuarded } from '../../lib/local/engines/guarded-process.ts';
import { createDemoAuthority } from '../../lib/receiver/certificate.ts';
import { killHard, ownFolder, run, type Started, startService } from '../e2e/command-lines.ts';
import { type Hook, type HookReceiver, startHookReceiver } from '../e2e/hook-receiver.ts';
import { clientsOf } from '../e2e/host-clients.ts';
import { httpCall, type Reply, type Sent } from '../e2e/http-call.ts';
import { payloads } from '../e2e/webhook-payload.ts';
import { eventually } from '../support/hosted-service.ts';
import { seededRandom } from './seeded.ts';

// Needs the whole service as `npm start` runs it. Only the engine of the tables is killed, in the middle of requests, notices and
// deliveries, and stays away for seconds; queues, functions and gateway go on without it. Then it is started again by its own
// command line on its own port, as a guarded child of this test: the host itself does not bring it back.

/** More by `KINDS=all`. */
const KILLS = process.env.KINDS === 'all' ? 8 : 2;
const BATCH = 5;
const SEED = 20_261_122;
const MOST_AWAY_MS = 4_000;

const folder = ownFolder();
let receiver: HookReceiver;
let service: Started;
let hook: Hook;
let apiKey: string;
let engine: GuardedProcess | undefined;

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
  await engine?.stop();
  await receiver.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Every answer of the API, so that what it says while the tables are away is seen too. */
const answers: { path: string; status: number; text: string; isAway: boolean }[] = [];
let isAway = false;

async function callUntilDone(n: number, method: string, path: string, sent: Sent = {}): Promise<Reply['json']> {
  const options = { key: apiKey, localAddress: `127.3.0.${n + 1}`, ...sent };
  return eventually(
    async () => {
      const wasAway = isAway;
      const reply = await httpCall(`http://127.0.0.1:${service.port}`, method, `/api/v1/payments${path}`, options);
      answers.push({ path, status: reply.status, text: JSON.stringify(reply.json), isAway: wasAway || isAway });
      if (reply.status === 200) return reply.json;
      await sleep(2_100);
      return undefined;
    },
    120_000,
    () => answers.at(-1),
  );
}

async function pay(n: number): Promise<string> {
  await sleep((n % BATCH) * 200);
  const { transactionId } = await callUntilDone(n, 'POST', '/init', { body: { orderId: `E-${n}`, amount: n + 0.5 } });
  await callUntilDone(n, 'POST', '/mbway', { body: { transactionId, phoneNumber: '910000000' } });
  return String(transactionId);
}

/** The engine of this service's own data folder: its process id and the command line that starts it. */
function tableEngine(): { pid: number; command: string[] } {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const command = commandOf(pid);
    if (command[1] === 'serve' && command.some((word) => word.startsWith(folder))) return { pid: Number(pid), command };
  }
  throw new Error('the engine of the tables is not found');
}

function commandOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

/** The tables are killed; `meanwhile` is called into the service without them; they come back. Answers how many events were told. */
async function killAndReturn(random: () => number, meanwhile: () => void): Promise<number> {
  const wanted = hook.requests.length + 1 + Math.floor(random() * 2);
  await eventually(() => hook.requests.length >= wanted, 60_000);
  await sleep(random() * 200);
  const { pid, command } = tableEngine();
  isAway = true;
  process.kill(pid, 'SIGKILL');
  const told = new Set(payloads(hook).map(({ data }) => data.id)).size;
  meanwhile();
  await sleep(1_000 + random() * (MOST_AWAY_MS - 1_000));
  engine = await startGuarded(command, 'listening');
  isAway = false;
  return told;
}

test.skipIf(process.platform !== 'linux')(
  'only the tables are killed and come back, and nothing is lost, sent twice or answered wrongly',
  async () => {
    const random = seededRandom(SEED);
    const paying: Promise<string>[] = [];
    const begin = () => {
      const first = paying.length;
      paying.push(...Array.from({ length: BATCH }, (_, position) => pay(first + position)));
    };
    begin();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const told = await killAndReturn(random, begin);
      expect(told, `kill ${kill} hit a service that had nothing to do`).toBeLessThan(paying.length);
    }
    const transactionIds = await Promise.all(paying);
    // What a function failed with goes back to its queue for minutes.
    for (const jump of ['4m', '11m']) {
      const moved = await run(folder, 'bin/clock.ts', ['advance', jump]);
      expect(moved.status, moved.stderr).toBe(0);
    }
    await expectRight(transactionIds);
    const away = answers.filter((each) => each.isAway);
    expect(away.some(({ status }) => status >= 500)).toBe(true);
    // Only "try again later" is true of an order while the tables are away: no key is invalid and no transaction unknown.
    expect(away.filter(({ status }) => status !== 200 && status < 500)).toEqual([]);
    expect(answers.filter((each) => !each.isAway && each.status !== 200)).toEqual([]);
    console.log(
      `${KILLS} kills of the tables, ${transactionIds.length} payments, ${answers.length} answers, ` +
        `${away.length} while away (${away.filter(({ status }) => status >= 500).length} of 5xx), by seed ${SEED}`,
    );
  },
  900_000,
);

async function expectRight(transactionIds: readonly string[]): Promise<void> {
  const { detail, close } = clientsOf(service.hostFile);
  try {
    for (const [n, id] of transactionIds.entries()) {
      const { settlements } = await eventually(async () => {
        const found = await detail(id);
        return found.settlements.at(-1)?.delivery.state === 'delivered' && found;
      });
      expect(settlements).toHaveLength(1);
      const recorded = settlements[0]?.delivery.attempts.length ?? 0;
      const told = payloads(hook).filter(({ data }) => data.id === id);
      expect(new Set(told.map((payload) => JSON.stringify(payload))).size).toBe(1);
      expect(told[0]).toMatchObject({ event: 'payment.success', data: { amount: n + 0.5, externalOrderId: `E-${n}` } });
      expect(told.length).toBeGreaterThanOrEqual(recorded);
      // Each crash may repeat one POST (invariant 5).
      expect(told.length).toBeLessThanOrEqual(recorded + KILLS);
      const seen = await httpCall(`http://127.0.0.1:${service.port}`, 'GET', `/simulator/control/payments/${id}`);
      expect(seen.json).toMatchObject({ pushes: 1 });
    }
  } finally {
    close();
  }
  const ids = new Set(payloads(hook).map(({ data }) => String(data.id)));
  expect([...ids].filter((id) => !transactionIds.includes(id))).toEqual([]);
}
