import type { AlikeKind } from './alike.ts';
import { drawSchedule } from './draw.ts';
import { type Judgement, judge } from './ledger.ts';
import type { MoneyEngine } from './money-service.ts';
import { play } from './play.ts';
import { type Schedule, type Step, wordsOf } from './schedule.ts';

export interface ScheduleOptions {
  schedules: number;
  seed: number;
  /** Number of the first schedule. */
  from: number;
}

/** Counts that show what a successful run covers. */
export interface ScheduleCounts {
  schedules: number;
  failed: number;
  movements: number;
  refunds: number;
  /** Movements that were not reported. */
  invisible: number;
  byStatus: Record<string, number>;
  byException: Record<string, number>;
  /** Schedules with histories that the bank's reports cannot distinguish. */
  byAlike: Partial<Record<AlikeKind, number>>;
  cents: Judgement['money'];
}

export interface Failure {
  seed: number;
  index: number;
  problems: string[];
  /** The shortest failing schedule that was found, as text. */
  words: string;
}

/** Schedules run concurrently: the table's engine is a separate process. */
const SIDE_BY_SIDE = 6;

/**
 * Draws schedules of a seed, runs each on the service and compares the records with the customer's actions. Ends at the
 * first that fails, and shortens it.
 */
export async function runSchedules(
  engine: MoneyEngine,
  { schedules, seed, from }: ScheduleOptions,
): Promise<{ counts: ScheduleCounts; failures: Failure[] }> {
  const counts = noCounts();
  const failures: Failure[] = [];
  let next = from;
  const lane = async () => {
    while (next < from + schedules && counts.failed === 0) {
      const index = next;
      next += 1;
      const schedule = drawSchedule(seed, index);
      const judgement = await judged(engine, schedule);
      count(counts, schedule, judgement);
      if (judgement.problems.length > 0) {
        const shortest = await shrink(engine, schedule, judgement);
        failures.push({ seed, index, problems: shortest.problems, words: wordsOf(shortest.schedule) });
      }
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane));
  return { counts, failures: failures.toSorted((left, right) => left.index - right.index) };
}

/** Judges one schedule; a function that throws is a problem too. */
async function judged(engine: MoneyEngine, schedule: Schedule): Promise<Judgement> {
  try {
    return judge(await play(engine, schedule));
  } catch (error) {
    const nothing = { paid: 0, reported: 0, recorded: 0, returned: 0, returnsReported: 0, returnsRecorded: 0 };
    const problems = [`thrown: ${String(error)}`];
    return { problems, alike: [], money: nothing, exceptions: [], status: 'thrown', invisible: 0 };
  }
}

/** Removes each step and notification that a failure of the same kind does not need. */
async function shrink(engine: MoneyEngine, schedule: Schedule, { problems }: Judgement) {
  let shortest = { schedule, problems };
  const wanted = kindsOf(problems);
  for (let index = 0, tries = 0; tries < MAX_TRIES; tries += 1) {
    const candidate = smaller(shortest.schedule)[index];
    if (!candidate) break;
    const found = (await judged(engine, candidate)).problems;
    const isSame = kindsOf(found).some((kind) => wanted.includes(kind));
    if (isSame) shortest = { schedule: candidate, problems: found };
    index = isSame ? 0 : index + 1;
  }
  return shortest;
}

const MAX_TRIES = 200;

/** Problems without their amounts. */
function kindsOf(problems: string[]): string[] {
  return problems.map((problem) => problem.replace(/[\d.]+/g, '#'));
}

function smaller(schedule: Schedule): Schedule[] {
  const { steps } = schedule;
  const isNeeded = ({ kind }: Step) => kind === 'start';
  const shorter = steps.flatMap((step, index) => (isNeeded(step) ? [] : [steps.toSpliced(index, 1)]));
  const simpler = steps.flatMap((step, index) => simplerSteps(step).map((each) => steps.with(index, each)));
  const plain = BEGINNING === schedule.begins ? [] : [{ ...schedule, begins: BEGINNING }];
  const fewer = [
    ...(schedule.polls > 0 ? [{ ...schedule, polls: 0 }] : []),
    ...schedule.kills.map((_, index) => ({ ...schedule, kills: schedule.kills.toSpliced(index, 1) })),
  ];
  return [...[...shorter, ...simpler].map((each) => ({ ...schedule, steps: each })), ...plain, ...fewer];
}

const BEGINNING = '2026-02-12T19:08:08.354Z';

function simplerSteps(step: Step): Step[] {
  if (!('notices' in step)) return [];
  const fewer = step.notices.length > 0 ? [{ ...step, notices: step.notices.slice(0, -1) }] : [];
  const sooner = step.notices.length === 1 && step.notices[0] !== 2 ? [{ ...step, notices: [2] }] : [];
  if (step.kind !== 'pay') return [...fewer, ...sooner];
  const shown = step.shownAfter === 0 ? [] : [{ ...step, shownAfter: 0 }];
  const listed = step.listedAfter === 0 ? [] : [{ ...step, listedAfter: 0 }];
  const called = step.isPartial ? [{ ...step, isPartial: false }] : [];
  return [...fewer, ...sooner, ...shown, ...listed, ...called];
}

function noCounts(): ScheduleCounts {
  return {
    schedules: 0,
    failed: 0,
    movements: 0,
    refunds: 0,
    invisible: 0,
    byStatus: {},
    byException: {},
    byAlike: {},
    cents: { paid: 0, reported: 0, recorded: 0, returned: 0, returnsReported: 0, returnsRecorded: 0 },
  };
}

function count(counts: ScheduleCounts, { steps }: Schedule, judgement: Judgement): void {
  const of = (kind: Step['kind']) => steps.filter((step) => step.kind === kind).length;
  counts.schedules += 1;
  counts.movements += of('pay');
  counts.refunds += of('refund');
  counts.invisible += judgement.invisible;
  if (judgement.problems.length > 0) counts.failed += 1;
  add(counts.byStatus, judgement.status);
  for (const kind of judgement.exceptions) add(counts.byException, kind);
  for (const kind of judgement.alike) add(counts.byAlike, kind);
  for (const [name, cents] of Object.entries(judgement.money)) counts.cents[name as keyof Judgement['money']] += cents;
}

function add(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
