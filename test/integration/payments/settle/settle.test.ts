import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeEach, describe, expect } from 'vitest';
import type { Settling } from '../../../../functions/payments/settle/settle.ts';
import type { Transaction } from '../../../../functions/payments/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { metered } from '../../../rig/consumed-units.ts';
import { dependencies, rig, test } from '../../../rig/payments.ts';
import { putTransaction, stored } from '../../../rig/stored-payments.ts';
import { ACCOUNT } from '../../../rig/tables.ts';
import { attemptWith, keyOf } from '../../../rig/transactions.ts';
import { paymentsIn } from '../../../rig/wired.ts';

const STALLED_MS = 5 * MINUTE_MS;

beforeEach(() => {
  rig.time.nowMs = NOW_MS + MINUTE_MS;
});

const JUDGED = { bankAccount: 'main', from: 'pending' as const, liveAttempt: 0 as number | undefined };
const ATTEMPT = { index: 0, bankId: 'bank-0', method: 'MBWAY' as const };
const PAID = { amountCents: 1_000, receivedCents: 1_000, paidAtMs: NOW_MS + 55_000 };
const live = (fields: Partial<Transaction> = {}) =>
  putTransaction(rig, { attempts: [attemptWith()], liveAttempt: 0, paymentMethod: 'MBWAY', ...fields });
const paidOf = (
  transactionId: string,
  fields: Partial<Extract<Settling, { cause: 'bank-confirmed' }>> = {},
): Settling => ({
  ...JUDGED,
  transactionId,
  cause: 'bank-confirmed',
  attempt: ATTEMPT,
  paid: PAID,
  otherMoney: undefined,
  ...fields,
});
const refusedOf = (transactionId: string): Settling => ({
  ...JUDGED,
  transactionId,
  cause: 'customer-refused',
  attempt: ATTEMPT,
});

describe('§3, invariant 3: one write settles', () => {
  test('status, event and all facts of the payload, and removes what is no longer needed', async () => {
    const before = await live();
    expect(await dependencies.settle(paidOf(before.transactionId))).toEqual({ kind: 'written' });
    const { liveAttempt, ...unchanged } = before;
    expect(await stored(rig, before.transactionId)).toEqual({
      ...unchanged,
      status: 'paid',
      settledAt: NOW_MS + MINUTE_MS,
      paidAt: NOW_MS + 55_000,
      paidBy: 0,
      receivedCents: 1_000,
      attempts: [{ method: 'MBWAY', bankId: 'bank-0', state: 'ended', startedAt: NOW_MS, endsAt: NOW_MS + 240_000 }],
      settlements: [
        {
          eventId: expect.stringMatching(/^evt_[0-9a-z]{24}$/),
          status: 'paid',
          cause: 'bank-confirmed',
          settledAt: NOW_MS + MINUTE_MS,
          paymentMethod: 'MBWAY',
          paidAt: NOW_MS + 55_000,
          requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          delivery: { state: 'pending', resends: 0, done: 0, attempts: [] },
        },
      ],
    });
    expect(liveAttempt).toBe(0);
  });

  test('records our own time where the bank gives none (D21)', async () => {
    const { transactionId } = await live();
    await dependencies.settle(
      paidOf(transactionId, { paid: { amountCents: 1_000, receivedCents: 1_000, paidAtMs: null } }),
    );
    expect((await stored(rig, transactionId)).paidAt).toBe(NOW_MS + MINUTE_MS);
  });

  test('removes hash and last digits of the phone, whatever the outcome', async () => {
    for (const settling of [paidOf, refusedOf]) {
      const { transactionId } = await live();
      await dependencies.settle(settling(transactionId));
      expect(JSON.stringify(await stored(rig, transactionId))).not.toMatch(/phone|hash-a/);
    }
  });
});

describe('invariant 1: a settlement changes nothing', () => {
  test('when it is repeated; it returns the stored item', async () => {
    const { transactionId } = await live();
    await dependencies.settle(paidOf(transactionId));
    const once = await stored(rig, transactionId);
    expect(await dependencies.settle(paidOf(transactionId))).toEqual({ kind: 'refused', current: once });
    expect(await dependencies.settle(refusedOf(transactionId))).toEqual({ kind: 'refused', current: once });
    expect(await stored(rig, transactionId)).toEqual(once);
  });

  test('after the first of twenty concurrent ones', async () => {
    const { transactionId } = await live();
    const settlings = Array.from({ length: 20 }, (_, index) => (index % 2 ? paidOf : refusedOf)(transactionId));
    const outcomes = await Promise.all(settlings.map((settling) => dependencies.settle(settling)));
    expect(outcomes.filter(({ kind }) => kind === 'written')).toHaveLength(1);
    expect((await stored(rig, transactionId)).settlements).toHaveLength(1);
  });

  test.each<[string, Partial<Transaction>]>([
    [
      'a refusal of an attempt that is no longer live',
      { attempts: [attemptWith({ state: 'ended' }), attemptWith({ bankId: 'bank-1' })], liveAttempt: 1 },
    ],
    ['a refusal when nothing is live', { attempts: [attemptWith({ state: 'ended' })], paymentMethod: null }],
    ['a refusal of a payment with another bank id', { attempts: [attemptWith({ bankId: 'bank-9' })] }],
  ])('%s', async (_, fields) => {
    const before = await live(fields);
    if (!('liveAttempt' in fields) && fields.paymentMethod === null) {
      await dependencies.transactions.free(before.transactionId, keyOf(before));
    }
    const then = await stored(rig, before.transactionId);
    expect(await dependencies.settle(refusedOf(before.transactionId))).toMatchObject({ kind: 'refused' });
    expect(await stored(rig, before.transactionId)).toEqual(then);
  });

  test.each<[string, Partial<Extract<Settling, { cause: 'bank-confirmed' }>>]>([
    ['of another amount', { paid: { amountCents: 999, receivedCents: 999, paidAtMs: null } }],
    ['of an attempt that does not exist', { attempt: { ...ATTEMPT, index: 1 } }],
    ['of another bank id', { attempt: { ...ATTEMPT, bankId: 'bank-1' } }],
    ['from a status that it does not have', { from: 'cancelled' }],
    ['of an attempt that is no longer live', { liveAttempt: undefined }],
    ['reported by another bank account', { bankAccount: 'other' }],
  ])('when it is money %s', async (_, fields) => {
    const before = await live();
    expect(await dependencies.settle(paidOf(before.transactionId, fields))).toMatchObject({ kind: 'refused' });
    expect(await stored(rig, before.transactionId)).toEqual(before);
  });

  test('when there is no such transaction, and creates none', async () => {
    const settling = paidOf('tx_000000000000000000000000');
    expect(await dependencies.settle(settling)).toEqual({ kind: 'refused', current: undefined });
  });

  test('by the cause `never-started` while an attempt is live (D10)', async () => {
    const { transactionId } = await live();
    const settling: Settling = { ...JUDGED, transactionId, liveAttempt: undefined, cause: 'never-started' };
    expect(await dependencies.settle(settling)).toMatchObject({ kind: 'refused' });
  });

  test('by what is no transition, which throws', async () => {
    const { transactionId } = await putTransaction(rig, { status: 'failed', attempts: [attemptWith()] });
    const settling = { ...refusedOf(transactionId), from: 'failed', liveAttempt: undefined } as const;
    await expect(dependencies.settle(settling)).rejects.toThrow('customer-refused is not allowed from failed');
  });
});

describe('D9: a late payment', () => {
  test.each(['bank-refused', 'expired'] as const)(
    'after %s is a second settlement with its own event id (D14)',
    async (cause) => {
      const { transactionId } = await live();
      await dependencies.settle({ ...refusedOf(transactionId), cause } as Settling);
      const [first] = (await stored(rig, transactionId)).settlements;
      rig.time.nowMs += HOUR_MS;
      const from = first?.status ?? 'pending';
      expect(await dependencies.settle(paidOf(transactionId, { from, liveAttempt: undefined }))).toEqual({
        kind: 'written',
      });
      const { settlements, settledAt, status, paidAt } = await stored(rig, transactionId);
      expect([status, paidAt, settledAt]).toEqual(['paid', NOW_MS + 55_000, NOW_MS + 3_660_000]);
      expect(settlements[0]).toEqual(first);
      expect(settlements[1]).toMatchObject({ status: 'paid', settledAt: NOW_MS + 3_660_000 });
      expect(settlements[1]?.eventId).not.toBe(first?.eventId);
    },
  );

  test('is recorded after the first event, also by a clock that is behind', async () => {
    const { transactionId } = await live();
    await dependencies.settle(refusedOf(transactionId));
    const first = rig.time.nowMs;
    rig.time.nowMs -= 30_000;
    const late = paidOf(transactionId, { from: 'failed', liveAttempt: undefined });
    expect(await dependencies.settle(late)).toMatchObject({ kind: 'refused', current: { settledAt: first } });
    expect(await dependencies.settle({ ...late, settledAt: first })).toEqual({ kind: 'written' });
    const { settlements, settledAt } = await stored(rig, transactionId);
    expect([settledAt, ...settlements.map((each) => each.settledAt)]).toEqual([first + 1, first, first + 1]);
  });
});

test('the write costs what docs/tables.md says: each outcome and a late payment', async () => {
  const client = new DynamoDBClient({ ...ACCOUNT, endpoint: rig.endpoint });
  const cost = metered(client);
  const { settle } = paymentsIn(client, () => rig.time.nowMs);
  const unitsOf = async (settling: Settling) => {
    const before = cost.written;
    expect(await settle(settling)).toEqual({ kind: 'written' });
    return cost.written - before;
  };
  const ids = [await live(), await live()].map(({ transactionId }) => transactionId) as [string, string];
  expect(await unitsOf(paidOf(ids[0]))).toBe(3);
  expect(await unitsOf(refusedOf(ids[1]))).toBe(2);
  const late = { from: 'failed', liveAttempt: undefined, settledAt: rig.time.nowMs } as const;
  expect(await unitsOf(paidOf(ids[1], late))).toBe(4);
  client.destroy();
});

describe('D10: dueAt after the settlement', () => {
  const dueAfter = async (fields: Partial<Transaction>, method: 'MBWAY' | 'REFERENCE' = 'MBWAY') => {
    const transaction = await live({ attempts: [attemptWith({ method })], ...fields });
    await dependencies.settle(paidOf(transaction.transactionId, { attempt: { ...ATTEMPT, method } }));
    return (await stored(rig, transaction.transactionId)).dueAt;
  };

  test('of a push is unchanged, which saves a write', async () => {
    expect(await dueAfter({ dueAt: NOW_MS + 300_000 })).toBe(NOW_MS + 300_000);
  });

  test('of a push that the bank left undecided for long is earlier', async () => {
    const far = NOW_MS + 6 * HOUR_MS;
    const { transactionId } = await live({ dueAt: far });
    const refused = await dependencies.settle(paidOf(transactionId));
    expect(refused).toMatchObject({ kind: 'refused', current: { status: 'pending', dueAt: far } });
    expect(await dependencies.settle(paidOf(transactionId, { dueAt: far }))).toEqual({ kind: 'written' });
    expect((await stored(rig, transactionId)).dueAt).toBe(rig.time.nowMs + STALLED_MS);
  });

  test('of a reference that was due days later is earlier', async () => {
    expect(await dueAfter({ dueAt: NOW_MS + 4 * DAY_MS }, 'REFERENCE')).toBe(NOW_MS + MINUTE_MS + STALLED_MS);
  });

  test('of a late payment whose first event was delivered is set again', async () => {
    const { dueAt, ...paid } = await live();
    const { transactionId } = await putTransaction(rig, {
      ...paid,
      transactionId: `tx_${'z'.repeat(24)}`,
      status: 'failed',
      dueAt: undefined,
    });
    expect(dueAt).toBeDefined();
    await dependencies.settle(paidOf(transactionId, { from: 'failed' }));
    expect((await stored(rig, transactionId)).dueAt).toBe(NOW_MS + MINUTE_MS + STALLED_MS);
  });
});
