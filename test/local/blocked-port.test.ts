import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isBlockedPort } from '../../lib/startup/blocked-port.ts';
import { ownFolder, run } from '../hosted/support/command-lines.ts';

const folder = ownFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Of the list "bad port" in the Fetch Standard.
test.each([
  [10_080, true],
  [6_000, true],
  [6_667, true],
  [3_000, false],
  [8_080, false],
])('port %i is blocked: %s', async (port, isBlocked) => {
  expect(await isBlockedPort(port)).toBe(isBlocked);
});

test('npm start refuses such a port by its number, before it writes anything', async () => {
  const { status, stderr } = await run(folder, 'bin/local.ts', [], 10_080);
  expect(stderr).toMatch(/^Port 10080 is refused by fetch and by browsers: .*PORT=8080 npm start\.\n$/);
  expect([status, existsSync(join(folder, '.local'))]).toEqual([1, false]);
});
