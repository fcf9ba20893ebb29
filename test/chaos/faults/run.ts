import type { CallTrace } from '../world/call-trace.ts';
import { type Fault, isCrash } from '../world/fault.ts';
import type { Hook, Post } from '../world/hook.ts';
import { type Checked, judge, judgeRest, nothingChecked } from '../world/oracle.ts';
import { openShop } from '../world/shop.ts';
import { Stepper, unlessStuck } from '../world/stepper.ts';
import { readStored, remove, transactionIdsOf } from '../world/stored.ts';
import type { World } from '../world/world.ts';
import { isInvisible } from './fault-choice.ts';
import { receiverReplies } from './post-faults.ts';
import type { Payment, Scenario, Scene } from './scenario.ts';

export interface RunOutcome {
  trace: CallTrace;
  problems: string[];
  checked: Checked;
  /** Crashes, and requests that met a fault, POSTs to the merchant included. */
  met: number;
  /** How often the merchant had to repeat a call to the API. */
  repeatedCalls: number;
  /** The planned faults that the run did not meet. */
  missed: Fault[];
}

// Long enough for a call to arrive, also on a busy machine.
const HANGING_MS = 1_000;

/** Runs a scenario once, with these faults, until nothing is due, and judges the result. */
export async function runScenario(
  world: World,
  scenario: Scenario,
  faults: readonly Fault[] = [],
): Promise<RunOutcome> {
  setDeadlines(world, faults);
  const trace = await world.begin(faults);
  const scene = await openScene(world, scenario);
  const postFaults = receiverReplies(scene.shop.hook, faults);
  const problems: string[] = [];
  try {
    for (const act of scenario.acts) {
      await act(scene);
      postFaults.wrap();
      await unlessStuck(world, scene.stepper.untilQuiet());
    }
  } catch (error) {
    problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const hasFaultyPosts = faults.some(({ call }) => postFaults.hasMet(call));
  const judged = await judgeScene(scene, scenario, {
    planned: faults.filter((fault) => !isCrash(fault) && !isInvisible(fault)).length,
    hasFaultyPosts,
  });
  problems.push(...judged.problems);
  world.hooks.delete(scene.shop.hook.url);
  const metBy = (fault: Fault) => {
    if (isCrash(fault)) return trace.crashes.has(fault) ? 1 : 0;
    return postFaults.hasMet(fault.call) ? 1 : world.proxies.metBy(fault.call);
  };
  const met = faults.reduce((sum, fault) => sum + metBy(fault), 0);
  // A fault that meets fewer requests of a call than planned is a different fault.
  const missed = faults.filter((fault) => metBy(fault) < fault.times);
  const { repeatedCalls } = scene.shop;
  return { trace, met, repeatedCalls, missed, checked: judged.checked, problems };
}

/** Short deadlines where a call hangs. Elsewhere a busy machine has the normal time. */
function setDeadlines({ state }: World, faults: readonly Fault[]): void {
  const hangs = (part: RegExp) => faults.some(({ call, kind }) => kind.startsWith('hang') && part.test(call));
  state.postDeadlineMs = hangs(/ POST /) ? HANGING_MS : 8_000;
  state.bankDeadlineMs = hangs(/ bank /) ? HANGING_MS : 8_000;
}

async function openScene(world: World, { copies = 1, losesRecords = false }: Scenario): Promise<Scene> {
  const payments: Payment[] = [];
  const stepper: Stepper = new Stepper(world, {
    copies,
    losesRecords,
    nextDueAtMs: () =>
      world.stream.earliestDueMs([...payments.map(({ transactionId }) => transactionId), ...stepper.testEventIds]),
  });
  return { world, shop: await openShop(world), stepper, payments };
}

async function judgeScene(scene: Scene, scenario: Scenario, faults: { planned: number; hasFaultyPosts: boolean }) {
  const { world, shop, stepper, payments } = scene;
  const { hook, merchantId } = shop;
  const { postsPerDelivery, testEvents = 0, losesRecords = false } = scenario;
  const extraPosts = world.state.crashes + stepper.duplicates + faults.planned;
  const common = { hook, postsPerDelivery, extraPosts, isUndisturbed: extraPosts === 0 && !losesRecords };
  const delivered = [{ status: 'pending', ends: ['delivered'] as const }];
  const tests = stepper.testEventIds.map((transactionId) => ({ transactionId, expected: delivered }));
  const problems: string[] = [];
  const checked = nothingChecked();
  for (const { transactionId, expected, ...facts } of [...payments, ...tests]) {
    const isRefused = faults.hasFaultyPosts && refusedToTheEnd(hook, transactionId);
    const verdict = await judge(world, transactionId, {
      ...{ ...common, ...facts },
      statuses: expected.map(({ status }) => status),
      ends: (n) => [...(expected[n]?.ends ?? []), ...(isRefused ? (['not_delivered'] as const) : [])],
    });
    problems.push(...verdict.lost, ...verdict.wrong);
    for (const key of ['deliveries', 'posts', 'attempts'] as const) checked[key] += verdict.checked[key];
  }
  problems.push(...(await clearOrphans(world, merchantId, new Set(payments.map((each) => each.transactionId)))));
  if (stepper.testEventIds.length < testEvents) problems.push('a test event was lost');
  problems.push(...(await judgeRest(world, [hook], checked)));
  for (const { arn, deadLetters } of Object.values(world.queues))
    if (deadLetters > 0) problems.push(`${deadLetters} dead letters of ${arn}`);
  return { problems, checked };
}

/**
 * Deletes transactions whose creation was never answered, so that the merchant created another one. They must be
 * unchanged. The sweep would find them in a later run.
 */
async function clearOrphans(world: World, merchantId: string, known: ReadonlySet<string>): Promise<string[]> {
  const problems: string[] = [];
  for (const transactionId of await transactionIdsOf(world.own, merchantId)) {
    if (known.has(transactionId)) continue;
    const stored = await readStored(world.own, transactionId);
    if (stored?.transaction?.status !== 'pending' || stored.transaction.paymentMethod !== null)
      problems.push(`${transactionId}: creation never answered, status ${stored?.record.status}`);
    await remove(world.own, transactionId);
  }
  return problems;
}

/** Whether the merchant's server has refused the four attempts of a delivery (§6.4), because of one more faulty POST. */
function refusedToTheEnd(hook: Hook, transactionId: string): boolean {
  const last = hook.posts.filter(({ body }) => body.includes(transactionId)).slice(-4);
  const isRefused = ({ reply }: Post) => typeof reply !== 'number' || reply >= 300;
  return last.length === 4 && last.every(isRefused);
}
