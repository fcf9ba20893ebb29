import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Judged } from './judged-calls.ts';
import { ROOT } from './tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-service-judged-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the end-to-end tests, through Prism: no answer breaks the description', () => {
  const report = join(folder, 'calls.jsonl');
  const config = join(import.meta.dirname, 'end-to-end.config.ts');
  const program = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'run', '--config', config], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, JUDGED_CALLS: report },
  });
  expect(status, stdout + stderr).toBe(0);
  const calls = readFileSync(report, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Judged);
  const counts = Object.groupBy(calls, ({ route, status: answered }): string => `${route} ${answered}`);
  for (const name of Object.keys(counts).sort()) console.log(`  ${name}: ${counts[name]?.length}`);
  expect(calls.filter(({ violations }) => violations.length > 0)).toEqual([]);
  expect(calls.length).toBeGreaterThan(800);
});
