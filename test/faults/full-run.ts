import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { API_SCENARIOS } from './api-scenarios.ts';
import { crashEverywhere, type MatrixRow } from './crash-matrix.ts';
import { faultEverywhere } from './fault-matrix.ts';
import { SCENARIOS } from './scenarios.ts';
import { describeFailures, tableHead, tableLine } from './table.ts';
import { startWorld } from './world.ts';

type Part = 'crashes' | 'faults';

/** One scenario's share of the whole, played in a process of its own. */
export interface Job {
  part: Part;
  scenario: string;
  maximumPairs: number;
  seed: number;
}

export interface FullRunOptions {
  /** Pairs of crashes and of faults at most, for each scenario. */
  crashPairs: number;
  faultPairs: number;
  seed: number;
  /** Only scenarios whose name contains it. */
  only: string;
}

const ALL = [...SCENARIOS, ...API_SCENARIOS];

/** Plays everything, on all processors, and prints a table for each part. Answers whether all was well. */
export async function runEverything(options: FullRunOptions, script: string): Promise<boolean> {
  const startedAt = performance.now();
  const parts = await Promise.all([
    playPart('crashes', options.crashPairs, options, script),
    playPart('faults', options.faultPairs, options, script),
  ]);
  const rows = parts.flat();
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const wrong = rows.reduce((sum, { failures }) => sum + failures.length, 0);
  const runs = rows.reduce((sum, row) => sum + row.runs, 0);
  console.log(`\n${runs} runs in ${seconds} s, ${wrong} wrong. Seed ${options.seed}.`);
  const isEmpty = rows.some(({ points }) => points === 0);
  if (isEmpty) console.log('A scenario had no point to cut: the harness is broken.');
  return wrong === 0 && rows.length > 0 && !isEmpty;
}

async function playPart(
  part: Part,
  maximumPairs: number,
  options: FullRunOptions,
  script: string,
): Promise<MatrixRow[]> {
  const scenarios = ALL.filter(({ name }) => name.includes(options.only));
  const rows: MatrixRow[] = [];
  const waiting = [...scenarios];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const row = await inOwnProcess({ part, scenario: next.name, maximumPairs, seed: options.seed }, script);
      rows.push(row);
      console.error(`${part.padEnd(8)}${tableLine(row)}`);
    }
  };
  // The two parts share the machine.
  await Promise.all(Array.from({ length: Math.max(1, Math.floor(availableParallelism() / 2)) }, lane));
  const inOrder = scenarios.flatMap(({ name }) => rows.filter((row) => row.scenario === name));
  console.log(`\n${tableHead(part)}`);
  for (const row of inOrder) console.log(tableLine(row));
  for (const row of inOrder) if (row.failures.length > 0) console.log(describeFailures(row));
  return rows;
}

function inOwnProcess(job: Job, script: string): Promise<MatrixRow> {
  return new Promise((resolve, reject) => {
    const child = fork(script, ['--job', JSON.stringify(job)]);
    let row: MatrixRow | undefined;
    child.on('message', (message) => {
      row = message as MatrixRow;
    });
    child.once('exit', (code) => (row ? resolve(row) : reject(new Error(`${job.scenario}: ended with code ${code}`))));
  });
}

/** What a process of its own does. */
export async function playJob({ part, scenario: name, maximumPairs, seed }: Job): Promise<MatrixRow> {
  const scenario = ALL.find((candidate) => candidate.name === name);
  if (!scenario) throw new Error(`no scenario is called ${name}`);
  const world = await startWorld({ isFaulty: part === 'faults' });
  const play = part === 'crashes' ? crashEverywhere : faultEverywhere;
  return play(world, scenario, { maximumPairs, seed }).finally(() => world.stop());
}
