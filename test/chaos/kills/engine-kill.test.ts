import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { type GuardedProcess, startGuarded } from '../../../lib/local/engines/guarded-process.ts';
import { eventually } from '../../support/eventually.ts';
import { type HostedService, loadBank, startHostedService } from '../../support/hosted-service.ts';
import { tableEngineAt } from '../../support/table-engine.ts';
import { seededRandom } from '../world/seeded.ts';
import { type Answer, expectConsistent, patientMerchant, refusals } from './patient-merchant.ts';

// Kills one engine during requests, notifications and deliveries, for seconds. The other engine, the functions and the
// gateway keep running. The engine then restarts from its file on the same port.

/** `KINDS=all` kills more often. */
const KILLS = process.env.KINDS === 'all' ? 8 : 2;
const BATCH = 5;
const SEED = 20_261_122;
const MAX_AWAY_MS = 4_000;
// Longer than the half minute for which a start counts as in flight.
const START_SETTLED_MS = 31_000;

let hosted: HostedService;
let engine: GuardedProcess | undefined;
beforeAll(async () => {
  hosted = await startHostedService();
  await loadBank(hosted);
}, 120_000);
afterAll(async () => {
  await hosted.stop();
  await engine?.stop();
});

interface Kills {
  name: string;
  prefix: string;
  network: string;
  /** Kills the engine and returns a function that restarts it. */
  kill(): Promise<() => Promise<void>>;
  maxUnrecorded: number;
}

/** Runs payments of one merchant during the kills, checks the results, and returns the API's answers. */
async function playOver({ name, prefix, network, kill, maxUnrecorded }: Kills): Promise<Answer[]> {
  const random = seededRandom(SEED);
  const { hook, account } = await hosted.shop();
  const { port } = hosted.host;
  hook.answers = (number) => ({ status: refusals(hook)[number - 1] ? 503 : 200 });
  let outages = 0;
  const merchant = patientMerchant({ port, apiKey: account.apiKey, prefix, network, outages: () => outages });
  merchant.begin(BATCH);
  for (let count = 1; count <= KILLS; count += 1) {
    const wanted = hook.requests.length + 1 + Math.floor(random() * 2);
    await eventually(() => hook.requests.length >= wanted, MINUTE_MS);
    // These calls are under way when the engine dies, and arrive while it is down.
    merchant.begin(BATCH);
    await sleep(random() * 200);
    outages += 1;
    const bringBack = await kill();
    const notified = new Set(hook.requests.map(({ body }) => String(body))).size;
    expect(notified, `kill ${count} hit an idle service`).toBeLessThan(merchant.begun());
    await sleep(1_000 + random() * (MAX_AWAY_MS - 1_000));
    await bringBack();
    outages += 1;
  }
  // Then the service queries the bank about starts with an unknown outcome. The clock is moved by that time; the test
  // does not wait.
  await merchant.betweenCalls(() => hosted.host.advance(START_SETTLED_MS));
  const transactionIds = await merchant.started();
  // Messages that a function failed or could not delete stay hidden for minutes.
  for (const minutes of [4, 11]) expect(await hosted.host.advance(minutes * MINUTE_MS)).toMatchObject({ quiet: true });
  await expectConsistent({ port, hook, prefix, transactionIds, detail: hosted.detail, maxUnrecorded });
  const away = merchant.answers.filter((answer) => answer.isAway);
  console.log(
    `${KILLS} kills of the ${name}, ${transactionIds.length} payments, ${merchant.answers.length} answers, ` +
      `${away.length} while away (${away.filter(({ status }) => status >= 500).length} of 5xx), by seed ${SEED}`,
  );
  return merchant.answers;
}

/**
 * `npm start` ends when its tables engine does. Here the host keeps running, and the test restarts the engine itself.
 */
async function killTables(): Promise<() => Promise<void>> {
  const { pid, command } = tableEngineAt(hosted.host.endpoints.dynamodb);
  process.kill(pid, 'SIGKILL');
  return async () => {
    engine = await startGuarded(command, 'listening');
  };
}

test.skipIf(process.platform !== 'linux')(
  'the tables engine is killed and restarted: nothing is lost, sent twice or answered wrongly',
  async () => {
    // Each crash may repeat one POST (invariant 5), because its record could not be written.
    const kills = { name: 'tables', prefix: 'E', network: '127.3.0', kill: killTables, maxUnrecorded: KILLS };
    const answers = await playOver(kills);
    const away = answers.filter(({ isAway }) => isAway);
    expect(away.some(({ status }) => status >= 500)).toBe(true);
    // While the tables are down, no key may be reported as invalid and no transaction as unknown.
    expect(away.filter(({ status }) => status !== 200 && status < 500)).toEqual([]);
    // A push that was under way at the kill may have started: 502 until the bank reports it.
    const wasUnderWay = ({ n, path }: Answer) => away.some((each) => each.n === n && each.path === path);
    const isOpen = (answer: Answer) => answer.path === '/mbway' && answer.status === 502 && wasUnderWay(answer);
    expect(answers.filter((answer) => !answer.isAway && answer.status !== 200 && !isOpen(answer))).toEqual([]);
  },
  900_000,
);

test('the queues engine is killed and restarted: nothing is lost, sent twice or answered wrongly', async () => {
  // Every POST has its record: a message that is received again finds it.
  const kill = () => hosted.host.killQueues();
  const answers = await playOver({ name: 'queues', prefix: 'Q', network: '127.4.0', kill, maxUnrecorded: 0 });
  expect(answers.some(({ isAway, status }) => isAway && status === 502)).toBe(true);
  // The simulated bank uses the same engine: a push that it answers with a fault may have started.
  expect(answers.filter(({ path, status }) => status !== 200 && !(path === '/mbway' && status === 502))).toEqual([]);
}, 900_000);
