import { describe, expect } from 'vitest';
import { NEVER_STARTED_MS } from '../../../../functions/payments/times.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import { ANSWERS, BANK_503, ISSUED_REFERENCE } from '../../../rig/banks/bank-script.ts';
import type { Reply } from '../../../rig/banks/scripted-server.ts';
import { json, NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { notify } from '../../../rig/payment-calls.ts';
import { calls, dependencies, rig } from '../../../rig/payments.ts';
import { exceptionsOf, putTransaction, stored } from '../../../rig/stored-payments.ts';
import { attemptWith } from '../../../rig/transactions.ts';
import { sweeps, simulatedTest as test } from './simulated-sweeps.ts';

const ASKED_FROM = NOW_MS + 5 * MINUTE_MS;

async function pushed(): Promise<string> {
  const { transactionId } = await putTransaction(rig);
  await calls.mbway(transactionId);
  return transactionId;
}

/** Sweeps each minute while the bank ends the push at a time; returns when it was cancelled. */
async function cancelledAt(transactionId: string, phaseMs: number, bankEndsAt: number): Promise<number> {
  const isSettled = async () => (await stored(rig, transactionId)).status !== 'pending';
  const answerAt = (nowMs: number) => (nowMs >= bankEndsAt ? ANSWERS.timedOut : ANSWERS.waiting);
  const changes = sweeps.onlyShardOf(transactionId);
  await sweeps.everyMinute(NOW_MS + phaseMs, bankEndsAt + 7 * HOUR_MS, answerAt, isSettled, changes);
  const { status, settlements } = await stored(rig, transactionId);
  expect([status, settlements.length]).toEqual(['cancelled', 1]);
  return settlements[0]?.settledAt ?? 0;
}

describe('D10: an unanswered push whose notification is lost', () => {
  test.each([
    [3.9, 0, 90_000],
    [5.01, 0, 90_000],
    [6.5, 30_000, 90_000],
    [19.4, 59_999, 90_000],
    // Half of the time, and two minutes.
    [60, 0, 32 * MINUTE_MS],
  ])(
    'that the bank ends after %d minutes is cancelled soon after the first possible sweep (sweeps at :%d ms): in %d ms',
    async (minutes, phase, withinMs) => {
      const endedAt = NOW_MS + minutes * MINUTE_MS;
      const late = (await cancelledAt(await pushed(), phase, endedAt)) - Math.max(endedAt, ASKED_FROM);
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThanOrEqual(withinMs);
    },
  );
});

describe('D10: a reference, valid until 23:59:59 in Lisbon', () => {
  const EXPIRED = json({
    paymentStatus: 'Pending',
    paymentMethod: 'REFERENCE',
    paymentReference: { ...ISSUED_REFERENCE, status: 'EXPIRED' },
    returnStatus: { statusCode: '000' },
  });

  async function issuedAt(time: string, expireDate: string): Promise<string> {
    rig.time.nowMs = Date.parse(time);
    const issued = { ...ISSUED_REFERENCE, expireDate };
    rig.sibs.script(
      'generate',
      json({ paymentStatus: 'Pending', paymentReference: issued, returnStatus: { statusCode: '000' } }),
    );
    const { transactionId } = await putTransaction(rig, {
      createdAt: rig.time.nowMs,
      dueAt: rig.time.nowMs + 5 * MINUTE_MS,
    });
    expect((await calls.multibanco(transactionId)).statusCode).toBe(200);
    return transactionId;
  }

  test.each([
    ['past the change to summer time', '2026-03-28T12:00:00Z', '2026-03-31T23:59:59', '2026-03-31T22:59:59.000Z'],
    ['past the change to winter time', '2026-10-24T12:00:00Z', '2026-10-27T23:59:59', '2026-10-27T23:59:59.000Z'],
  ])(
    '%s: is queried 15 minutes after its end, not before, and cancelled when the bank reports its expiry',
    async (_, now, lisbon, end) => {
      const transactionId = await issuedAt(now, lisbon);
      const requested = JSON.parse(rig.sibs.seenAt('checkout').at(-1)?.body ?? '{}');
      expect(requested.transaction.paymentReference.finalDatetime).toBe(end);
      const endMs = Date.parse(end);
      expect((await stored(rig, transactionId)).mb?.expiresAt).toBe(endMs);
      rig.sibs.script('status', EXPIRED);
      for (const at of [endMs - DAY_MS, endMs, endMs + 15 * MINUTE_MS - 1]) await sweeps.at(at);
      expect([sweeps.queriedAt, (await stored(rig, transactionId)).status]).toEqual([[], 'pending']);
      await sweeps.at(endMs + 15 * MINUTE_MS);
      expect(await stored(rig, transactionId)).toMatchObject({
        status: 'cancelled',
        settlements: [{ status: 'cancelled' }],
      });
    },
  );

  test('paid in its last minute and notified the next morning is paid without an exception', async () => {
    const transactionId = await issuedAt('2026-10-22T12:00:00Z', '2026-10-25T23:59:59');
    const endMs = Date.parse('2026-10-25T23:59:59Z');
    await sweeps.everyMinute(endMs + 14 * MINUTE_MS, endMs + HOUR_MS, () => ANSWERS.waitingReference);
    rig.time.nowMs = endMs + 8 * HOUR_MS;
    const paidAt = '2026-10-25T23:59:30.000Z';
    await notify(dependencies, await stored(rig, transactionId), { method: 'REFERENCE', paidAt });
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'paid', paidAt: Date.parse(paidAt) });
    expect(await exceptionsOf(rig, transactionId)).toEqual([]);
  });
});

describe('D10: no started payment is failed or cancelled by our clock alone', () => {
  test.each<[string, Reply]>([
    ['is out of order', BANK_503],
    ['still waits', ANSWERS.waiting],
    ['reports that nothing was started, of a push it once reported as sent', ANSWERS.notStarted],
    [
      'reports another payment',
      json({ transactionID: 'another', paymentStatus: 'Timeout', returnStatus: { statusCode: '000' } }),
    ],
  ])('while the bank %s for two days it stays pending and is queried at growing intervals', async (_, answer) => {
    const transactionId = await pushed();
    rig.sibs.script('status', answer);
    const times = await sweeps.wheneverDue(transactionId, NOW_MS + 2 * DAY_MS);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending', liveAttempt: 0, settlements: [] });
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps.every((gap, index) => gap >= (gaps[index - 1] ?? 0) - 1_000)).toBe(true);
    expect(Math.max(...gaps)).toBeGreaterThanOrEqual(6 * HOUR_MS);
    expect(times.length).toBeLessThan(100);
    rig.sibs.script('status', ANSWERS.timedOut);
    await sweeps.at(NOW_MS + 3 * DAY_MS);
    expect((await stored(rig, transactionId)).status).toBe('cancelled');
  });

  test('a start without an outcome is queried; one reported as not started returns to the 30 days', async () => {
    const attempts = [attemptWith({ state: 'starting' })];
    const { transactionId } = await putTransaction(rig, { attempts, liveAttempt: 0, paymentMethod: 'MBWAY' });
    rig.sibs.script('status', BANK_503);
    await sweeps.at(NOW_MS + NEVER_STARTED_MS + DAY_MS);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending', liveAttempt: 0 });
    rig.sibs.script('status', ANSWERS.notStarted);
    const later = NOW_MS + NEVER_STARTED_MS + 3 * DAY_MS;
    await sweeps.at(later);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending', paymentMethod: null });
    await sweeps.at(later + MINUTE_MS);
    expect((await stored(rig, transactionId)).status).toBe('cancelled');
  });
});
