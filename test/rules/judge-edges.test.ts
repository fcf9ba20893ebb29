import { describe, expect, test } from 'vitest';
import type { BankStatus } from '../../functions/banking/bank.ts';
import { EXCEPTION_LINE } from '../../functions/payments/exception.ts';
import { judge } from '../../functions/payments/judge.ts';
import type { Transaction } from '../../functions/payments/transaction.ts';
import { TERMINAL_STATUSES } from '../../functions/payments/transitions.ts';
import { attemptWith, TRANSACTION_ID, transactionWith } from '../support/payment-transactions.ts';

// The first attempt has ended, the second is the live one.
const attempts = [attemptWith({ bankId: 'dead', state: 'ended' }), attemptWith({ bankId: 'live' })];
const withLive = (fields: Partial<Transaction> = {}) => transactionWith({ attempts, liveAttempt: 1, ...fields });
const money = (amountCents: number): BankStatus => ({ kind: 'paid', method: 'MBWAY', amountCents, paidAtMs: 7 });

const settling = {
  transactionId: TRANSACTION_ID,
  from: 'pending',
  liveAttempt: 1,
  bankAccount: 'main',
  dueAt: withLive().dueAt,
  attempt: { index: 1, bankId: 'live', method: 'MBWAY' },
};

describe('the bank’s word about the live attempt of a pending transaction', () => {
  test.each<[string, BankStatus, string]>([
    ['a refusal by the bank', { kind: 'refused', by: 'bank' }, 'bank-refused'],
    ['a refusal by the customer', { kind: 'refused', by: 'customer' }, 'customer-refused'],
    ['an end of the window', { kind: 'expired', abandoned: false }, 'expired'],
    ['an abandoned push', { kind: 'expired', abandoned: true }, 'abandoned'],
  ])('%s settles it, held to every fact it was judged on', (_, said, cause) => {
    expect(judge(withLive(), 'live', said)).toEqual({
      kind: 'settle',
      settling: { ...settling, cause },
      exceptions: [],
    });
  });

  test('money settles it with the amount asked for and the bank’s time, also when more came', () => {
    const paid = { amountCents: 1_000, paidAtMs: 7 };
    const verdict = { kind: 'settle', settling: { ...settling, cause: 'bank-confirmed', paid } };
    expect(judge(withLive(), 'live', money(1_000))).toEqual({ ...verdict, exceptions: [] });
    const more = { ...verdict, settling: { ...verdict.settling, paid: { ...paid, receivedCents: 1_001 } } };
    expect(judge(withLive(), 'live', money(1_001))).toEqual({ ...more, exceptions: ['overpaid'] });
    const told = { ...money(1_000), operationId: 'S1' } as BankStatus;
    const known = { ...verdict, settling: { ...verdict.settling, paid: { ...paid, operationId: 'S1' } } };
    expect(judge(withLive(), 'live', told)).toEqual({ ...known, exceptions: [] });
  });

  test.each(['waiting', 'not-started'] as const)('"%s" is passed on with the attempt it is about', (kind) => {
    expect(judge(withLive(), 'live', { kind })).toEqual({ kind, index: 1 });
  });

  test('no answer changes nothing, and says what the bank said', () => {
    expect(judge(withLive(), 'live', { kind: 'unknown', detail: 'HTTP 503' })).toEqual({
      kind: 'nothing',
      detail: 'HTTP 503',
    });
  });
});

describe('the bank’s word about what is no longer live changes nothing and says why', () => {
  const WORDS: BankStatus[] = [
    { kind: 'refused', by: 'bank' },
    { kind: 'expired', abandoned: false },
    { kind: 'waiting' },
    { kind: 'not-started' },
  ];

  test.each(WORDS)('$kind, of an attempt that has ended', (said) => {
    const nothing = { kind: 'nothing', detail: `${said.kind}, of what is no longer live` };
    expect(judge(withLive(), 'dead', said)).toEqual(nothing);
  });

  test.each(TERMINAL_STATUSES)(
    'of a transaction that is %s, even if its record still names a live attempt',
    (status) => {
      for (const said of WORDS) {
        expect(judge(withLive({ status }), 'live', said)).toEqual({
          kind: 'nothing',
          detail: `${said.kind}, of what is no longer live`,
        });
      }
    },
  );

  test('money that comes again on the attempt that was paid', () => {
    expect(judge(withLive({ status: 'paid', paidBy: 1 }), 'live', money(1_000))).toEqual({
      kind: 'nothing',
      detail: 'a repeat of what is already paid',
    });
  });

  test('anything but money on an id that is none of ours', () => {
    expect(judge(withLive(), 'foreign', { kind: 'refused', by: 'bank' })).toEqual({
      kind: 'nothing',
      detail: 'no attempt of ours has this bank id',
    });
  });
});

test('the line that the alarm counts is a phrase: an empty one would match no log line', () => {
  expect(EXCEPTION_LINE).toMatch(/^\w+ \w+$/);
});
