import { describe, expect, test } from 'vitest';
import {
  compare,
  type Hint,
  type MoneyReport,
  type Received,
  type Recorded,
} from '../../../../functions/payments/money/received.ts';
import { MINUTE_MS } from '../../../../functions/runtime/durations.ts';

const record = (cents: number, name?: string, atMs = 0): Recorded => ({
  ...{ item: `${cents} ${name ?? atMs}`, cents, atMs, recordedAtMs: atMs, name },
});
const entry = (cents: number, atMs: number | null = 0): Received => ({ cents, atMs });
const hint = (cents: number, name: string): Hint => ({ cents, name, atMs: 0 });

/** What is new, which records get a name, and which hints are explained, in a few words. */
function found(recorded: Recorded[], report: Omit<MoneyReport, 'bankId'>, hints: Hint[] = []) {
  const { missing, named, contradicted, explained, unlisted } = compare(recorded, { bankId: 'b', ...report }, hints);
  return {
    missing: missing.map(({ cents, name }) => (name === undefined ? `${cents}` : `${cents} ${name}`)),
    named: named.map(({ item, name }) => `${item} = ${name}`),
    contradicted: contradicted.map(({ record: { item } }) => item),
    explained: [...explained],
    unlisted,
  };
}
const NOTHING = { missing: [], named: [], contradicted: [], explained: [], unlisted: 0 };

describe('a notification that proves itself', () => {
  const at = (atMs: number) => ({ proven: { cents: 1_000, name: 'S1', atMs } });

  test.each<[string, Recorded[], number, object]>([
    ['is new', [], 0, { missing: ['1000 S1'] }],
    ['of a stored name is a repeat', [record(1_000, 'S1')], 0, {}],
    ['of a stored name with other cents is a contradiction', [record(900, 'S1')], 0, { contradicted: ['900 S1'] }],
    ['is new beside another name', [record(1_000, 'S2')], 0, { missing: ['1000 S1'] }],
    ['names a record of the same cents', [record(1_000)], -60_000, { named: ['1000 0 = S1'] }],
    ['names none of other cents', [record(999)], 0, { missing: ['1000 S1'] }],
    ['names one up to two minutes before it', [record(1_000)], 2 * MINUTE_MS, { named: ['1000 0 = S1'] }],
    ['names none that is older', [record(1_000)], 2 * MINUTE_MS + 1, { missing: ['1000 S1'] }],
    ['names the nearest', [record(1_000), record(1_000, undefined, 50)], 40, { named: ['1000 50 = S1'] }],
  ])('%s', (_, recorded, atMs, expected) => {
    const { unlisted: __, ...rest } = found(recorded, at(atMs));
    expect(rest).toEqual({ missing: [], named: [], contradicted: [], explained: [], ...expected });
  });
});

describe('a list has n entries of a sum, where m are on record', () => {
  test.each<[string, Recorded[], Received[], object]>([
    ['none and none', [], [], {}],
    ['two and none', [], [entry(1_000), entry(1_000)], { missing: ['1000', '1000'] }],
    [
      'two and one, of whatever name and time',
      [record(1_000, 'A', 9_000)],
      [entry(1_000), entry(1_000)],
      { missing: ['1000'] },
    ],
    ['two and two', [record(1_000), record(1_000, 'A')], [entry(1_000), entry(1_000)], {}],
    ['of one sum, and another on record', [record(400)], [entry(600)], { missing: ['600'], unlisted: 1 }],
    ['fewer than on record', [record(400, 'A'), record(400, 'B')], [entry(400)], { unlisted: 1 }],
  ])('%s', (_, recorded, answered, expected) => {
    expect(found(recorded, { answered })).toEqual({ ...NOTHING, ...expected });
  });

  test('each record keeps the nearest entry, and the rest are new', () => {
    const { missing } = compare([record(1_000, 'A', 50)], {
      bankId: 'b',
      answered: [entry(1_000, 0), entry(1_000, 49)],
    });
    expect(missing).toEqual([entry(1_000, 0)]);
  });
});

describe('a callback is explained by the list only', () => {
  test.each<[string, Recorded[], number, Hint[], object]>([
    ['an entry without a record', [], 1, [hint(1_000, 'A')], { missing: ['1000 A'], explained: ['A'] }],
    ['no entry', [], 0, [hint(1_000, 'A')], {}],
    [
      'a record without a name takes it',
      [record(1_000)],
      1,
      [hint(1_000, 'A')],
      { named: ['1000 0 = A'], explained: ['A'] },
    ],
    ['its record has the name', [record(1_000, 'A')], 1, [hint(1_000, 'A')], { explained: ['A'] }],
    ['the entry has another name', [record(1_000, 'B')], 1, [hint(1_000, 'A')], {}],
    ['the second entry', [record(1_000, 'B')], 2, [hint(1_000, 'A')], { missing: ['1000 A'], explained: ['A'] }],
    [
      'one entry explains one of two',
      [],
      1,
      [hint(1_000, 'A'), hint(1_000, 'B')],
      { missing: ['1000 A'], explained: ['A'] },
    ],
    [
      'two entries explain both',
      [],
      2,
      [hint(1_000, 'A'), hint(1_000, 'B')],
      { missing: ['1000 A', '1000 B'], explained: ['A', 'B'] },
    ],
    ['other cents', [], 1, [hint(900, 'A')], { missing: ['1000'] }],
  ])('%s', (_, recorded, entries, hints, expected) => {
    const answered = Array.from({ length: entries }, () => entry(1_000));
    expect(found(recorded, { answered }, hints)).toEqual({ ...NOTHING, ...expected });
  });
});

describe('any order of the reports of distinct movements has the same records', () => {
  /** Three payments at ifthenpay's clock, each reported by its callback while the list has what was paid until then. */
  const taps = [hint(1_000, 'A'), hint(1_000, 'B'), hint(400, 'C')];
  const answered = taps.map(({ cents }) => entry(cents));
  const proven = taps.map((tap) => ({ proven: tap }));
  const listed = taps.map((tap) => ({ answered, hint: tap }));

  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  test.each([
    ['notifications', proven],
    ['callbacks, and the list', [...listed, { answered }]],
  ])('of %s', (_, reports) => {
    const sums = orders.map((order) => {
      let recorded: Recorded[] = [];
      for (const index of [...order, ...order, 3].filter((each) => each in reports)) {
        const report = { bankId: 'b', ...reports[index] } as MoneyReport;
        const { missing, named } = compare(recorded, report, report.hint ? [report.hint] : []);
        const names = new Map(named.map((each) => [each.item, each.name]));
        const added = missing.map(({ cents, name, atMs }, nth) => ({
          ...record(cents, name, atMs ?? 0),
          item: `${index} ${nth}`,
        }));
        recorded = [...recorded.map((each) => ({ ...each, name: names.get(each.item) ?? each.name })), ...added];
      }
      return recorded.map(({ cents, name }) => `${cents} ${name}`).sort();
    });
    for (const sum of sums) expect(sum).toEqual(['1000 A', '1000 B', '400 C']);
  });
});
