import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { startWorld } from '../world/world.ts';
import { API_SCENARIOS } from './api-scenarios.ts';
import { crashEverywhere, emptyRow, type MatrixRow } from './crash-matrix.ts';
import { faultEverywhere } from './fault-matrix.ts';
import { SCENARIOS } from './scenarios.ts';
import { describeFailures, tableHead, tableLine } from './table.ts';

type Part = 'crashes' | 'faults';

/** One scenario of one part, run in its own process. */
export interface Job {
  part: Part;
  scenario: string;
  maxPairs: number;
  seed: number;
}

export interface FullRunOptions {
  /** Maximum pairs of crashes and of faults for each scenario. */
  crashPairs: number;
  faultPairs: number;
  seed: number;
  /** Only scenarios whose name contains this text. */
  only: string;
}

const ALL = [...SCENARIOS, ...API_SCENARIOS];

/** Runs everything on all processors and prints a table for each part. Returns whether every run passed. */
export async function runEverything(options: FullRunOptions, script: string): Promise<boolean> {
  const startedAt = performance.now();
  const scenarios = scenarioNames(options.only);
  const jobs: Job[] = scenarios.flatMap((scenario) => [
    { part: 'faults', scenario, maxPairs: options.faultPairs, seed: options.seed },
    { part: 'crashes', scenario, maxPairs: options.crashPairs, seed: options.seed },
  ]);
  const rows = await playAll(jobs, script);
  for (const part of ['crashes', 'faults'] as const) printTable(part, rows[part], scenarios);
  const all = [...rows.crashes, ...rows.faults];
  const sum = (of: (row: MatrixRow) => number) => all.reduce((total, row) => total + of(row), 0);
  const wrong = sum(({ failures }) => failures.length);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(
    `\n${sum(({ runs }) => runs)} runs in ${seconds} s: ${sum(({ crashes }) => crashes)} faults injected, ` +
      `${sum(({ posts }) => posts)} POSTs and ${sum(({ deliveries }) => deliveries)} deliveries checked, ` +
      `${wrong} runs with problems. Seed ${options.seed}.`,
  );
  // Every run except the first and the missed ones injected at least one fault.
  const idle = all.filter(({ runs, crashes, missed }) => crashes === 0 || crashes < runs - 1 - missed);
  for (const { scenario } of idle) console.log(`${scenario}: some runs injected no fault and prove nothing.`);
  return wrong === 0 && idle.length === 0;
}

/** Names of the scenarios that contain the text. */
export function scenarioNames(text: string): string[] {
  return ALL.map(({ name }) => name).filter((name) => name.includes(text));
}

async function playAll(jobs: readonly Job[], script: string): Promise<Record<Part, MatrixRow[]>> {
  const rows: Record<Part, MatrixRow[]> = { crashes: [], faults: [] };
  const waiting = [...jobs];
  const lane = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const startedAt = performance.now();
      const row = await inOwnProcess(job, script);
      rows[job.part].push(row);
      const done = rows.crashes.length + rows.faults.length;
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      console.error(
        `${String(done).padStart(3)}/${jobs.length}  ${job.part.padEnd(8)}  ${job.scenario}: ${row.runs} runs, ` +
          `${row.failures.length} with problems, ${seconds} s`,
      );
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, lane));
  return rows;
}

function printTable(part: Part, rows: readonly MatrixRow[], scenarios: readonly string[]): void {
  console.log(`\n${part}\n${tableHead(part === 'crashes' ? 'points' : 'calls')}`);
  const inOrder = scenarios.flatMap((name) => rows.filter(({ scenario }) => scenario === name));
  for (const row of inOrder) console.log(tableLine(row));
  for (const row of inOrder) if (row.failures.length > 0) console.log(describeFailures(row));
}

/** Runs a job in its own process. A process that ends without its row yields a row with a problem. */
function inOwnProcess(job: Job, script: string): Promise<MatrixRow> {
  return new Promise((resolve) => {
    const child = fork(script, ['--job', JSON.stringify(job)]);
    let row: MatrixRow | undefined;
    child.on('message', (message) => {
      row = message as MatrixRow;
    });
    child.once('exit', (code) => {
      const failures = [{ plan: [], problems: [`the process ended with code ${code}`], lines: [] }];
      resolve(row ?? { ...emptyRow(job.scenario), failures });
    });
  });
}

/** Runs a job in this process. */
export async function playJob({ part, scenario: name, maxPairs, seed }: Job): Promise<MatrixRow> {
  const scenario = ALL.find((candidate) => candidate.name === name);
  if (!scenario) throw new Error(`unknown scenario: ${name}`);
  const world = await startWorld({ isFaulty: part === 'faults' });
  const play = part === 'crashes' ? crashEverywhere : faultEverywhere;
  return play(world, scenario, { maxPairs, seed }).finally(() => world.stop());
}
