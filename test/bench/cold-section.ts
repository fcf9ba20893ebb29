import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { helloSubject, ourSubjects, type Subject, typicalSubject } from './cold-start-subjects.ts';
import { type Figure, grouped, median, type Section } from './report.ts';
import { startStub } from './stub.ts';

const SHARE_OF_TYPICAL = 0.55;

const run = promisify(execFile);
const PROBE = join(import.meta.dirname, 'cold-start-probe.mjs');
const MEASURED = /^\{"wallMs":.*\}$/m;

/** Cold starts (load the bundle, handle the first call) of our functions against a typical one, in the same run. */
export async function coldSection({ quick }: { quick: boolean }): Promise<Section> {
  const dir = mkdtempSync(join(tmpdir(), 'payment-service-cold-'));
  const stub = await startStub();
  try {
    const hello = helloSubject(dir);
    const typical = await typicalSubject(dir);
    const ours = ourSubjects().filter(({ name }) => !quick || name === 'payments/init' || name === 'payments/mbway');
    const times = await interleaved([typical, ...ours], stub.environment, quick ? 5 : 15);
    const counts = (await hasValgrind()) ? await counted([hello, typical, ...ours], stub.environment, dir) : undefined;
    return {
      title: 'Cold start: load and first call, in a fresh process',
      columns: ['KB', 'million instructions', 'share of typical', 'CPU ms', 'wall ms'],
      figures: [typical, ...ours].map((subject) => figure(subject, typical, hello, times, counts)),
      notes: notes(counts !== undefined),
    };
  } finally {
    await stub.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Round by round, so that a busy moment of the machine affects all subjects equally. */
async function interleaved(
  subjects: Subject[],
  environment: Record<string, string>,
  rounds: number,
): Promise<Map<Subject, ColdStart[]>> {
  const times = new Map<Subject, ColdStart[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of subjects) times.get(subject)?.push(await coldStart(subject, environment));
  }
  return times;
}

async function counted(
  subjects: Subject[],
  environment: Record<string, string>,
  dir: string,
): Promise<Map<Subject, number>> {
  const counts = new Map<Subject, number>();
  for (const subject of subjects) counts.set(subject, await instructions(subject, environment, dir));
  return counts;
}

function figure(
  subject: Subject,
  typical: Subject,
  hello: Subject,
  times: Map<Subject, ColdStart[]>,
  counts: Map<Subject, number> | undefined,
): Figure {
  const own = times.get(subject) ?? [];
  const net = (of: Subject) => (counts?.get(of) ?? Number.NaN) - (counts?.get(hello) ?? 0);
  const share = net(subject) / net(typical);
  const values = [
    grouped(statSync(subject.bundle).size / 1000),
    counts ? grouped(net(subject) / 1e6) : '–',
    counts ? share.toFixed(2) : '–',
    grouped(median(own.map(({ cpuMs }) => cpuMs))),
    grouped(median(own.map(({ wallMs }) => wallMs))),
  ];
  if (subject === typical) return { name: 'typical', values };
  const judged = counts ? { within: share <= SHARE_OF_TYPICAL } : {};
  return { name: subject.name, values, budget: `≤ ${SHARE_OF_TYPICAL} × typical`, ...judged };
}

function notes(hasCounts: boolean): string[] {
  return [
    ...(hasCounts ? [] : ['valgrind is not installed: instructions were not counted and no budget was checked.']),
    'Instructions are net of an empty function, by cachegrind, with one thread. Times are medians of fresh processes,',
    'run in turn. The typical function has no Powertools and no lib-dynamodb (not installed here), so it is lighter',
    'than a typical one. A stub over plain HTTP replaces DynamoDB, Secrets Manager and the bank: the figures include',
    'no TLS.',
  ];
}

interface ColdStart {
  wallMs: number;
  cpuMs: number;
}

/** Starts the subject in a fresh Node process and calls it once. Throws on an unexpected status. */
async function coldStart(subject: Subject, environment: Record<string, string>): Promise<ColdStart> {
  const { stdout } = await run(process.execPath, [PROBE, subject.bundle, JSON.stringify(subject.event)], {
    env: environment,
  });
  return checked(subject, stdout);
}

// Switches off what makes runs differ: helper threads, the compiler's timing, random seeds.
const REPEATABLE = ['--single-threaded', '--predictable', '--hash-seed=1', '--random-seed=1'];

/** Instructions of the complete process, by valgrind. They repeat within a few thousandths on a busy machine too. */
async function instructions(subject: Subject, environment: Record<string, string>, dir: string): Promise<number> {
  const outFile = join(dir, `${subject.name.replaceAll('/', '-')}.cachegrind`);
  const valgrind = ['--tool=cachegrind', '--cache-sim=no', `--cachegrind-out-file=${outFile}`];
  const node = [process.execPath, ...REPEATABLE, PROBE, subject.bundle, JSON.stringify(subject.event)];
  const { stdout } = await run('valgrind', [...valgrind, ...node], { env: { ...environment, PATH: process.env.PATH } });
  checked(subject, stdout);
  return Number(/^summary:\s+(\d+)/m.exec(readFileSync(outFile, 'utf8'))?.[1]);
}

async function hasValgrind(): Promise<boolean> {
  return run('valgrind', ['--version']).then(
    () => true,
    () => false,
  );
}

function checked({ name, status }: Subject, stdout: string): ColdStart {
  const measured = JSON.parse(MEASURED.exec(stdout)?.[0] ?? 'null') as (ColdStart & { status: number }) | null;
  if (measured?.status !== status) throw new Error(`${name}: answered ${measured?.status}, not ${status}:\n${stdout}`);
  return measured;
}
