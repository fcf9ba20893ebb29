/**
 * `npm test` and `npm run proofs`: the checks of the code beside the synthesis of the service, then two lanes of tests
 * beside each other (vitest.config.ts). Prints the lines of each as they come, and in the end what failed and how many
 * passed. Exit status 1 when anything failed. `npm test -- test/rules/payments` runs the tests of a folder or file
 * alone, without the checks.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { EXCHANGES_FILE, RECORDS_EXCHANGES } from './support/exchanges.ts';
import { synthesizeForTests } from './support/global-setup.ts';

const ROOT = join(import.meta.dirname, '..');
const CACHE = join(ROOT, '.cache');

const RUNS = {
  test: { checks: ['lint', 'typecheck'], lanes: { hosted: ['hosted'], plain: ['plain', 'rules'] } },
  proofs: { checks: ['borders', 'spelling'], lanes: { hosted: ['hosted-proofs'], plain: ['plain-proofs'] } },
};

interface Report {
  success: boolean;
  numPassedTests: number;
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string }[] }[];
}

const [, , name = 'test', ...paths] = process.argv;
const { checks, lanes } = RUNS[name as keyof typeof RUNS];
mkdirSync(CACHE, { recursive: true });
if (paths.length > 0) {
  const projects = Object.values(lanes).flat();
  process.exit((await run('vitest', ['run', ...projectOptions(projects), ...paths])) ? 0 : 1);
}
// The judges read what both runs have recorded: the tests begin the record, the proofs add to it.
if (name === 'test') rmSync(EXCHANGES_FILE, { force: true });

const isSound = await allOf([
  ...checks.map((script) => run('npm', ['run', '--silent', script], script)),
  synthesizeForTests().then(() => true),
]);
if (!isSound) {
  console.log('No test was run: correct the above first.');
  process.exit(1);
}
const isPassed = await allOf(
  Object.entries(lanes).map(([lane, projects]) => run('vitest', ['run', ...optionsOf(lane, projects)], lane)),
);
const reports = Object.keys(lanes).map((lane) => ({ lane, report: reportOf(lane) }));
const failures = reports.flatMap(({ lane, report }) =>
  report ? failuresIn(report) : [`${lane}: ended without a report`],
);
for (const failure of failures) console.log(`FAILED  ${failure}`);
const passed = reports.reduce((sum, { report }) => sum + (report?.numPassedTests ?? 0), 0);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(isPassed ? 0 : 1);

/** Tests that failed, and files that failed without one. */
function failuresIn({ success, testResults }: Report): string[] {
  const found = testResults.flatMap(({ name: file, message, assertionResults }) => {
    const path = relative(ROOT, file);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return message === '' ? [] : [`${path}: ${message.split('\n')[0]}`];
    return failed.map(({ fullName }) => `${path}: ${fullName}`);
  });
  return found.length > 0 || success ? found : ['outside of a test: see above'];
}

function fileOf(lane: string): string {
  return join(CACHE, `report-${name}-${lane}.json`);
}

function reportOf(lane: string): Report | undefined {
  return existsSync(fileOf(lane)) ? (JSON.parse(readFileSync(fileOf(lane), 'utf8')) as Report) : undefined;
}

function projectOptions(projects: readonly string[]): string[] {
  return projects.flatMap((project) => ['--project', project]);
}

function optionsOf(lane: string, projects: readonly string[]): string[] {
  rmSync(fileOf(lane), { force: true });
  return [...projectOptions(projects), '--reporter=default', '--reporter=json', `--outputFile.json=${fileOf(lane)}`];
}

async function allOf(parts: readonly Promise<boolean>[]): Promise<boolean> {
  return (await Promise.all(parts)).every(Boolean);
}

/** Runs a command to its end, each of its lines after the label. Resolves to whether it succeeded. */
function run(command: string, args: readonly string[], label = ''): Promise<boolean> {
  const env = { ...process.env, [RECORDS_EXCHANGES]: 'true' };
  const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => console.log(label === '' ? line : `${label} │ ${line}`));
  return new Promise((resolve) => child.once('close', (status) => resolve(status === 0)));
}
