import { TRANSACTION_ID } from '../../support/payment-transactions.ts';
import { type Explored, inDrawnOrders, inEveryOrder } from './every-order.ts';
import { type RaceRig, takeState } from './race-rig.ts';
import type { Race } from './races.ts';
import { type Choose, Turns } from './turns.ts';

interface Ran {
  answers: string[];
  state: string;
  trace: string[];
  /** Most pushes and references that could be paid at once, at any moment. */
  live: number;
}

export interface Judged extends Explored {
  /** Different outcomes of one operation after the other, and of all orders. */
  sequential: number;
  outcomes: number;
  problems: string[];
}

// What an endpoint may answer (§7), a notification, and a sweep in which nothing failed.
const DOCUMENTED = /^(200|400 \{"error":".+"\}|502 \{"error":".+"\}|0 failed|.* never began)/;

/** Runs a race in every order of its calls, and holds each against the operations run one after the other. */
export function judgeRace(rig: RaceRig, race: Race, options: { most: number; seed: number }): Promise<Judged> {
  return judgeIn((run) => inEveryOrder(run, options), rig, race, true);
}

/** Runs a race with pauses that may end before anything has moved: one operation gives up waiting for a slow other. */
export function judgeImpatient(rig: RaceRig, race: Race, count: number, seed: number): Promise<Judged> {
  return judgeIn((run) => inDrawnOrders(run, count, seed), rig, race, false);
}

async function judgeIn(
  explore: (run: (choose: Choose) => Promise<void>) => Promise<Explored>,
  rig: RaceRig,
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
    problems.push(...problemsOf(ran), ...strangeness(ran, states, isFair ? answers : undefined));
  });
  return { ...explored, sequential: answers.size, outcomes: outcomes.size, problems };
}

/** What comes of running the operations one after the other, in each order that is possible. */
async function sequentialOutcomes(rig: RaceRig, race: Race): Promise<Ran[]> {
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

async function runOnce(race: RaceRig, { before, manner = 'good', operations }: Race, choose: Choose, isFair: boolean) {
  const { bank } = race;
  await race.begin();
  await before?.(race);
  bank.manner = manner;
  let live = 0;
  const turns = new Turns(operations(race), isFair);
  const answers = await turns.run((labels) => {
    live = Math.max(live, bank.live(TRANSACTION_ID).length);
    return choose(labels);
  });
  live = Math.max(live, bank.live(TRANSACTION_ID).length);
  return { answers, state: await takeState(race), trace: turns.trace, live };
}

const outcomeOf = ({ answers, state }: Ran) => JSON.stringify([answers, state]);

function problemsOf({ answers, live, trace }: Ran): string[] {
  const problems = answers.filter((answer) => !DOCUMENTED.test(answer)).map((answer) => `answered ${answer}`);
  if (live > 1) problems.push(`${live} could be paid at once`);
  return problems.map((problem) => `${problem}\n    in the order ${trace.join(' | ')}`);
}

/** What no sequence of the operations leaves behind, or answers. */
function strangeness(ran: Ran, states: ReadonlySet<string>, outcomes?: ReadonlySet<string>): string[] {
  const order = `\n    in the order ${ran.trace.join(' | ')}`;
  if (!states.has(ran.state))
    return [`left ${ran.state}; one after the other leaves ${[...states].join(' or ')}${order}`];
  if (outcomes && !outcomes.has(outcomeOf(ran))) return [`answers of no sequence: ${ran.answers.join(', ')}${order}`];
  return [];
}
