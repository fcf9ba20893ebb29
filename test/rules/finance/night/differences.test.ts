import { describe, expect, test } from 'vitest';
import { differing } from '../../../../functions/finance/night/differences.ts';

const of = (transactionId: string, ...sums: (number | null)[]) => sums.map((cents) => ({ transactionId, cents }));

describe('the sums of a day differ', () => {
  test.each([
    ['the same sums in another order', of('a', 1, 10, 2), of('a', 2, 1, 10), []],
    ['an equal sum twice, on record once', of('a', 5, 5), of('a', 5), ['a']],
    ['on record twice, listed once', of('a', 5), of('a', 5, 5), ['a']],
    ['the same total of other sums', of('a', 4, 6), of('a', 5, 5), ['a']],
    ['listed alone, and on record alone', of('a', 1), of('b', 1), ['a', 'b']],
    ['an unreadable amount', of('a', null), of('a', 5), ['a']],
    ['one of two', [...of('a', 1), ...of('b', 2)], [...of('a', 1), ...of('b', 3)], ['b']],
    ['nothing', [], [], []],
  ])('%s', (_what, listed, ours, wanted) => {
    expect(differing(listed, ours)).toEqual(wanted);
  });
});
