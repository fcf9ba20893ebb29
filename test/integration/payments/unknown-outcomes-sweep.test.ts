import { describe, expect } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { dependencies, rig, pendingSweepTest as test, transactionId } from '../../fixtures/payments.ts';
import { NOW_MS } from '../../support/banks/scripted-sibs.ts';
import { stored } from '../../support/stored-payments.ts';
import { AT_BANK, fault, heal, METHODS, type Method, type Unknowns, unknowns } from './bank-faults.ts';
import { simulatedSweeps } from './simulated-sweeps.ts';

/** A start that was sent and not answered. */
async function lost(method: Method): Promise<Unknowns> {
  const calls = unknowns(method);
  fault(AT_BANK[method].route, 'never answers');
  expect((await calls.same()).statusCode).toBe(502);
  heal(method);
  return calls;
}

describe('D8: a start with an unknown outcome that the merchant does not repeat', () => {
  test.each(METHODS)('%s: the sweep queries at growing intervals, without end, and starts nothing', async (method) => {
    const calls = await lost(method);
    const times = await simulatedSweeps(dependencies).wheneverDue(transactionId, NOW_MS + 10 * DAY_MS);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(times[0]).toBeLessThanOrEqual(NOW_MS + 5 * MINUTE_MS);
    expect(gaps.every((gap) => gap >= 40_000)).toBe(true);
    expect(Math.max(...gaps)).toBeGreaterThanOrEqual(6 * HOUR_MS);
    if (method === 'mbway') expect(gaps.every((gap, index) => gap >= (gaps[index - 1] ?? 0) - 1_000)).toBe(true);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending', liveAttempt: 0, settlements: [] });
    expect(calls.live()).toBe(1);
  });

  test.each(METHODS)('%s: the sweep finds that it took effect; the payment then continues as usual', async (method) => {
    const calls = await lost(method);
    rig.sibs.script('status', AT_BANK[method].answerOut);
    await simulatedSweeps(dependencies).at(NOW_MS + 5 * MINUTE_MS);
    const { attempts, mb } = await stored(rig, transactionId);
    expect([attempts.map(({ state }) => state), Boolean(mb)]).toEqual([['live'], method === 'multibanco']);
    expect([(await calls.same()).statusCode, calls.live()]).toEqual([method === 'mbway' ? 400 : 200, 1]);
  });
});
