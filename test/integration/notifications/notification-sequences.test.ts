import fc from 'fast-check';
import { describe, expect } from 'vitest';
import type { BankStatus } from '../../../functions/banking/bank.ts';
import { reportsMoney } from '../../../functions/banking/bank.ts';
import { applyReport } from '../../../functions/payments/settle/apply.ts';
import { applyNotification } from '../../../functions/payments/settle/notification.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { TRANSITIONS } from '../../../functions/payments/transitions.ts';
import { dependencies, pushed, rig, test } from '../../fixtures/payments.ts';
import { notify } from '../../support/payment-calls.ts';
import { attemptWith } from '../../support/payment-transactions.ts';
import { exceptionsOf, putTransaction, stored } from '../../support/stored-payments.ts';

const operation = fc.constantFrom({}, { operationId: 'S1' }, { operationId: 'S2' });
const paid = fc.tuple(fc.constantFrom(400, 999, 1_000, 1_001), fc.constantFrom(null, 7, 8), operation).map(
  ([amountCents, paidAtMs, movement]): BankStatus => ({
    kind: 'paid',
    method: 'MBWAY',
    amountCents,
    paidAtMs,
    ...movement,
  }),
);
const word = fc.oneof(
  { weight: 3, arbitrary: paid },
  {
    weight: 4,
    arbitrary: fc.constantFrom<BankStatus>(
      { kind: 'refused', by: 'bank' },
      { kind: 'refused', by: 'customer' },
      { kind: 'expired', abandoned: false },
      { kind: 'expired', abandoned: true },
      { kind: 'waiting' },
      { kind: 'not-started' },
      { kind: 'unknown', detail: 'HTTP 503' },
      { kind: 'partial', amountCents: 300 },
      { kind: 'partial', amountCents: null },
      { kind: 'foreign-currency', sum: '10 USD' },
      { kind: 'odd', detail: 'Success by method CARD' },
    ),
  },
);
const BANK_IDS = ['dead', 'live', 'nobody'] as const;
/** Reported by a notification or by an inquiry. */
const reported = fc.record({ word, bankId: fc.constantFrom(...BANK_IDS), byNotice: fc.boolean(), answer: word });
type Reported = typeof reported extends fc.Arbitrary<infer Each> ? Each : never;

/** Two starts, of which the first has ended. */
const begun = () =>
  putTransaction(rig, {
    attempts: [attemptWith({ bankId: 'dead', state: 'ended' }), attemptWith({ bankId: 'live' })],
    liveAttempt: 1,
    paymentMethod: 'MBWAY',
  });

async function apply(
  { transactionId }: Transaction,
  { word: status, bankId, byNotice, answer }: Reported,
  noticeId: string,
) {
  if (!byNotice) return applyReport(dependencies, await stored(rig, transactionId), { bankId, status });
  const notice = { noticeId, bankId, transactionId, method: 'MBWAY' as const, status };
  return applyNotification(dependencies, { askStatus: async () => answer }, 'main', notice);
}

const isStep = (from: Transaction, to: Transaction) =>
  from.status === to.status || TRANSITIONS.some((step) => step.from === from.status && step.to === to.status);

const PARTS = [1, 2, 3];

describe('for every sequence of notifications and inquiries', () => {
  test.each(PARTS)(
    'nothing leaves paid; every transition is in the table and has its event (invariants 1 and 4, D9): %i',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(reported, { minLength: 1, maxLength: 8 }), async (words) => {
          const transaction = await begun();
          let before = transaction;
          for (const [index, each] of words.entries()) {
            await apply(transaction, each, `notice-${index}`);
            const after = await stored(rig, transaction.transactionId);
            expect(isStep(before, after)).toBe(true);
            expect(after.settlements.slice(0, before.settlements.length)).toEqual(before.settlements);
            expect(after.settlements.length - before.settlements.length).toBe(after.status === before.status ? 0 : 1);
            expect(after.settlements.at(-1)?.status ?? 'pending').toBe(after.status);
            expect(after.paidAt !== undefined).toBe(after.status === 'paid');
            // A paid transaction changes by the name of its movement, once, and by the version of the money beside it.
            const { paidOperation = after.paidOperation } = before;
            const { moneyVersion } = after;
            const changes = { ...(paidOperation && { paidOperation }), ...(moneyVersion && { moneyVersion }) };
            if (before.status === 'paid') expect(after).toEqual({ ...before, ...changes });
            before = after;
          }
        }),
        { numRuns: 50 },
      );
    },
    120_000,
  );

  test.each(PARTS)(
    'money is the payment, a repeat, or a recorded exception (invariant 9): %i',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(reported, { minLength: 1, maxLength: 6 }), async (words) => {
          const transaction = await begun();
          for (const [index, each] of words.entries()) {
            const known = (await exceptionsOf(rig, transaction.transactionId)).length;
            const before = await stored(rig, transaction.transactionId);
            const applied = await apply(transaction, each, `notice-${index}`);
            if (!reportsMoney(each.word)) continue;
            const exceptions = await exceptionsOf(rig, transaction.transactionId);
            const isRepeat = before.status === 'paid' && applied.kind === 'nothing';
            const isSettled = before.status !== 'paid' && applied.kind === 'settled';
            expect(isRepeat || isSettled || exceptions.length > 0).toBe(true);
            if (applied.kind === 'exception') {
              expect(exceptions.length).toBeGreaterThanOrEqual(known);
              // A partial payment recorded before full payment is a repeat when it is reported again.
              const kinds = exceptions.map(({ kind }) => kind).concat(known > 0 ? ['paid-twice'] : []);
              expect(kinds).toEqual(expect.arrayContaining(applied.exceptions));
            }
          }
        }),
        { numRuns: 34 },
      );
    },
    120_000,
  );

  test('a late payment is paid with one more event, from failed and cancelled, despite repeats', async () => {
    const refused = { status: 'Declined', statusCode: 'E0500' } as const;
    for (const [first, status] of [
      [refused, 'failed'],
      [{ status: 'Timeout' } as const, 'cancelled'],
    ] as const) {
      const transaction = await pushed();
      const { transactionId } = transaction;
      const bankId = transaction.attempts[0]?.bankId ?? '';
      await notify(dependencies, transaction, first);
      expect((await stored(rig, transactionId)).status).toBe(status);
      const again = [{}, first, {}, { status: 'Pending' } as const, first, {}];
      for (const facts of again) await notify(dependencies, transaction, { ...facts, bankId });
      const late = await stored(rig, transactionId);
      expect([late.status, late.settlements.map((each) => each.status)]).toEqual(['paid', [status, 'paid']]);
      expect((await exceptionsOf(rig, transactionId)).map(({ kind }) => kind)).toEqual(['late']);
    }
  });

  test('the same notifications have the same end in every order: paid, if one reports money', async () => {
    const facts = [{ status: 'Pending' }, { status: 'Declined', statusCode: 'E0113' }, { status: 'Success' }] as const;
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    for (const order of orders) {
      const transaction = await pushed();
      const { transactionId } = transaction;
      for (const index of order) {
        const answer = await notify(dependencies, transaction, { ...facts[index], notificationId: `notice-${index}` });
        expect([answer.statusCode, JSON.parse(answer.body)]).toEqual([
          200,
          { statusCode: '000', statusMsg: 'Success', notificationID: `notice-${index}` },
        ]);
      }
      expect((await stored(rig, transactionId)).status, order.join()).toBe('paid');
    }
  });
});
