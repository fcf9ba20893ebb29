import { expect, test } from 'vitest';
import { DAY_MS } from '../../../../functions/runtime/durations.ts';
import { act } from '../../../../functions/simulator/payments/act.ts';
import { type Action, delaySeconds } from '../../../../functions/simulator/payments/actions.ts';
import type { Simulation } from '../../../../functions/simulator/simulation.ts';

const QUARTER_MS = 900_000;

const actionAt = (atMs: number): Action => ({
  kind: 'settle',
  id: '00000000-0000-4000-8000-000000000000',
  bankId: 's2',
  decision: 'approved',
  atMs,
});

test.each([0, 1, 899, 900])('an action due in %i s arrives then', (delayS) => {
  expect(delaySeconds(5_500 + delayS * 1_000, 5_500)).toBe(delayS);
});

test('an action due in days arrives at each quarter of an hour, is sent on, and ends at its time', async () => {
  const startMs = Date.parse('2026-07-01T10:07:30.500Z');
  const action = actionAt(startMs + 5 * DAY_MS + 123_456);
  let nowMs = startMs;
  const sentOn: Action[] = [];
  const passes: number[] = [];
  const simulation = { clock: () => nowMs, schedule: async (sent: Action) => void sentOn.push(sent) } as Simulation;
  for (;;) {
    nowMs += delaySeconds(action.atMs, nowMs) * 1_000;
    if (nowMs >= action.atMs) break;
    passes.push(nowMs);
    await act(action, simulation);
  }
  expect(nowMs - action.atMs).toBeLessThan(1_000);
  expect(sentOn).toEqual(passes.map(() => action));
  // All that wait share the quarters, and so the batches.
  expect(new Set(passes.map((atMs) => Math.floor(atMs / 1_000) % (QUARTER_MS / 1_000)))).toEqual(new Set([0]));
});
