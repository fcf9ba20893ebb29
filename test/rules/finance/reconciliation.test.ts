import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BankStatus } from '../../../functions/banking/bank.ts';
import { DAY_MS, HOUR_MS } from '../../../functions/runtime/durations.ts';
import { compare, dayNamed, lineOn, PAID, paidAt } from './reconciled-days.ts';

const DAY = '2026-11-20';
const NOON = '2026-11-20T12:00:00Z';
/** Without a time of day: the export covers the day. */
const OTHER = lineOn(DAY, null, { bankId: 'other' });

describe('D9: a payment that the bank’s export has too', () => {
  test('agrees, by the bank’s id, by our id or by entity and reference', () => {
    const byOurId = lineOn(DAY, NOON, { bankId: null, transactionId: 'tx_a' });
    const byReference = lineOn(DAY, NOON, { bankId: null, entity: '24000', reference: '123456789' });
    const reference = paidAt(NOON, { mb: { entity: '24000', reference: '123456789' }, method: 'REFERENCE' });
    expect(compare(DAY, [paidAt(NOON)], [lineOn(DAY, NOON)]).results).toEqual(['agrees payment']);
    expect(compare(DAY, [paidAt(NOON)], [byOurId]).results).toEqual(['agrees payment']);
    expect(compare(DAY, [reference], [byReference]).results).toEqual(['agrees payment']);
  });

  test('is not matched by a reference that two transactions have', () => {
    const mb = { entity: '24000', reference: '123456789' };
    const line = lineOn(DAY, NOON, { bankId: null, ...mb });
    const twice = [paidAt(NOON, { mb }), paidAt(NOON, { mb, transactionId: 'tx_b', paidBankId: 'b', bankIds: ['b'] })];
    expect(compare(DAY, twice, [line]).results.sort()).toEqual([
      'not-at-bank payment',
      'not-at-bank payment',
      'not-ours payment',
    ]);
  });

  test('differs by its amount, and both amounts are reported', () => {
    const { findings } = compare(DAY, [paidAt(NOON)], [lineOn(DAY, NOON, { grossCents: 999 })]);
    expect(findings).toMatchObject([{ result: 'amount-differs', ourCents: 1_000, bankCents: 999 }]);
  });

  test('differs by its day where that is not near a midnight', () => {
    const line = lineOn('2026-11-22', '2026-11-22T12:00:00Z');
    expect(compare(DAY, [paidAt(NOON)], [line]).results).toEqual(['day-differs payment']);
    expect(compare('2026-11-22', [paidAt(NOON)], [line]).results).toEqual(['day-differs payment']);
    const both = [lineOn(DAY, NOON), lineOn('2026-11-22', null, { bankId: 'another' })];
    const ofDay = { results: ['agrees payment'], dayLines: [{ day: DAY }], leftOut: 0 };
    expect(compare(DAY, [paidAt(NOON)], both)).toMatchObject(ofDay);
    expect(compare(DAY, [paidAt(NOON)], both, { merchantId: 'mer_a' })).toMatchObject(ofDay);
  });

  test('differs where the bank’s status and its export disagree', () => {
    const status: BankStatus = { kind: 'refused', by: 'bank' };
    expect(compare(DAY, [paidAt(NOON)], [lineOn(DAY, NOON)], { reported: { tx_a: status } }).results).toEqual([
      'status-differs payment',
    ]);
  });

  test('agrees by the export alone where the bank cannot be queried', () => {
    const status: BankStatus = { kind: 'unknown', detail: 'status: deadline' };
    expect(compare(DAY, [paidAt(NOON)], [lineOn(DAY, NOON)], { reported: { tx_a: status } }).results).toEqual([
      'agrees payment',
    ]);
  });

  test('is matched once, and a second line for it is booked twice', () => {
    const lines = [lineOn(DAY, NOON), lineOn(DAY, NOON, { lineNumber: 3 })];
    expect(compare(DAY, [paidAt(NOON)], lines).results).toEqual(['agrees payment', 'booked-twice payment']);
    const other = [lineOn(DAY, NOON, { bankId: 'bank-b' }), lineOn(DAY, '2026-11-20T20:00:00Z', { lineNumber: 3 })];
    const { findings } = compare(DAY, [paidAt(NOON, { bankIds: ['bank-b', 'bank-a'] })], other);
    expect(findings.map(({ result, line }) => [result, line?.bankId])).toEqual([
      ['agrees', 'bank-a'],
      ['booked-twice', 'bank-b'],
    ]);
  });
});

describe('D9: a payment that is missing from the export', () => {
  test('is not at the bank, and the finding has what the bank reports when queried', () => {
    const { findings } = compare(DAY, [paidAt(NOON)], [OTHER]);
    expect(findings[0]).toMatchObject({ result: 'not-at-bank', notes: [{ code: 'paid-when-queried' }] });
  });

  test('is not checked where the export has no line of the day, or ends before it or begins after it', () => {
    const refunds = [{ refundId: 'r-1', amountCents: 300, atMs: Date.parse(NOON) }];
    const ours = [paidAt(NOON, { refunds })];
    const other = (...times: string[]) => times.map((time) => lineOn(DAY, `${DAY}T${time}Z`, { bankId: 'x' }));
    for (const lines of [
      [],
      [lineOn('2026-11-19', null, { bankId: 'x' })],
      other('11:59:59'),
      other('12:00:01', '13:00'),
    ]) {
      const { findings, totals } = compare(DAY, ours, lines);
      const found = findings.filter(({ transaction }) => transaction);
      expect(found.map(({ result, kind }) => `${result} ${kind}`)).toEqual([
        'not-checked payment',
        'not-checked refund',
      ]);
      expect(totals.notChecked).toEqual({ count: 2, cents: 1_300 });
      expect(totals.differences['not-at-bank']).toBeUndefined();
    }
    expect(compare(DAY, ours, other('11:00', '13:00')).totals.differences['not-at-bank']?.count).toBe(2);
    // By the bank's time of the payment; its contradiction is a difference.
    const reported = { tx_a: { ...PAID, paidAtMs: Date.parse(`${DAY}T11:00:00Z`) } };
    expect(compare(DAY, [paidAt(NOON)], other('10:00', '11:30'), { reported }).results).toContain(
      'not-at-bank payment',
    );
    expect(compare(DAY, [paidAt(NOON)], [], { reported: { tx_a: { kind: 'not-started' } } }).results).toEqual([
      'status-differs payment',
    ]);
  });

  test('is timing near midnight where the bank confirms it, and not otherwise', () => {
    const late = paidAt('2026-11-20T23:50:00Z');
    expect(compare(DAY, [late], []).results).toEqual(['timing payment']);
    expect(compare(DAY, [paidAt('2026-11-20T23:45:00Z')], []).results).toEqual(['timing payment']);
    expect(compare(DAY, [paidAt('2026-11-20T23:44:59.999Z')], []).results).toEqual(['not-checked payment']);
    expect(compare(DAY, [late], [OTHER], { reported: { tx_a: { kind: 'not-started' } } }).results).toEqual([
      ...['not-at-bank payment', 'not-ours payment'],
    ]);
  });
});

describe('invariant 9: money that the bank has and we do not', () => {
  test('is not ours when it names no transaction of the service', () => {
    const { findings, totals } = compare(DAY, [], [lineOn(DAY, NOON, { bankId: 'x', grossCents: 700 })]);
    expect(findings).toMatchObject([{ result: 'not-ours', ourCents: null, bankCents: 700 }]);
    expect(totals.differences).toEqual({ 'not-ours': { count: 1, cents: 700, differenceCents: 700 } });
  });

  test.each(['pending', 'failed', 'cancelled'] as const)('differs by its status when ours is %s', (status) => {
    const ours = paidAt(NOON, { status, paidAtMs: null, paidBankId: null, openExceptions: ['underpaid'] });
    const { findings } = compare(DAY, [ours], [lineOn(DAY, NOON)]);
    expect(findings).toMatchObject([
      {
        result: 'status-differs',
        ourCents: null,
        bankCents: 1_000,
        notes: [
          { code: 'our-status', status },
          { code: 'open-exception', kind: 'underpaid' },
        ],
      },
    ]);
  });

  test('of other or unknown merchants is left out and counted when one merchant is selected', () => {
    const lines = [lineOn(DAY, NOON), lineOn(DAY, NOON, { bankId: 'x' }), lineOn(DAY, NOON, { bankId: 'bank-b' })];
    const others = paidAt(NOON, {
      transactionId: 'tx_b',
      merchantId: 'mer_b',
      paidBankId: 'bank-b',
      bankIds: ['bank-b'],
    });
    const { results, leftOut, totals } = compare(DAY, [paidAt(NOON)], lines, { merchantId: 'mer_a' });
    expect([results, leftOut, totals.bank?.payments.count]).toEqual([['agrees payment'], 2, 1]);
    expect(compare(DAY, [paidAt(NOON), others], lines).results).toContain('not-ours payment');
  });
});

describe('D9: without an export', () => {
  test.each<[string, BankStatus, string]>([
    ['agrees when the bank says paid', PAID, 'agrees'],
    ['differs when it says another amount', { ...PAID, amountCents: 1_500 }, 'amount-differs'],
    ['differs when it says a part', { kind: 'partial', amountCents: 400 }, 'amount-differs'],
    ['differs when it says refused', { kind: 'refused', by: 'customer' }, 'status-differs'],
    ['differs when it still waits', { kind: 'waiting' }, 'status-differs'],
    ['differs when it contradicts itself', { kind: 'odd', detail: 'x' }, 'status-differs'],
    ['is neither confirmed nor different when the bank cannot say', { kind: 'unknown', detail: 'x' }, 'no-answer'],
  ])('a payment %s', (_, status, result) => {
    const { results, totals } = compare(DAY, [paidAt(NOON)], null, { reported: { tx_a: status } });
    expect(results).toEqual([`${result} payment`]);
    expect(totals.bank).toBeNull();
    expect([totals.agreements.count, totals.noAnswer.count, totals.differenceCount]).toEqual(
      [result === 'agrees', result === 'no-answer', result.endsWith('-differs')].map(Number),
    );
  });
});

describe('around midnight', () => {
  test.each([
    ['in winter', '2026-11-20', '2026-11-20T23:50:00Z', '2026-11-21', '2026-11-21T00:05:00Z'],
    ['in summer, an hour before UTC’s', '2026-07-20', '2026-07-20T22:50:00Z', '2026-07-21', '2026-07-20T23:05:00Z'],
    ['before the day of 23 hours', '2026-03-28', '2026-03-28T23:50:00Z', '2026-03-29', '2026-03-29T00:05:00Z'],
    ['after the day of 23 hours', '2026-03-29', '2026-03-29T22:50:00Z', '2026-03-30', '2026-03-29T23:05:00Z'],
    ['before the day of 25 hours', '2026-10-24', '2026-10-24T22:50:00Z', '2026-10-25', '2026-10-24T23:05:00Z'],
    ['after the day of 25 hours', '2026-10-25', '2026-10-25T23:50:00Z', '2026-10-26', '2026-10-26T00:05:00Z'],
  ])('%s: the same payment on the two sides of one midnight is timing, on either day', (_, day, ours, next, banks) => {
    const line = lineOn(next, banks);
    expect(compare(day, [paidAt(ours)], [line]).results).toEqual(['timing payment']);
    expect(compare(next, [paidAt(ours)], [line]).results).toEqual(['timing payment']);
    expect(compare(day, [paidAt(ours)], [line]).totals.differenceCount).toBe(0);
    expect(compare(next, [paidAt(ours)], [{ ...line, atMs: null }]).results).toEqual(['timing payment']);
  });

  test.each([
    ['our time', '2026-11-20T23:44:59Z', '2026-11-21T00:05:00Z'],
    ['the bank’s time', '2026-11-20T23:50:00Z', '2026-11-21T00:15:00Z'],
  ])('more than 15 minutes from midnight by %s it is a difference', (_, ours, banks) => {
    expect(compare(DAY, [paidAt(ours)], [lineOn('2026-11-21', banks)]).results).toEqual(['day-differs payment']);
  });

  test('the hours of a clock change belong to their own day', () => {
    expect(dayNamed('2026-03-29').toMs - dayNamed('2026-03-29').fromMs).toBe(23 * HOUR_MS);
    expect(dayNamed('2026-10-25').toMs - dayNamed('2026-10-25').fromMs).toBe(25 * HOUR_MS);
    // 01:30 in Lisbon twice, and 22:30Z which is still the Saturday in summer but the Sunday's 23:30 by winter's clock.
    for (const time of ['2026-10-24T23:30:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T23:30:00Z'])
      expect(compare('2026-10-25', [paidAt(time)], null).totals.ours.payments.count).toBe(1);
    expect(compare('2026-10-25', [paidAt('2026-10-26T00:00:00Z')], null).results).toEqual([]);
    expect(compare('2026-03-29', [paidAt('2026-03-29T23:00:00Z')], null).results).toEqual([]);
  });
});

describe('refunds', () => {
  const refund = { refundId: 'r-1', amountCents: 300, atMs: Date.parse(NOON) };
  const refunded = paidAt('2026-11-18T12:00:00Z', { refunds: [refund] });
  const line = (fields = {}) => lineOn(DAY, NOON, { kind: 'refund', grossCents: 300, bankId: 'r-1', ...fields });

  test('agree by the bank’s id of the refund, or by the transaction and the amount', () => {
    expect(compare(DAY, [refunded], [line()]).results).toEqual(['agrees refund']);
    expect(compare(DAY, [refunded], [line({ bankId: 'bank-a' })]).results).toEqual(['agrees refund']);
    const ofAnotherDay = line({ day: '2026-11-22', atMs: null, bankId: 'r-2' });
    expect(compare(DAY, [refunded], [line(), ofAnotherDay]).results).toEqual(['agrees refund']);
  });

  test('are only the bank’s, only ours, or of another amount', () => {
    const unknown = paidAt('2026-11-18T12:00:00Z');
    expect(compare(DAY, [unknown], [line({ bankId: 'bank-a' })]).results).toEqual(['not-ours refund']);
    expect(compare(DAY, [], [line()]).results).toEqual(['not-ours refund']);
    expect(compare(DAY, [refunded], [OTHER]).results).toEqual(['not-ours payment', 'not-at-bank refund']);
    expect(compare(DAY, [refunded], [line({ grossCents: 301 })]).results).toEqual(['amount-differs refund']);
  });

  test('agree by the bank’s id, also of the movement behind the refund; several under one id by their sums', () => {
    const refunded = paidAt('2026-11-18T12:00:00Z', {
      refunds: [
        { ...refund, refundId: 's2r.S1301' },
        { ...refund, refundId: 's2r.S1302', amountCents: 400 },
      ],
    });
    const lines = [line({ bankId: 's2r', grossCents: 400 }), line({ bankId: 's2r' })];
    expect(compare(DAY, [refunded], lines).results).toEqual(['agrees refund', 'agrees refund']);
    expect(compare(DAY, [refunded], [line({ bankId: 's2' })]).results).toEqual([
      ...['not-ours refund', 'not-at-bank refund', 'not-at-bank refund'],
    ]);
  });

  test('of one sum on two days agree one by one where the file names only the payment', () => {
    const yesterday = { ...refund, refundId: 'r-0', atMs: Date.parse(NOON) - DAY_MS };
    const twice = paidAt('2026-11-18T12:00:00Z', { refunds: [yesterday, refund] });
    expect(compare(DAY, [twice], [line({ bankId: 'bank-a' })]).results).toEqual(['agrees refund']);
  });

  test('named by a line are not matched to a line of the same sum that names only the payment', () => {
    const other = { ...refund, refundId: 'r-2' };
    const twice = paidAt('2026-11-18T12:00:00Z', { refunds: [refund, other] });
    const lines = [line({ bankId: 'bank-a' }), line({ grossCents: 301 })];
    expect(compare(DAY, [twice], lines).results.sort()).toEqual(['agrees refund', 'amount-differs refund']);
  });

  test('near midnight are timing; without an export they are only counted', () => {
    const near = paidAt('2026-11-18T12:00:00Z', { refunds: [{ ...refund, atMs: Date.parse('2026-11-20T23:55:00Z') }] });
    const next = line({ day: '2026-11-21', atMs: Date.parse('2026-11-21T00:02:00Z') });
    expect(compare(DAY, [near], [next]).results).toEqual(['timing refund']);
    expect(compare('2026-11-21', [near], [next]).results).toEqual(['timing refund']);
    const { results, totals } = compare(DAY, [refunded], null);
    expect([results, totals.ours.refunds]).toEqual([[], { count: 1, cents: 300 }]);
  });
});

describe('sums', () => {
  const payment = lineOn(DAY, NOON, { feeCents: 20, netCents: 980 });
  const refund = lineOn(DAY, NOON, { kind: 'refund', bankId: 'r-1', grossCents: 300, feeCents: 0, netCents: 300 });
  const ours = paidAt(NOON, { refunds: [{ refundId: 'r-1', amountCents: 300, atMs: Date.parse(NOON) }] });

  test('are gross, refunded, fee and net of the day, for both sides', () => {
    expect(compare(DAY, [ours], [payment, refund]).totals).toMatchObject({
      ours: { payments: { count: 1, cents: 1_000 }, refunds: { count: 1, cents: 300 } },
      bank: { payments: { count: 1, cents: 1_000 }, refunds: { count: 1, cents: 300 }, feeCents: 20, netCents: 680 },
      agreements: { count: 2, cents: 1_300 },
      differenceCount: 0,
    });
  });

  test('have no fee or net where a line has none', () => {
    const { totals } = compare(DAY, [ours], [payment, { ...refund, netCents: null }]);
    expect([totals.bank?.feeCents, totals.bank?.netCents]).toEqual([20, null]);
  });

  test('of a line whose gross minus fee is not its net are reported too', () => {
    expect(compare(DAY, [paidAt(NOON)], [{ ...payment, netCents: 979 }]).results).toEqual([
      'agrees payment',
      'line-sum payment',
    ]);
  });

  test('every payment of the day, of either side, has one finding, whatever is missing, moved or altered', () => {
    const side = fc.record({ ours: fc.boolean(), banks: fc.boolean(), cents: fc.integer({ min: 999, max: 1_001 }) });
    fc.assert(
      fc.property(fc.array(side, { maxLength: 20 }), (sides) => {
        const transactions = sides.flatMap(({ ours: has }, n) =>
          has ? [paidAt(NOON, { transactionId: `tx_${n}`, paidBankId: `b${n}`, bankIds: [`b${n}`] })] : [],
        );
        const lines = sides.flatMap(({ banks, cents }, n) =>
          banks ? [lineOn(DAY, NOON, { bankId: `b${n}`, grossCents: cents, lineNumber: n })] : [],
        );
        const { findings, totals } = compare(DAY, transactions, lines);
        expect(findings).toHaveLength(sides.filter(({ ours: has, banks }) => has || banks).length);
        const agreeing = sides.filter(({ ours: has, banks, cents }) => has && banks && cents === 1_000);
        expect(totals.agreements.count).toBe(agreeing.length);
        expect(totals.agreements.count + totals.differenceCount + totals.notChecked.count).toBe(findings.length);
        expect(totals.notChecked.count).toBe(lines.length > 0 ? 0 : transactions.length);
      }),
    );
  });
});

describe('the sum of a kind of difference', () => {
  test('is of the differences without their signs, not of the payments', () => {
    const ours = [paidAt(NOON), paidAt(NOON, { transactionId: 'tx_b', paidBankId: 'bank-b', bankIds: ['bank-b'] })];
    const lines = [
      lineOn(DAY, NOON, { grossCents: 1_001 }),
      lineOn(DAY, NOON, { transactionId: 'tx_b', bankId: 'bank-b', grossCents: 990 }),
    ];
    const { differences } = compare(DAY, ours, lines).totals;
    expect(differences).toEqual({ 'amount-differs': { count: 2, cents: 1_991, differenceCents: 11 } });
  });

  test('is the whole payment where one side has none of it, or it is on another day', () => {
    const missing = compare(DAY, [paidAt(NOON)], [OTHER]).totals.differences;
    expect(missing['not-at-bank']?.differenceCents).toBe(1_000);
    const twice = compare(DAY, [paidAt(NOON)], [lineOn(DAY, NOON), lineOn(DAY, NOON, { lineNumber: 3 })]);
    expect(twice.totals.differences['booked-twice']?.differenceCents).toBe(1_000);
  });

  test('has nothing of payments that the bank gave no clear answer about', () => {
    const reported = { tx_a: { kind: 'unknown', detail: 'x' } } as const;
    const { differences, noAnswer } = compare(DAY, [paidAt(NOON)], null, { reported }).totals;
    expect([differences, noAnswer]).toEqual([{}, { count: 1, cents: 1_000 }]);
  });
});
