import { describe, expect, test } from 'vitest';
import { type BankStatus, type MoneyStatus, reportsMoney } from '../../../functions/banking/bank.ts';
import { EXCEPTION_LINE } from '../../../functions/payments/exceptions/exception.ts';
import { exceptionsOf, judge } from '../../../functions/payments/money/judge.ts';
import type { Transaction } from '../../../functions/payments/transaction.ts';
import { STATUSES, statusAfter, statusesBefore, TERMINAL_STATUSES } from '../../../functions/payments/transitions.ts';
import { attemptWith, TRANSACTION_ID, transactionWith } from '../../support/payment-transactions.ts';

const paid = (amountCents: number): BankStatus => ({ kind: 'paid', method: 'MBWAY', amountCents, paidAtMs: 7 });
const WORDS: Record<string, BankStatus> = {
  paid: paid(1_000),
  'paid less': paid(999),
  'paid more': paid(1_001),
  'refused by the bank': { kind: 'refused', by: 'bank' },
  'refused by the customer': { kind: 'refused', by: 'customer' },
  expired: { kind: 'expired', abandoned: false },
  abandoned: { kind: 'expired', abandoned: true },
  waiting: { kind: 'waiting' },
  'not started': { kind: 'not-started' },
  'paid in part': { kind: 'partial', amountCents: 400 },
  'paid in part, of no sum': { kind: 'partial', amountCents: null },
  'paid in dollars': { kind: 'foreign-currency', sum: '10 USD' },
  odd: { kind: 'odd', detail: 'Success by method CARD' },
  unknown: { kind: 'unknown', detail: 'no answer' },
};

// The bank reports the live attempt, of an earlier one that is dead, of the one that was paid, or of an unknown one.
const ATTEMPTS = [attemptWith({ bankId: 'dead', state: 'ended' }), attemptWith({ bankId: 'other' })];
type Spoken = 'other' | 'dead' | 'foreign';

interface Case {
  name: string;
  transaction: Transaction;
  bankId: Spoken;
  report: BankStatus;
}

function* cases(): Generator<Case> {
  for (const status of STATUSES) {
    for (const liveAttempt of status === 'pending' ? [undefined, 1] : [undefined]) {
      for (const paidBy of status === 'paid' ? [0, 1] : [undefined]) {
        const transaction = transactionWith({ status, attempts: ATTEMPTS, paymentMethod: 'MBWAY' });
        if (liveAttempt !== undefined) transaction.liveAttempt = liveAttempt;
        if (paidBy !== undefined) Object.assign(transaction, { paidBy, paidAt: 5 });
        for (const bankId of ['other', 'dead', 'foreign'] as const) {
          for (const [word, report] of Object.entries(WORDS)) {
            yield {
              name: `${status}, live ${liveAttempt}, paid by ${paidBy}, ${bankId}: ${word}`,
              transaction,
              bankId,
              report,
            };
          }
        }
      }
    }
  }
}
const ALL = [...cases()];
const isMoney = ({ report }: Case) => reportsMoney(report);
const verdictOf = ({ transaction, bankId, report }: Case) => judge(transaction, { bankId, status: report });
const isLive = ({ transaction, bankId }: Case) =>
  transaction.liveAttempt !== undefined && transaction.attempts[transaction.liveAttempt]?.bankId === bankId;

/** Names of the cases for which `holds` is false. */
const breaking = (holds: (at: Case) => boolean) => ALL.filter((at) => !holds(at)).map(({ name }) => name);

describe('for every status of the bank and every state of a transaction', () => {
  test('there are cases for every status, attempt and bank status', () => {
    expect(ALL).toHaveLength((2 + 2 + 1 + 1) * 3 * Object.keys(WORDS).length);
  });

  test('a settlement is a transition that the table allows from the present status (invariant 1, D9)', () => {
    expect(
      breaking((at) => {
        const verdict = verdictOf(at);
        if (verdict.kind !== 'settle') return true;
        const { from, cause } = verdict.settling;
        return from === at.transaction.status && statusesBefore(cause).includes(from);
      }),
    ).toEqual([]);
  });

  test('nothing leaves paid (invariant 1)', () => {
    expect(breaking((at) => at.transaction.status !== 'paid' || verdictOf(at).kind !== 'settle')).toEqual([]);
  });

  test('paid requires at least the complete amount, and has paidAt (invariant 1)', () => {
    expect(
      breaking((at) => {
        const verdict = verdictOf(at);
        if (verdict.kind !== 'settle' || statusAfter(verdict.settling.cause) !== 'paid') return true;
        const isComplete = at.report.kind === 'paid' && at.report.amountCents >= at.transaction.amountCents;
        return isComplete && verdict.settling.paid?.amountCents === at.transaction.amountCents;
      }),
    ).toEqual([]);
  });

  test('failed and cancelled require the live attempt of a pending transaction (invariants 1 and 2)', () => {
    expect(
      breaking((at) => {
        const verdict = verdictOf(at);
        if (verdict.kind !== 'settle' || verdict.settling.cause === 'bank-confirmed') return true;
        return at.transaction.status === 'pending' && isLive(at);
      }),
    ).toEqual([]);
  });

  test('waiting and not-started require the live attempt of a pending transaction (invariant 2)', () => {
    expect(
      breaking((at) => {
        const { kind } = verdictOf(at);
        return (kind !== 'waiting' && kind !== 'not-started') || (at.transaction.status === 'pending' && isLive(at));
      }),
    ).toEqual([]);
  });

  test('money either settles or is an exception, unless it repeats the recorded payment (invariant 9)', () => {
    expect(
      breaking((at) => {
        if (!isMoney(at)) return true;
        const verdict = verdictOf(at);
        const { status, paidBy, attempts } = at.transaction;
        const isRepeat = status === 'paid' && attempts[paidBy ?? -1]?.bankId === at.bankId;
        return isRepeat || verdict.kind === 'settle' || verdict.kind === 'exception';
      }),
    ).toEqual([]);
  });

  test('the complete amount settles whatever is not paid yet: pending, failed or cancelled, live or not (§3, D9)', () => {
    expect(
      breaking((at) => {
        const isComplete = at.report.kind === 'paid' && at.report.amountCents >= at.transaction.amountCents;
        if (!isComplete || at.bankId === 'foreign' || at.transaction.status === 'paid') return true;
        const verdict = verdictOf(at);
        return verdict.kind === 'settle' && verdict.settling.cause === 'bank-confirmed';
      }),
    ).toEqual([]);
  });

  test('money that differs from the ordinary payment is also an exception (invariant 9, D9)', () => {
    expect(
      breaking((at) => {
        const verdict = verdictOf(at);
        if (!isMoney(at) || verdict.kind !== 'settle') return true;
        const isExact = at.report.kind === 'paid' && at.report.amountCents === at.transaction.amountCents;
        const isOrdinary = at.transaction.status === 'pending' && isExact;
        return isOrdinary === (verdict.exceptions.length === 0);
      }),
    ).toEqual([]);
  });

  test('a status without money is never an exception', () => {
    expect(
      breaking((at) => {
        return isMoney(at) || exceptionsOf(verdictOf(at)).length === 0;
      }),
    ).toEqual([]);
  });

  test('an unknown status changes nothing (D8)', () => {
    expect(breaking((at) => at.report.kind !== 'unknown' || verdictOf(at).kind === 'nothing')).toEqual([]);
  });

  test('the transaction is not modified', () => {
    const before = JSON.stringify(ALL);
    for (const at of ALL) verdictOf(at);
    expect(JSON.stringify(ALL)).toBe(before);
  });
});

describe('D9: the kind of the exception is', () => {
  const attempts = ATTEMPTS;
  const opened = (fields: Partial<Transaction>, bankId: string, status: BankStatus) =>
    exceptionsOf(judge(transactionWith({ attempts, liveAttempt: 1, ...fields }), { bankId, status }));

  test.each<[string, Partial<Transaction>, Spoken, BankStatus, ...string[]]>([
    ['late, after failed', { status: 'failed' }, 'other', paid(1_000), 'late'],
    ['late, after cancelled', { status: 'cancelled' }, 'other', paid(1_000), 'late'],
    ['paid twice, by another attempt', { status: 'paid', paidBy: 1 }, 'dead', paid(1_000), 'paid-twice'],
    ['paid twice, whatever the amount', { status: 'paid', paidBy: 1 }, 'dead', paid(1), 'paid-twice'],
    ['underpaid', {}, 'other', paid(999), 'underpaid'],
    ['underpaid, when a part was received', {}, 'other', { kind: 'partial', amountCents: 400 }, 'underpaid'],
    [
      'underpaid, when the bank reports a part, whatever its amount',
      {},
      'other',
      { kind: 'partial', amountCents: null },
      'underpaid',
    ],
    ['foreign currency', {}, 'other', { kind: 'foreign-currency', sum: '10 USD' }, 'foreign-currency'],
    ['unclear', {}, 'other', { kind: 'odd', detail: 'Success by method CARD' }, 'unclear-payment'],
    [
      'paid twice, in part on another attempt',
      { status: 'paid', paidBy: 1 },
      'dead',
      { kind: 'partial', amountCents: 4 },
      'paid-twice',
    ],
    [
      'unclear, on the paid attempt',
      { status: 'paid', paidBy: 1 },
      'other',
      { kind: 'odd', detail: 'x' },
      'unclear-payment',
    ],
    ['underpaid, also when late', { status: 'cancelled' }, 'other', paid(999), 'underpaid'],
    ['overpaid', {}, 'other', paid(1_001), 'overpaid'],
    ['late and overpaid together', { status: 'failed' }, 'other', paid(1_001), 'late', 'overpaid'],
    ['unknown payment', {}, 'foreign', paid(1_000), 'unknown-payment'],
    ['none for money on a dead attempt of a pending transaction', {}, 'dead', paid(1_000)],
    ['none for a repeat', { status: 'paid', paidBy: 1 }, 'other', paid(1_000)],
  ])('%s', (_, fields, bankId, report, ...exceptions) => {
    expect(opened(fields, bankId, report)).toEqual(exceptions);
  });
});

test('D9: a payment first reported without its movement’s id is the same one; the id is stored', () => {
  const attempts = [attemptWith({ bankId: 'paid', state: 'ended' })];
  const transaction = transactionWith({ status: 'paid', attempts, paidBy: 0, paidAt: 7 });
  const word = { kind: 'paid', method: 'MBWAY', amountCents: 1_000, paidAtMs: 7, operationId: 'S1' } as const;
  expect(judge(transaction, { bankId: 'paid', status: word })).toEqual({
    kind: 'same-payment',
    index: 0,
    operationId: 'S1',
    exceptions: [],
  });
  const more = { ...transaction, paidCents: 1_001 };
  expect(judge(more, { bankId: 'paid', status: { ...word, amountCents: 1_001 } })).toMatchObject({
    exceptions: ['overpaid'],
  });
});

describe('D9: further money on the paid attempt is', () => {
  const again = (method: 'MBWAY' | 'REFERENCE', fields: Partial<Transaction>, report: Partial<MoneyStatus>) => {
    const attempts = [attemptWith({ bankId: 'paid', method, state: 'ended' })];
    const transaction = transactionWith({ status: 'paid', attempts, paidBy: 0, paidAt: 7, ...fields });
    const word = { kind: 'paid', method, amountCents: 1_000, paidAtMs: 7, ...report } as BankStatus;
    const verdict = judge(transaction, { bankId: 'paid', status: word });
    return exceptionsOf(verdict).join() || verdict.kind;
  };
  const known = { paidOperation: 'S1' };

  test.each<[string, Partial<Transaction>, Partial<MoneyStatus>]>([
    ['with the same movement, whatever its time', known, { operationId: 'S1', paidAtMs: 8 }],
    ['with the same movement, reported in part', known, { kind: 'partial', operationId: 'S1' }],
    [
      'with the same movement, in part without an amount',
      known,
      { kind: 'partial', operationId: 'S1', amountCents: null },
    ],
    ['of the same time and amount', {}, {}],
    ['without a movement, where the recorded one has one', known, {}],
    ['without the bank’s time', {}, { paidAtMs: null }],
    ['with the bank’s time, where the recorded one is ours', { paidAtIsOurs: true }, { paidAtMs: 8 }],
    ['of the recorded excess', { paidCents: 1_001, paidAtIsOurs: true }, { amountCents: 1_001 }],
  ])('a repeat: %s', (_, fields, report) => {
    expect([again('MBWAY', fields, report), again('REFERENCE', fields, report)]).toEqual(['nothing', 'nothing']);
  });

  test.each<[string, Partial<Transaction>, Partial<MoneyStatus>]>([
    ['with another movement', known, { operationId: 'S2' }],
    ['with another movement, in part', known, { kind: 'partial', operationId: 'S2' }],
  ])('a second payment: %s', (_, fields, report) => {
    expect([again('MBWAY', fields, report), again('REFERENCE', fields, report)]).toEqual(['paid-twice', 'paid-twice']);
  });

  test.each<[string, string, Partial<Transaction>, Partial<MoneyStatus>]>([
    ['in part without a movement, of the complete amount', 'nothing', {}, { kind: 'partial' }],
    ['of another amount at the same time', 'unclear-payment', {}, { amountCents: 999 }],
    ['of another amount at another time', 'unclear-payment', {}, { amountCents: 999, paidAtMs: 8 }],
    ['of another amount without a time', 'unclear-payment', {}, { amountCents: 999, paidAtMs: null }],
    [
      'of the requested amount, where more was received',
      'unclear-payment',
      { paidCents: 1_001, paidAtIsOurs: true },
      {},
    ],
  ])(
    'a second payment of a reference, and another report of a push, which is paid once: %s',
    (_, ofPush, fields, report) => {
      expect([again('MBWAY', fields, report), again('REFERENCE', fields, report)]).toEqual([ofPush, 'paid-twice']);
    },
  );

  test('a contradiction, with the same movement and another amount', () => {
    const contradiction = { operationId: 'S1', amountCents: 999 };
    expect(again('REFERENCE', known, contradiction)).toBe('unclear-payment');
  });

  test.each<[string, string, string, string]>([
    ['the minute of its second', 'R-1000-T154107', 'R-1000-T1541~', 'nothing'],
    ['its minute, already recorded', 'R-1000-T1541~', 'R-1000-T1541~', 'nothing'],
    ['its second, not yet recorded', 'R-1000-T1541~', 'R-1000-T154107', 'same-payment'],
    ['another second', 'R-1000-T154107', 'R-1000-T154108', 'paid-twice'],
    ['another minute', 'R-1000-T154107', 'R-1000-T1542~', 'paid-twice'],
    ['no time at all', 'R-1000-T154107', 'R-1000-~', 'nothing'],
  ])('identified by %s', (_, paidOperation, operationId, verdict) => {
    expect(again('REFERENCE', { paidOperation }, { operationId })).toBe(verdict);
  });

  test('each of several entries of a list, until it is compared with all records', () => {
    const attempts = [attemptWith({ bankId: 'paid', method: 'REFERENCE', state: 'ended' })];
    const transaction = transactionWith({ status: 'paid', attempts, paidBy: 0, paidOperation: 'R-1000-T154107' });
    const word = {
      kind: 'paid',
      method: 'REFERENCE',
      amountCents: 1_000,
      paidAtMs: 7,
      operationId: 'R-1000-T1541~',
    } as const;
    const [alone, several] = [false, true].map((isOneOfSeveral) =>
      judge(transaction, { bankId: 'paid', status: word }, isOneOfSeveral),
    );
    expect([alone?.kind, several]).toEqual(['nothing', { kind: 'exception', exceptions: ['paid-twice'] }]);
  });

  test('a repeat, for a reference found by an inquiry at most two minutes before', () => {
    const inquired = { paidAtIsOurs: true, paidAt: 1_000_000 } as const;
    const at = [1_120_000, 1_120_001].map((paidAtMs) => again('REFERENCE', inquired, { paidAtMs }));
    expect(at).toEqual(['nothing', 'paid-twice']);
  });

  test('at another time a second payment of a reference, and a repeat of a push, which is confirmed once', () => {
    const later = { paidAtMs: 8 };
    expect([again('REFERENCE', {}, later), again('MBWAY', {}, later)]).toEqual(['paid-twice', 'nothing']);
  });
});

// The first attempt has ended, the second is the live one.
const LIVE_ATTEMPTS = [attemptWith({ bankId: 'dead', state: 'ended' }), attemptWith({ bankId: 'live' })];
const withLive = (fields: Partial<Transaction> = {}) =>
  transactionWith({ attempts: LIVE_ATTEMPTS, liveAttempt: 1, ...fields });

const settling = {
  transactionId: TRANSACTION_ID,
  from: 'pending',
  liveAttempt: 1,
  bankAccount: 'main',
  dueAt: withLive().dueAt,
  settledAt: undefined,
  attempt: { index: 1, bankId: 'live', method: 'MBWAY' },
};

describe('a bank status of the live attempt of a pending transaction', () => {
  test.each<[string, BankStatus, string]>([
    ['a refusal by the bank', { kind: 'refused', by: 'bank' }, 'bank-refused'],
    ['a refusal by the customer', { kind: 'refused', by: 'customer' }, 'customer-refused'],
    ['an end of the window', { kind: 'expired', abandoned: false }, 'expired'],
    ['an abandoned push', { kind: 'expired', abandoned: true }, 'abandoned'],
  ])('%s settles it, on condition of every judged fact', (_, report, cause) => {
    expect(judge(withLive(), { bankId: 'live', status: report })).toEqual({
      kind: 'settle',
      settling: { ...settling, cause },
      exceptions: [],
    });
  });

  test('money settles it with the requested amount and the bank’s time, even if more was received', () => {
    const asked = { amountCents: 1_000, paidAtMs: 7 };
    const verdict = { kind: 'settle', settling: { ...settling, cause: 'bank-confirmed', paid: asked } };
    expect(judge(withLive(), { bankId: 'live', status: paid(1_000) })).toStrictEqual({ ...verdict, exceptions: [] });
    const more = { ...verdict, settling: { ...verdict.settling, paid: { ...asked, receivedCents: 1_001 } } };
    expect(judge(withLive(), { bankId: 'live', status: paid(1_001) })).toEqual({ ...more, exceptions: ['overpaid'] });
    const reported = { ...paid(1_000), operationId: 'S1' } as BankStatus;
    const known = { ...verdict, settling: { ...verdict.settling, paid: { ...asked, operationId: 'S1' } } };
    expect(judge(withLive(), { bankId: 'live', status: reported })).toEqual({ ...known, exceptions: [] });
  });

  test.each(['waiting', 'not-started'] as const)('"%s" is passed on with its attempt', (kind) => {
    expect(judge(withLive(), { bankId: 'live', status: { kind } })).toEqual({ kind, index: 1 });
  });

  test('a missing answer changes nothing and has the bank’s detail', () => {
    expect(judge(withLive(), { bankId: 'live', status: { kind: 'unknown', detail: 'HTTP 503' } })).toEqual({
      kind: 'nothing',
      detail: 'HTTP 503',
    });
  });
});

describe('a bank status of an attempt that is not live changes nothing and has the reason', () => {
  const WORDS: BankStatus[] = [
    { kind: 'refused', by: 'bank' },
    { kind: 'expired', abandoned: false },
    { kind: 'waiting' },
    { kind: 'not-started' },
  ];

  test.each(WORDS)('$kind, for an attempt that has ended', (report) => {
    const nothing = { kind: 'nothing', detail: `${report.kind}, attempt is not live` };
    expect(judge(withLive(), { bankId: 'dead', status: report })).toEqual(nothing);
  });

  test.each(TERMINAL_STATUSES)(
    'for a transaction that is %s, even if its record still names a live attempt',
    (status) => {
      for (const report of WORDS) {
        expect(judge(withLive({ status }), { bankId: 'live', status: report })).toEqual({
          kind: 'nothing',
          detail: `${report.kind}, attempt is not live`,
        });
      }
    },
  );

  test('for money resent on the paid attempt', () => {
    expect(judge(withLive({ status: 'paid', paidBy: 1 }), { bankId: 'live', status: paid(1_000) })).toEqual({
      kind: 'nothing',
      detail: 'payment is already recorded',
    });
  });

  test('for an unknown bank id, unless it reports money', () => {
    expect(judge(withLive(), { bankId: 'foreign', status: { kind: 'refused', by: 'bank' } })).toEqual({
      kind: 'nothing',
      detail: 'no attempt has this bank id',
    });
  });
});

test('the log line that the alarm counts is not empty: an empty one would match no line', () => {
  expect(EXCEPTION_LINE).toMatch(/^\w+ \w+$/);
});
