import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GuardedProcess, startGuarded } from '../../../lib/local/engines/guarded-process.ts';
import { eventually, type HostedService, startHostedService } from '../../support/hosted-service.ts';
import { tableEngineAt } from '../../support/table-engine.ts';
import { seededRandom } from '../world/seeded.ts';
import { type Answer, expectRight, patientMerchant, refusals } from './patient-merchant.ts';

// One engine alone dies in the middle of requests, notices and deliveries, and stays away for seconds; the other engine,
// functions and gateway go on without it. Then it comes back from its file on its own port.

/** More by `KINDS=all`. */
const KILLS = process.env.KINDS === 'all' ? 8 : 2;
const BATCH = 5;
const SEED = 20_261_122;
const MOST_AWAY_MS = 4_000;
const MINUTE_MS = 60_000;

let hosted: HostedService;
let engine: GuardedProcess | undefined;
beforeAll(async () => {
  hosted = await startHostedService();
}, 120_000);
afterAll(async () => {
  await hosted.stop();
  await engine?.stop();
});

interface Kills {
  name: string;
  prefix: string;
  network: string;
  /** Kills the engine, and answers what brings it back. */
  kill(): Promise<() => Promise<void>>;
  mostUnrecorded: number;
}

/** Plays payments of one merchant over the kills, holds them to what happened outside, and answers what the API answered. */
async function playOver({ name, prefix, network, kill, mostUnrecorded }: Kills): Promise<Answer[]> {
  const random = seededRandom(SEED);
  const { hook, account } = await hosted.shop();
  const { port } = hosted.host;
  hook.answers = (number) => ({ status: refusals(hook)[number - 1] ? 503 : 200 });
  let isAway = false;
  const merchant = patientMerchant({ port, apiKey: account.apiKey, prefix, network, isAway: () => isAway });
  merchant.begin(BATCH);
  for (let count = 1; count <= KILLS; count += 1) {
    const wanted = hook.requests.length + 1 + Math.floor(random() * 2);
    await eventually(() => hook.requests.length >= wanted, MINUTE_MS);
    // Its calls are under way when the engine dies, and come while it is away.
    merchant.begin(BATCH);
    await sleep(random() * 200);
    isAway = true;
    const bringBack = await kill();
    const notified = new Set(hook.requests.map(({ body }) => String(body))).size;
    expect(notified, `kill ${count} hit a service that had nothing to do`).toBeLessThan(merchant.begun());
    await sleep(1_000 + random() * (MOST_AWAY_MS - 1_000));
    await bringBack();
    isAway = false;
  }
  const transactionIds = await merchant.started();
  // What a function failed with, or could not delete, goes back to its queue for minutes.
  for (const minutes of [4, 11]) expect(await hosted.host.advance(minutes * MINUTE_MS)).toMatchObject({ quiet: true });
  await expectRight({ port, hook, prefix, transactionIds, detail: hosted.detail, mostUnrecorded });
  const away = merchant.answers.filter((answer) => answer.isAway);
  console.log(
    `${KILLS} kills of the ${name}, ${transactionIds.length} payments, ${merchant.answers.length} answers, ` +
      `${away.length} while away (${away.filter(({ status }) => status >= 500).length} of 5xx), by seed ${SEED}`,
  );
  return merchant.answers;
}

/** `npm start` ends when its tables do; the host in this process goes on, and the engine comes back as a child of the test. */
async function killTables(): Promise<() => Promise<void>> {
  const { pid, command } = tableEngineAt(hosted.host.endpoints.dynamodb);
  process.kill(pid, 'SIGKILL');
  return async () => {
    engine = await startGuarded(command, 'listening');
  };
}

test.skipIf(process.platform !== 'linux')(
  'only the tables are killed and come back, and nothing is lost, sent twice or answered wrongly',
  async () => {
    // Each crash may repeat one POST (invariant 5): its record could not be written.
    const kills = { name: 'tables', prefix: 'E', network: '127.3.0', kill: killTables, mostUnrecorded: KILLS };
    const answers = await playOver(kills);
    const away = answers.filter(({ isAway }) => isAway);
    expect(away.some(({ status }) => status >= 500)).toBe(true);
    // Only "try again later" is true of an order while the tables are away: no key is invalid and no transaction unknown.
    expect(away.filter(({ status }) => status !== 200 && status < 500)).toEqual([]);
    // A push that was under way when they died may have started: 502 until the bank says otherwise.
    const wasUnderWay = ({ n, path }: Answer) => away.some((each) => each.n === n && each.path === path);
    const isOpen = (answer: Answer) => answer.path === '/mbway' && answer.status === 502 && wasUnderWay(answer);
    expect(answers.filter((answer) => !answer.isAway && answer.status !== 200 && !isOpen(answer))).toEqual([]);
  },
  900_000,
);

test('only the queues die and come back, and nothing is lost, sent twice or answered wrongly', async () => {
  // Every POST has its record: a message that is received again finds it there.
  const kill = () => hosted.host.killQueues();
  const answers = await playOver({ name: 'queues', prefix: 'Q', network: '127.4.0', kill, mostUnrecorded: 0 });
  expect(answers.some(({ isAway, status }) => isAway && status === 502)).toBe(true);
  // The simulated bank has its queue there too: a push that it answers with a fault may have started, until it says otherwise.
  expect(answers.filter(({ path, status }) => status !== 200 && !(path === '/mbway' && status === 502))).toEqual([]);
}, 900_000);
