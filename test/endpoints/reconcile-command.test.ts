import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { accountOf, dayOf } from '../../lib/operator/arguments.ts';
import { run } from '../e2e/command-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-service-reconcile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reconcile = (...args: string[]) => run(folder, 'bin/reconcile.ts', args);

describe('what is wrong with the call', () => {
  test('is told with status 2, before any service is reached', async () => {
    for (const args of [
      ['--merchant', 'mer_a'],
      ['--date', '2026-02-30'],
      ['--date', '2026-11-20', 'now'],
      ['--days', '1'],
    ]) {
      const ended = await reconcile(...args);
      expect([ended.status, ended.stdout]).toEqual([2, '']);
      expect(ended.stderr).toContain('See --help.');
    }
  }, 60_000);

  test('is not the same as no service to reach, which is status 1', async () => {
    expect((await reconcile('--date', '2026-11-20')).status).toBe(1);
  });

  test('an account must be one of the stage, and must be named for an export where there are several', () => {
    expect(accountOf({}, ['a', 'b'])).toBeUndefined();
    expect(accountOf({ import: 'f' }, ['a'])).toBeUndefined();
    expect(accountOf({ import: 'f', account: 'b' }, ['a', 'b'])).toBe('b');
    expect(() => accountOf({ import: 'f' }, ['a', 'b'])).toThrow('--account');
    expect(() => accountOf({ account: 'c' }, ['a', 'b'])).toThrow('one of a, b');
    expect(() => dayOf('--date', undefined)).toThrow('--date is missing');
  });
});
