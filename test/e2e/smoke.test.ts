import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killHard, ownFolder, run, type Started, startService } from './command-lines.ts';

const folder = ownFolder();
let service: Started;

beforeAll(async () => {
  service = await startService(folder);
}, 120_000);
afterAll(async () => {
  await killHard(service);
  rmSync(folder, { recursive: true, force: true });
});

test('the smoke test finds the local service well, each check with what it saw (§5.1, §7, §8)', async () => {
  const ended = await run(folder, 'bin/smoke.ts', ['--local', '--json']);
  expect(ended.stderr).toBe('');
  const { isWell, findings } = JSON.parse(ended.stdout) as { isWell: boolean; findings: { ok: boolean }[] };
  expect(findings.filter(({ ok }) => !ok)).toEqual([]);
  expect([isWell, findings.length, ended.status]).toEqual([true, 16, 0]);
}, 90_000);

test('and fails where the address has no requests left', async () => {
  const ended = await run(folder, 'bin/smoke.ts', ['--local']);
  expect(ended.status).toBe(1);
  expect(ended.stdout).toContain('FAILED  init creates a transaction: 429');
}, 90_000);
