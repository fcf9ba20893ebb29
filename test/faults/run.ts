import { setTimeout as sleep } from 'node:timers/promises';
import type { CallTrace } from './call-trace.ts';
import { type Checked, judgeTransaction, readKept } from './oracle.ts';
import { clearOrphans } from './orphans.ts';
import { receiverReplies } from './post-faults.ts';
import type { Scenario, Scene } from './scenarios.ts';
import { openShop } from './shop.ts';
import { Stepper } from './stepper.ts';
import type { Payment } from './story.ts';
import type { Plan, World } from './world.ts';

export interface RunOutcome {
  trace: CallTrace;
  problems: string[];
  checked: Checked;
  crashes: number;
}

// Long enough to be sure that a call has arrived, on a busy machine too.
const HANGING_MS = 100;

// A run takes a tenth of a second; one that does not end must not hold up the rest.
const STUCK_MS = 60_000;

async function inRealTime(work: Promise<void>): Promise<void> {
  const over = new AbortController();
  const stuck = sleep(STUCK_MS, undefined, { signal: over.signal }).then(() => {
    throw new Error(`stuck for ${STUCK_MS} ms`);
  });
  await Promise.race([work, stuck]).finally(() => {
    stuck.catch(() => undefined);
    over.abort();
  });
}

/** Plays a scenario once, cut where the plan says, until everything is quiet, and judges what is left. */
export async function runScenario(world: World, scenario: Scenario, plan: Plan = {}): Promise<RunOutcome> {
  const { copies = 1, losesRecords = false } = scenario;
  const { cuts = [], faults = [] } = plan;
  const hangs = faults.some(({ kind }) => kind.startsWith('hang'));
  world.state.postDeadlineMs = scenario.postDeadlineMs ?? (hangs ? HANGING_MS : 8_000);
  world.state.bankDeadlineMs = hangs ? HANGING_MS : 8_000;
  const trace = await world.begin(plan);
  const payments: Payment[] = [];
  const stepper: Stepper = new Stepper(world, {
    copies,
    losesRecords,
    nextDueAtMs: () =>
      earliestDue(world, [...payments.map(({ transactionId }) => transactionId), ...stepper.testEventIds]),
  });
  const scene: Scene = { world, shop: await openShop(world), stepper, payments };
  const postFaults = receiverReplies(scene.shop.hook, faults);
  const problems: string[] = [];
  try {
    for (const act of scenario.acts) {
      await act(scene);
      postFaults.wrap();
      await inRealTime(stepper.untilQuiet());
    }
  } catch (error) {
    problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const missed = cuts.filter((point) => !trace.cuts.includes(point));
  missed.push(...faults.filter(({ call }) => !trace.calls.includes(call)).map(({ call }) => call));
  if (missed.length > 0) problems.push(`never came to ${missed.join(', ')}`);
  const judged = await judge(scene, scenario, faults.length);
  world.receiver.forget(scene.shop.hook);
  return { trace, crashes: world.state.crashes, checked: judged.checked, problems: [...problems, ...judged.problems] };
}

async function judge({ world, shop, stepper, payments }: Scene, scenario: Scenario, faults: number) {
  const { postsPerSeries, testEvents = 0 } = scenario;
  const allowance = { postsPerSeries, extraPosts: world.state.crashes + stepper.duplicates + faults };
  const problems = [
    ...shop.hook.problems,
    ...payments.flatMap(({ transactionId }) => pushProblems(world, transactionId)),
  ];
  const checked: Checked = { deliveries: 0, posts: 0, attempts: 0 };
  const delivered = [{ status: 'pending', ends: ['delivered'] as const }];
  const all = [...payments, ...stepper.testEventIds.map((transactionId) => ({ transactionId, expected: delivered }))];
  for (const payment of all) {
    const verdict = await judgeTransaction(world.own, payment.transactionId, shop.hook, { payment, allowance });
    problems.push(...verdict.problems);
    for (const key of ['deliveries', 'posts', 'attempts'] as const) checked[key] += verdict.checked[key];
  }
  problems.push(
    ...(await clearOrphans(world, shop.merchantId, new Set(payments.map(({ transactionId }) => transactionId)))),
  );
  if (stepper.testEventIds.length < testEvents) problems.push('a test event was lost');
  if (checked.posts < shop.hook.posts.length) problems.push('a POST of an event that no record knows');
  if (stepper.deadLetters > 0) problems.push(`${stepper.deadLetters} messages in the dead letters`);
  const left = world.queues.deliveries.size + world.queues.retries.size;
  if (left > 0) problems.push(`${left} messages are left in the queues`);
  return { problems, checked };
}

/** Invariant 2: the customer was asked for the money once at most. */
function pushProblems({ bank }: World, transactionId: string): string[] {
  const started = bank.startedOf(transactionId).length;
  return started > 1 ? [`${transactionId}: ${started} starts at the bank`] : [];
}

async function earliestDue(world: World, transactionIds: string[]): Promise<number | undefined> {
  const kept = await Promise.all(transactionIds.map((id) => readKept(world.own, id)));
  const dues = kept.flatMap((each) => (typeof each?.main.dueAt === 'number' ? [each.main.dueAt] : []));
  return dues.length === 0 ? undefined : Math.min(...dues);
}
