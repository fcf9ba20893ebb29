import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Judged } from './judged-calls.ts';
import { DESCRIPTION, ROOT } from './tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-service-judged-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the end-to-end tests, or those of some files, with Prism between. Returns what it saw. */
function judgedRun(description: string, ...files: string[]): Judged[] {
  const report = join(folder, 'calls.jsonl');
  rmSync(report, { force: true });
  const config = join(import.meta.dirname, 'end-to-end.config.ts');
  const program = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'run', '--config', config, ...files], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, JUDGED_CALLS: report, JUDGED_DESCRIPTION: description },
  });
  expect(status, stdout + stderr).toBe(0);
  const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : [];
  return lines.map((line) => JSON.parse(line) as Judged);
}

const violations = (calls: Judged[]) => calls.filter((call) => call.violations.length > 0);

test('the end-to-end tests, through Prism: no answer breaks the description', () => {
  const calls = judgedRun(DESCRIPTION);
  const counts = Object.groupBy(calls, ({ route, status: answered }): string => `${route} ${answered}`);
  for (const name of Object.keys(counts).sort()) console.log(`  ${name}: ${counts[name]?.length}`);
  expect(violations(calls)).toEqual([]);
  expect(calls.length).toBeGreaterThan(800);
});

test('an answer that the description does not allow is found', () => {
  const planted = join(folder, 'openapi.json');
  const document = JSON.parse(readFileSync(DESCRIPTION, 'utf8'));
  document.components.schemas.CreateTransactionResponse.properties.amount.maximum = 1;
  writeFileSync(planted, JSON.stringify(document));
  const found = violations(judgedRun(planted, 'test/e2e/idempotency-key.test.ts'));
  console.log(`  ${found[0]?.violations}`);
  expect(found.flatMap((call) => call.violations)).toContain(
    'response.body.amount: Response body property amount must be <= 1',
  );
});

test('no proxy is left running', () => {
  const { stdout } = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  expect(stdout).toContain('vitest');
  expect(
    stdout.split('\n').filter((line) => line.includes(join(ROOT, 'test', 'judges')) && / proxy /.test(line)),
  ).toEqual([]);
});
