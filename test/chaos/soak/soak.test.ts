import { expect, test } from 'vitest';
import { VIOLATION_KINDS } from '../../../functions/finance/audit/violation.ts';
import { soak } from './soak.ts';

/** Needs the embedded engines. `npm run soak` runs a complete day. */

test('twelve minutes of faults and crashes lose and misreport nothing, and the audit finds planted violations', {
  timeout: 180_000,
}, async () => {
  const options = { hours: 0.2, seed: 20_261_120, isPlanted: true, onProgress: () => undefined };
  const { counts, night, planted } = await soak(options);
  expect(counts.problems).toEqual([]);
  expect(counts.events).toBeGreaterThan(20);
  expect(counts.crashes + counts.faults).toBeGreaterThan(0);
  expect(counts.delivered + counts.not_delivered + counts.skipped + counts.superseded).toBe(counts.events);

  expect(night.problems).toEqual([]);
  const sumOf = (what: 'checked' | 'notChecked') => night.results.reduce((sum, { tally }) => sum + tally[what], 0);
  expect(sumOf('checked')).toBeGreaterThanOrEqual(counts.payments);
  expect(sumOf('notChecked')).toBe(0);
  // The soak's list is a file, which need not have every payment (`unlisted`).
  const kinds = VIOLATION_KINDS.filter((kind) => kind !== 'unlisted');
  expect(planted).toMatchObject({ planted: kinds.length, problems: [] });
});
