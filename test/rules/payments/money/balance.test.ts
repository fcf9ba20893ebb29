import { describe, expect, test } from 'vitest';
import type { ExceptionRecord } from '../../../../functions/payments/exceptions/exception-record.ts';
import { balanceOf } from '../../../../functions/payments/money/balance.ts';

type Exception = Pick<ExceptionRecord, 'receivedCents' | 'closed'>;

const other = (receivedCents: number | null, outcome?: 'refunded' | 'not-ours'): Exception => ({
  receivedCents,
  closed: outcome && { outcome, note: '', by: 'ana', at: 1 },
});

describe('the money of a transaction is the plain sum of its records', () => {
  test.each<[string, number | undefined, Exception[], (number | null)[], object]>([
    ['before any money', undefined, [], [], { gross: 0, other: 0, returned: 0, balance: 0, unreadable: 0 }],
    ['15.00 of 10.00 is 15.00', 1_500, [], [], { gross: 1_500, balance: 1_500 }],
    ['30.00 twice, 30.00 back', 3_000, [other(3_000)], [3_000], { other: 3_000, returned: 3_000, balance: 3_000 }],
    ['a part of an unpaid one', undefined, [other(400)], [], { gross: 0, other: 400, balance: 400 }],
    ['more returned than received', 1_000, [], [700, 700], { returned: 1_400, balance: -400 }],
    ['a question records no money', 1_000, [other(null)], [], { other: 0, balance: 1_000 }],
    ['a refund without an amount', 1_000, [], [null, 200], { returned: 200, balance: 800, unreadable: 1 }],
    ['closing changes no sum', 1_000, [other(1_000, 'refunded')], [], { other: 1_000, balance: 2_000 }],
    ['but what is not ours', 1_000, [other(1_000, 'not-ours')], [], { other: 0, balance: 1_000 }],
  ])('%s', (_, receivedCents, exceptions, returned, expected) => {
    const refunds = returned.map((returnedCents) => ({ returnedCents }));
    expect(balanceOf({ transaction: { receivedCents }, exceptions, refunds })).toMatchObject(expected);
  });
});
