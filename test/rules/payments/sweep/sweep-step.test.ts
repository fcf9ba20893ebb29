import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sweepStep } from '../../../../functions/payments/sweep/sweep-step.ts';
import { nextInquiryMs } from '../../../../functions/payments/times.ts';
import type { Delivery } from '../../../../functions/payments/transaction.ts';
import { TERMINAL_STATUSES } from '../../../../functions/payments/transitions.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { attemptWith, failedSettlement, transactionWith } from '../../../rig/transactions.ts';

const at = (afterMs: number, fields: Parameters<typeof transactionWith>[0]) =>
  sweepStep(transactionWith({ createdAt: NOW_MS, ...fields }), NOW_MS + afterMs);

describe('D10: a transaction without a live start', () => {
  test('is checked again 30 days after it was created', () => {
    expect(at(5 * MINUTE_MS, {})).toEqual({ kind: 'rearm', atMs: NOW_MS + 30 * DAY_MS });
    expect(at(30 * DAY_MS - 1, {})).toEqual({ kind: 'rearm', atMs: NOW_MS + 30 * DAY_MS });
  });

  test('is cancelled after 30 days, also when attempts have ended on it', () => {
    expect(at(30 * DAY_MS, {})).toEqual({ kind: 'cancel' });
    expect(at(30 * DAY_MS, { attempts: [attemptWith({ state: 'ended' })] })).toEqual({ kind: 'cancel' });
  });
});

describe('D10: a live push', () => {
  const live = { attempts: [attemptWith()], liveAttempt: 0, paymentMethod: 'MBWAY' as const };

  test('is not queried until its window and a grace of 60 s have passed', () => {
    expect(at(0, live)).toEqual({ kind: 'rearm', atMs: NOW_MS + 5 * MINUTE_MS });
    expect(at(5 * MINUTE_MS - 1, live)).toEqual({ kind: 'rearm', atMs: NOW_MS + 5 * MINUTE_MS });
  });

  test('is then queried, never ended by our clock alone', () => {
    expect(at(5 * MINUTE_MS, live)).toMatchObject({ kind: 'ask', index: 0, overdueMs: 0 });
    expect(at(90 * DAY_MS, live)).toMatchObject({ kind: 'ask', overdueMs: 90 * DAY_MS - 5 * MINUTE_MS });
  });
});

describe('D10: a live reference', () => {
  const endsAt = NOW_MS + 3 * DAY_MS;
  const attempts = [attemptWith({ method: 'REFERENCE', endsAt })];
  const live = { attempts, liveAttempt: 0, paymentMethod: 'REFERENCE' as const };

  test('has a grace of 15 minutes after its own end', () => {
    expect(at(DAY_MS, live)).toEqual({ kind: 'rearm', atMs: endsAt + 15 * MINUTE_MS });
    expect(at(3 * DAY_MS + 15 * MINUTE_MS - 1, live)).toEqual({ kind: 'rearm', atMs: endsAt + 15 * MINUTE_MS });
    expect(at(3 * DAY_MS + 15 * MINUTE_MS, live)).toMatchObject({ kind: 'ask', overdueMs: 0 });
  });
});

describe('D8: a start without a recorded outcome', () => {
  const starting = { attempts: [attemptWith({ state: 'starting' as const })], liveAttempt: 0 };

  test('is not queried while a call may be working on it', () => {
    expect(at(0, starting)).toEqual({ kind: 'rearm', atMs: NOW_MS + 30_000 });
    expect(at(29_999, starting)).toEqual({ kind: 'rearm', atMs: NOW_MS + 30_000 });
  });

  test('is queried as soon as no call can be working on it', () => {
    expect(at(30_000, starting)).toMatchObject({ kind: 'ask', index: 0, overdueMs: 0 });
  });
});

describe('§6.4.3, invariant 3: a settled transaction', () => {
  const withDeliveries = (...deliveries: Partial<Delivery>[]) => ({
    status: 'failed' as const,
    settlements: deliveries.map((fields, index) =>
      failedSettlement({
        eventId: `evt_${index}`,
        delivery: { state: 'pending', resends: 0, done: 0, attempts: [], ...fields },
      }),
    ),
  });

  test.each(TERMINAL_STATUSES)('that is %s and delivered leaves the sweep', (status) => {
    for (const state of ['delivered', 'not_delivered', 'skipped', 'superseded'] as const) {
      expect(at(0, { ...withDeliveries({ state }), status })).toEqual({ kind: 'disarm' });
    }
  });

  test('whose delivery never began is re-queued after five minutes', () => {
    expect(at(0, withDeliveries({}))).toEqual({ kind: 'rearm', atMs: NOW_MS + 5 * MINUTE_MS });
    expect(at(5 * MINUTE_MS, withDeliveries({}))).toMatchObject({
      kind: 'requeue',
      settlement: { eventId: 'evt_0' },
      atMs: NOW_MS + 10 * MINUTE_MS,
    });
  });

  test('whose delivery stalled is re-queued five minutes after the end of its last attempt', () => {
    const last = { id: 'a', startedAt: NOW_MS + 10_000, durationMs: 8_000, outcome: 'timeout' as const };
    const stalled = withDeliveries({ done: 2, attempts: [last] });
    expect(at(5 * MINUTE_MS + 17_999, stalled)).toEqual({ kind: 'rearm', atMs: NOW_MS + 18_000 + 5 * MINUTE_MS });
    expect(at(5 * MINUTE_MS + 18_000, stalled)).toMatchObject({ kind: 'requeue' });
  });

  test('has its unfinished delivery re-queued, not the ended one', () => {
    const late = withDeliveries({ state: 'delivered' }, {});
    expect(at(5 * MINUTE_MS, late)).toMatchObject({ kind: 'requeue', settlement: { eventId: 'evt_1' } });
    // Of two, the newest has the status that the merchant needs.
    expect(at(5 * MINUTE_MS, withDeliveries({}, {}))).toMatchObject({ settlement: { eventId: 'evt_1' } });
  });
});

describe('anything that is due', () => {
  test('is next checked later than now, so that no sweep loops', () => {
    const states = fc.constantFrom('starting', 'live', 'ended') as fc.Arbitrary<'starting' | 'live' | 'ended'>;
    const methods = fc.constantFrom('MBWAY', 'REFERENCE') as fc.Arbitrary<'MBWAY' | 'REFERENCE'>;
    fc.assert(
      fc.property(
        states,
        methods,
        fc.boolean(),
        fc.integer({ min: 0, max: 40 * DAY_MS }),
        (state, method, isLive, ms) => {
          const endsAt = NOW_MS + (method === 'MBWAY' ? 4 * MINUTE_MS : 3 * DAY_MS);
          const transaction = transactionWith({ attempts: [attemptWith({ state, method, endsAt })] });
          if (isLive) transaction.liveAttempt = 0;
          const step = sweepStep(transaction, NOW_MS + ms);
          if (step.kind === 'rearm' || step.kind === 'requeue') expect(step.atMs).toBeGreaterThan(NOW_MS + ms);
          if (step.kind === 'cancel') expect(isLive).toBe(false);
        },
      ),
    );
  });

  test('is queried at each sweep for 15 minutes while the bank is undecided, then at intervals up to six hours', () => {
    const hours = (count: number) => count * HOUR_MS;
    expect([0, 15 * MINUTE_MS - 1, 15 * MINUTE_MS, hours(2), hours(100)].map(nextInquiryMs)).toEqual([
      45_000,
      45_000,
      7.5 * MINUTE_MS,
      hours(1),
      hours(6),
    ]);
  });

  test('has its next inquiry at a whole number of milliseconds, as the table requires', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: DAY_MS }), (ms) => Number.isSafeInteger(nextInquiryMs(ms))));
  });
});
