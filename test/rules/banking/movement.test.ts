import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  apartMs,
  inexactly,
  type MovementName,
  nameOf,
  paired,
  SAME,
  sameMovement,
} from '../../../functions/banking/movement.ts';

const at = (second: number, digits = 15) => {
  const time = new Date(Date.UTC(2026, 1, 13, 15, 41, second)).toISOString().replaceAll(/[-:]/g, '');
  return `R-1000-${time.slice(0, digits)}`;
};
const toTheMinute = (second: number) => inexactly(at(second, 13));

describe('names of movements', () => {
  test.each([
    ['equal exact names', at(7), at(7), true, true],
    ['exact names a second apart', at(7), at(8), false, true],
    ['exact names ten seconds apart', at(7), at(17), false, true],
    ['exact names eleven seconds apart', at(7), at(18), false, false],
    ['a second, and the list’s a second later', at(59), inexactly(at(60)), true, true],
    ['a second, and its minute', at(59), toTheMinute(0), true, true],
    ['a second, and the minute that begins a second later', at(59), toTheMinute(60), true, true],
    ['a second, and another minute', at(7), toTheMinute(60), false, false],
    ['another amount', at(7), 'R-999-20260213T154107', false, false],
    ['no time at all', at(7), 'R-1000-~', true, true],
    ['ids of a provider that has them', 'S1', 'S12', false, false],
  ])('%s', (_, left, right, alike, close) => {
    const both = [sameMovement(nameOf(left), nameOf(right)), sameMovement(nameOf(right), nameOf(left))];
    expect(both.map((same) => same >= SAME.possible)).toEqual([alike, alike]);
    expect(both.map((same) => same >= SAME.near)).toEqual([close, close]);
  });
});

/** The greatest number of pairs, by augmenting paths: every record may move to another entry. */
function mostPairs(listed: readonly MovementName[], recorded: readonly MovementName[]): number {
  const entryOf = new Map<number, number>();
  const assign = (entry: number, seen: Set<number>): boolean =>
    recorded.some((name, record) => {
      if (seen.has(record) || sameMovement(listed[entry] ?? nameOf(undefined), name) < SAME.near) return false;
      seen.add(record);
      const other = entryOf.get(record);
      if (other !== undefined && !assign(other, seen)) return false;
      entryOf.set(record, entry);
      return true;
    });
  return listed.filter((_, entry) => assign(entry, new Set())).length;
}

test('as many entries of a list as possible are paired with records: no payment is counted twice or left out', () => {
  const seconds = fc.array(fc.integer({ min: 0, max: 180 }), { maxLength: 7 });
  const form = fc.constantFrom((second: number) => inexactly(at(second)), toTheMinute);
  let pairs = 0;
  fc.assert(
    fc.property(
      seconds,
      seconds,
      form,
      fc.array(fc.boolean(), { maxLength: 7 }),
      (entries, records, name, isListed) => {
        const listed = entries.sort((left, right) => left - right).map((second) => nameOf(name(second)));
        const recorded = records.map((second, index) => nameOf(isListed[index] ? name(second) : at(second)));
        const found = paired(listed, recorded).filter((index) => index !== undefined);
        expect(new Set(found).size).toBe(found.length);
        expect(found.length).toBe(mostPairs(listed, recorded));
        pairs += found.length;
      },
    ),
    { numRuns: 500 },
  );
  expect(pairs).toBeGreaterThan(500);
});

/** The least sum of differences with which so many entries can be paired, by trying every way. */
function leastDifference(listed: MovementName[], recorded: MovementName[], count: number): number {
  const [own, ...others] = listed;
  if (count === 0 || own === undefined) return count === 0 ? 0 : Number.POSITIVE_INFINITY;
  const ways = recorded.flatMap((name, index) =>
    sameMovement(own, name) < SAME.possible
      ? []
      : [apartMs(own, name) + leastDifference(others, recorded.toSpliced(index, 1), count - 1)],
  );
  return Math.min(leastDifference(others, recorded, count), ...ways);
}

test('of all ways to pair as many, one with the least difference in time is taken', () => {
  const seconds = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 5 });
  const name = fc.constantFrom(
    (second: number) => inexactly(at(second)),
    toTheMinute,
    () => undefined,
  );
  let differences = 0;
  fc.assert(
    fc.property(seconds, seconds, fc.array(name, { minLength: 5, maxLength: 5 }), (entries, records, names) => {
      const listed = entries.sort((left, right) => left - right).map((second, index) => nameOf(names[index]?.(second)));
      const recorded = records.map((second, index) => nameOf(index % 2 ? names[index]?.(second) : at(second)));
      const found = paired(listed, recorded);
      const pairs = found.flatMap((record, entry) => (record === undefined ? [] : [[entry, record] as const]));
      const difference = pairs.reduce(
        (sum, [entry, record]) => sum + apartMs(nameIn(listed, entry), nameIn(recorded, record)),
        0,
      );
      expect(difference).toBe(leastDifference(listed, recorded, pairs.length));
      differences += difference;
    }),
    { numRuns: 500 },
  );
  expect(differences).toBeGreaterThan(0);
});

const nameIn = (names: readonly MovementName[], index: number) => names[index] ?? nameOf(undefined);

test('a hundred payments of one sum within a minute are paired as soon as few are', () => {
  const recorded = Array.from({ length: 100 }, (_, index) => nameOf(at(index % 60)));
  const listed = recorded.map(() => nameOf(toTheMinute(0)));
  expect(new Set(paired(listed, recorded)).size).toBe(100);
});

test.each([
  ['before', 58],
  ['after', 125],
])('an entry is paired with the record of its minute, not with a neighbour seconds %s it', (_, neighbour) => {
  const own = at(90);
  const recorded = [own, at(neighbour)].sort().map(nameOf);
  const [index = -1] = paired([nameOf(toTheMinute(60))], recorded);
  expect(recorded[index]?.text).toBe(own);
});
