import { expect, test } from 'vitest';
import { isCompleteRun } from '../../support/forget-exchanges.ts';

test.each([
  [true, 'run'],
  [true, 'run --maxWorkers=1 --reporter=dot'],
  [false, 'run test/e2e/access.test.ts'],
  [false, 'run test/rules'],
  [false, 'run --project=shared'],
  [false, 'run -t limit'],
  [false, 'run --testNamePattern=limit'],
  [false, 'run --shard=1/2'],
  [false, 'test/rules'],
  [false, ''],
])('only a run of every test empties what the judges read: %s for `vitest %s`', (isComplete, line) => {
  expect(isCompleteRun(line.split(' ').filter(Boolean))).toBe(isComplete);
});
