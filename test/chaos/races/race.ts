import { TRANSACTION_ID } from '../../rig/transactions.ts';
import { type RaceWorld, stateAfter } from '../world/race-world.ts';
import { type Explored, inDrawnOrders, inEveryOrder } from './every-order.ts';
import type { Race } from './races.ts';
import { type Choose, Turns } from './turns.ts';

interface Ran {
  answers: string[];
  state: string;
  trace: string[];
  /** Maximum number of pushes and references that could be paid at the same time. */
  live: number;
}

export interface Judged extends Explored {
  /** Number of different outcomes when run sequentially, and in all orders. */
  sequential: number;
  outcomes: number;
  problems: string[];
}

// The allowed answers of an endpoint (§7), of a notification, and of a sweep without failures.
const DOCUMENTED = /^(200|400 \{"error":".+"\}|502 \{"error":".+"\}|0 failed|.* never began)/;

/** Runs a race in every order of its calls and compares each outcome with those of the sequential runs. */
export function judgeRace(rig: RaceWorld, race: Race, options: { most: number; seed: number }): Promise<Judged> {
  return judgeIn((run) => inEveryOrder(run, options), rig, race, true);
}

/** Runs a race with pauses that may end early: one operation gives up waiting for a slower one. */
export function judgeImpatient(rig: RaceWorld, race: Race, count: number, seed: number): Promise<Judged> {
  return judgeIn((run) => inDrawnOrders(run, count, seed), rig, race, false);
}

async function judgeIn(
  explore: (run: (choose: Choose) => Promise<void>) => Promise<Explored>,
  rig: RaceWorld,
  race: Race,
  isFair: boolean,
): Promise<Judged> {
  const sequential = await sequentialOutcomes(rig, race);
  const [states, outcomes] = [new Set(sequential.map(({ state }) => state)), new Set<string>()];
  const answers = new Set(sequential.map(outcomeOf));
  const problems: string[] = [];
  const explored = await explore(async (choose) => {
    const ran = await runOnce(rig, race, choose, isFair);
    outcomes.add(outcomeOf(ran));
    problems.push(...problemsOf(ran), ...unexpectedOutcome(ran, states, isFair ? answers : undefined));
  });
  return { ...explored, sequential: answers.size, outcomes: outcomes.size, problems };
}

/** Runs the operations sequentially, in each possible order. */
async function sequentialOutcomes(rig: RaceWorld, race: Race): Promise<Ran[]> {
  const names = race.operations(rig).map(({ name }) => name);
  const ran: Ran[] = [];
  for (const order of permutations(names)) {
    const rank = (label: string) => order.findIndex((name) => label.startsWith(`${name}: `));
    const first: Choose = (labels) => {
      const ranks = labels.map(rank);
      return ranks.indexOf(Math.min(...ranks));
    };
    ran.push(await runOnce(rig, race, first, true));
  }
  return ran;
}

function permutations(names: string[]): string[][] {
  if (names.length <= 1) return [names];
  return names.flatMap((name) => permutations(names.filter((other) => other !== name)).map((rest) => [name, ...rest]));
}

async function runOnce(
  race: RaceWorld,
  { before, manner = 'good', operations }: Race,
  choose: Choose,
  isFair: boolean,
) {
  const { bank, customers } = race;
  await race.begin();
  await before?.(race);
  bank.manner = manner;
  let live = 0;
  const turns = new Turns(operations(race), isFair);
  const answers = await turns.run((labels) => {
    live = Math.max(live, customers.live(TRANSACTION_ID).length);
    return choose(labels);
  });
  live = Math.max(live, customers.live(TRANSACTION_ID).length);
  return { answers, state: await stateAfter(race), trace: turns.trace, live };
}

const outcomeOf = ({ answers, state }: Ran) => JSON.stringify([answers, state]);

function problemsOf({ answers, live, trace }: Ran): string[] {
  const problems = answers.filter((answer) => !DOCUMENTED.test(answer)).map((answer) => `answered ${answer}`);
  if (live > 1) problems.push(`${live} could be paid at the same time`);
  return problems.map((problem) => `${problem}\n    in the order ${trace.join(' | ')}`);
}

/** Problems of a run whose state or answers match no sequential run. */
function unexpectedOutcome(ran: Ran, states: ReadonlySet<string>, outcomes?: ReadonlySet<string>): string[] {
  const order = `\n    in the order ${ran.trace.join(' | ')}`;
  if (!states.has(ran.state)) return [`left ${ran.state}; sequential runs leave ${[...states].join(' or ')}${order}`];
  if (outcomes && !outcomes.has(outcomeOf(ran)))
    return [`answers of no sequential run: ${ran.answers.join(', ')}${order}`];
  return [];
}
