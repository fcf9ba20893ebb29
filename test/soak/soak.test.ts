import { expect, test } from 'vitest';
import { soak } from './soak.ts';

/** Needs the embedded engines. The whole day is `npm run soak`. */

test('twelve minutes of mixed traffic with faults and crashes lose nothing and say nothing wrong', {
  timeout: 180_000,
}, async () => {
  const { counts } = await soak({ hours: 0.2, seed: 20_261_120, onProgress: () => undefined });
  expect(counts.problems).toEqual([]);
  expect(counts.events).toBeGreaterThan(20);
  expect(counts.crashes + counts.faults).toBeGreaterThan(0);
  expect(counts.delivered + counts.not_delivered + counts.skipped + counts.superseded).toBe(counts.events);
});
