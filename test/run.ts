/**
 * `npm test` and `npm run proofs`: the checks of the code beside the synthesis of the service, then the hosted and the
 * plain tests beside each other (vitest.config.ts). Prints the lines of each as they come, and in the end how many
 * passed. Exit status 1 when anything failed.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EXCHANGES_FILE, RECORDS_EXCHANGES } from './support/exchanges.ts';
import { synthesizeForTests } from './support/global-setup.ts';
import { RIGHTS_FILE } from './support/recorded-rights.ts';

const ROOT = join(import.meta.dirname, '..');
const CACHE = join(ROOT, '.cache');

const RUNS = {
  test: { checks: ['lint', 'typecheck'], projects: ['hosted', 'plain'] },
  proofs: { checks: ['borders', 'spelling'], projects: ['hosted-proofs', 'plain-proofs'] },
};

interface Report {
  numPassedTests: number;
  numFailedTests: number;
}

const name = process.argv[2] === 'proofs' ? 'proofs' : 'test';
const { checks, projects } = RUNS[name];
mkdirSync(CACHE, { recursive: true });
// The judges read what both runs have recorded: the tests begin the record, the proofs add to it.
if (name === 'test') for (const file of [EXCHANGES_FILE, RIGHTS_FILE]) rmSync(file, { force: true });

const isSound = await allOf([
  ...checks.map((script) => run('npm', ['run', '--silent', script])),
  synthesizeForTests().then(() => true),
]);
if (!isSound) process.exit(1);
const isPassed = await allOf(projects.map((project) => run('vitest', ['run', ...optionsOf(project)], project)));
const reports = projects.map(reportOf).filter(existsSync).map(reportIn);
const sum = (of: keyof Report) => reports.reduce((total, report) => total + report[of], 0);
console.log(`${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed`);
process.exit(isPassed ? 0 : 1);

function reportIn(file: string): Report {
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

function reportOf(project: string): string {
  return join(CACHE, `report-${project}.json`);
}

function optionsOf(project: string): string[] {
  rmSync(reportOf(project), { force: true });
  return ['--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${reportOf(project)}`];
}

async function allOf(parts: readonly Promise<boolean>[]): Promise<boolean> {
  return (await Promise.all(parts)).every(Boolean);
}

/** Runs a command to its end, each of its lines after the label. Resolves to whether it succeeded. */
function run(command: string, args: readonly string[], label = ''): Promise<boolean> {
  const env = { ...process.env, [RECORDS_EXCHANGES]: 'true', RIGHTS_FILE };
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => console.log(label === '' ? line : `${label} │ ${line}`));
  return new Promise((resolve) => child.once('close', (status) => resolve(status === 0)));
}
