import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Subject } from './cold-start-subjects.ts';

const run = promisify(execFile);
const PROBE = join(import.meta.dirname, 'cold-start-probe.mjs');
const MEASURED = /^\{"wallMs":.*\}$/m;

export interface ColdStart {
  wallMs: number;
  cpuMs: number;
}

/** Starts the subject in a fresh Node process and calls it once. Throws when it does not answer as it should. */
export async function coldStart(subject: Subject, environment: Record<string, string>): Promise<ColdStart> {
  const { stdout } = await run(process.execPath, [PROBE, subject.bundle, JSON.stringify(subject.event)], {
    env: environment,
  });
  return checked(subject, stdout);
}

// Everything that makes two runs differ is switched off: helper threads, the compiler's timing, random seeds.
const REPEATABLE = ['--single-threaded', '--predictable', '--hash-seed=1', '--random-seed=1'];

/** Instructions of the whole process, by valgrind; they repeat within a few thousandths whatever else the machine does. */
export async function instructions(
  subject: Subject,
  environment: Record<string, string>,
  dir: string,
): Promise<number> {
  const outFile = join(dir, `${subject.name.replaceAll('/', '-')}.cachegrind`);
  const valgrind = ['--tool=cachegrind', '--cache-sim=no', `--cachegrind-out-file=${outFile}`];
  const node = [process.execPath, ...REPEATABLE, PROBE, subject.bundle, JSON.stringify(subject.event)];
  const { stdout } = await run('valgrind', [...valgrind, ...node], { env: { ...environment, PATH: process.env.PATH } });
  checked(subject, stdout);
  return Number(/^summary:\s+(\d+)/m.exec(readFileSync(outFile, 'utf8'))?.[1]);
}

export async function hasValgrind(): Promise<boolean> {
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
