import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { helloSubject, ourSubjects, type Subject, typicalSubject } from './cold-start-subjects.ts';
import { type Figure, grouped, type Section } from './report.ts';
import { startStub } from './stub.ts';

const SHARE_OF_TYPICAL = 0.6;

const run = promisify(execFile);
const PROBE = join(import.meta.dirname, 'cold-start-probe.mjs');
const ANSWERED = /^answered (\d+)$/m;

/** Cold starts (load the bundle, handle the first call) of our functions against a typical one, by instructions. */
export async function coldSection({ quick }: { quick: boolean }): Promise<Section> {
  const head = {
    title: 'Cold start: load and first call, in a fresh process',
    columns: ['KB', 'million instructions', 'share of typical'],
  };
  const isCounted = await run('valgrind', ['--version']).then(
    () => true,
    () => false,
  );
  if (!isCounted) return { ...head, figures: [], notes: ['valgrind is not installed: nothing was counted.'] };
  const dir = mkdtempSync(join(tmpdir(), 'payment-service-cold-'));
  const stub = await startStub();
  try {
    const count = (subject: Subject) => instructions(subject, stub.environment, dir);
    const hello = await count(helloSubject(dir));
    const typical = await typicalSubject(dir);
    const typicalCount = (await count(typical)) - hello;
    const figures: Figure[] = [{ name: 'typical', values: valuesOf(typical, typicalCount, 1) }];
    for (const subject of ourSubjects()) {
      if (quick && !/init|mbway/.test(subject.name)) continue;
      const own = (await count(subject)) - hello;
      const share = own / typicalCount;
      const budget = { budget: `≤ ${SHARE_OF_TYPICAL} × typical`, within: share <= SHARE_OF_TYPICAL };
      figures.push({ name: subject.name, values: valuesOf(subject, own, share), ...budget });
    }
    return { ...head, figures, notes: NOTES };
  } finally {
    await stub.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

function valuesOf({ bundle }: Subject, count: number, share: number): string[] {
  return [grouped(statSync(bundle).size / 1000), grouped(count / 1e6), share.toFixed(2)];
}

const NOTES = [
  'Instructions are net of an empty function, by cachegrind, with one thread. The typical function has no Powertools',
  'and no lib-dynamodb (not installed here), so it is lighter than a typical one. A stub over plain HTTP replaces',
  'DynamoDB, Secrets Manager and the bank: the figures include no TLS.',
];

// Switches off what makes runs differ: helper threads, the compiler's timing, random seeds.
const REPEATABLE = ['--single-threaded', '--predictable', '--hash-seed=1', '--random-seed=1'];

/** Instructions of the complete process, by valgrind. They repeat within a few thousandths on a busy machine too. */
async function instructions(subject: Subject, environment: Record<string, string>, dir: string): Promise<number> {
  const outFile = join(dir, `${subject.name.replaceAll('/', '-')}.cachegrind`);
  const valgrind = ['--tool=cachegrind', '--cache-sim=no', `--cachegrind-out-file=${outFile}`];
  const node = [process.execPath, ...REPEATABLE, PROBE, subject.bundle, JSON.stringify(subject.event)];
  const { stdout } = await run('valgrind', [...valgrind, ...node], { env: { ...environment, PATH: process.env.PATH } });
  const status = Number(ANSWERED.exec(stdout)?.[1]);
  if (status !== subject.status) throw new Error(`${subject.name}: answered ${status}:\n${stdout}`);
  return Number(/^summary:\s+(\d+)/m.exec(readFileSync(outFile, 'utf8'))?.[1]);
}
