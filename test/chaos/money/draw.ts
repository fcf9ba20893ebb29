import type { PaymentMethod } from '../../../functions/banking/bank.ts';
import { seededRandom } from '../world/seeded.ts';
import { DAY_S, HOUR_S, MINUTE_S, type PayStep, type Schedule, type StartManner, type Step } from './schedule.ts';

/** A value is drawn in proportion to its weight. */
type Table<Value> = readonly (readonly [weight: number, value: Value])[];

const BEGINNINGS: Table<string> = [
  [8, '2026-02-12T19:08:08.354Z'],
  [1, '2026-07-14T22:57:30.000Z'],
  // Around the repeated and the missing hour of Lisbon, and around a year's end.
  [2, '2026-10-25T00:20:11.000Z'],
  [1, '2026-03-29T00:40:03.000Z'],
  [1, '2026-12-31T23:55:47.000Z'],
];
const EXPECTED: Table<number> = [
  [4, 1_000],
  [2, 5_000],
  [2, 1_590],
  [1, 6_000],
  [1, 101],
  [1, 9_999_999],
];
const SHAPES: Table<{ method: PaymentMethod; manner: StartManner }[]> = [
  [32, [{ method: 'MBWAY', manner: 'good' }]],
  [48, [{ method: 'REFERENCE', manner: 'good' }]],
  [4, [{ method: 'MBWAY', manner: 'lost' }]],
  [
    6,
    [
      { method: 'MBWAY', manner: 'refused-sent' },
      { method: 'REFERENCE', manner: 'good' },
    ],
  ],
  [
    3,
    [
      { method: 'MBWAY', manner: 'fault-sent' },
      { method: 'REFERENCE', manner: 'good' },
    ],
  ],
  [
    3,
    [
      { method: 'MBWAY', manner: 'lost-late' },
      { method: 'REFERENCE', manner: 'good' },
    ],
  ],
  [
    4,
    [
      { method: 'MBWAY', manner: 'refused-sent' },
      { method: 'MBWAY', manner: 'good' },
    ],
  ],
];
/** A payment's amount in relation to the expected one. */
const SUMS: Table<(expected: number) => number> = [
  [14, (expected) => expected],
  [2, (expected) => expected - 1],
  [2, (expected) => Math.ceil(expected / 2)],
  [2, (expected) => Math.ceil(expected * 0.3)],
  [1, (expected) => expected - Math.ceil(expected * 0.3)],
  [2, (expected) => expected + 1],
  [1, (expected) => expected + 150],
  [1, (expected) => Math.min(expected * 10, 9_999_999)],
];
const PUSH_PAID_AT: Table<number> = [
  [6, 12],
  [2, 40],
  [2, 125],
  [2, 239],
  [1, 250],
  [1, 5 * MINUTE_S + 30],
  [1, 12 * MINUTE_S],
  [1, 2 * HOUR_S],
  [1, DAY_S],
];
const REFERENCE_PAID_AT: Table<number> = [
  [4, 40],
  [4, 10 * MINUTE_S],
  [3, 6 * HOUR_S],
  [2, 2 * DAY_S],
  [2, 3 * DAY_S],
  [1, 4 * DAY_S + 5 * HOUR_S],
  [1, 6 * DAY_S],
];
/** The time between two movements of money. */
const GAPS: Table<number> = [
  [2, 0],
  [3, 7],
  [3, 20],
  [2, MINUTE_S],
  [2, 5 * MINUTE_S],
  [2, HOUR_S],
  [1, DAY_S],
];
const NOTICES: Table<number[]> = [
  [10, [2]],
  [3, [2, 2]],
  [2, [2, 40]],
  [2, [10 * MINUTE_S]],
  [1, [HOUR_S]],
  [1, [DAY_S, DAY_S + 5]],
  [5, []],
];
const SHOWN: Table<number | null> = [
  [10, 0],
  [2, 20],
  [2, 3 * MINUTE_S],
  [1, 25 * MINUTE_S],
  [1, null],
];
const LISTED: Table<number> = [
  [10, 0],
  [2, 30],
  [2, 2 * MINUTE_S],
  [1, 9 * MINUTE_S],
];
const MOVEMENTS: Table<number> = [
  [1, 0],
  [7, 1],
  [6, 2],
  [3, 3],
  [1, 4],
];
const POLLS: Table<number> = [
  [4, 12],
  [2, 3],
  [2, 1],
  [3, 0],
];
const KILLS: Table<number> = [
  [4, 0],
  [2, 1],
  [1, 3],
];
/** The returned parts of the expected amount. */
const RETURNS: Table<(expected: number) => number[]> = [
  [3, (expected) => [expected]],
  [3, (expected) => parts(expected, [3, 3, 4])],
  [3, (expected) => parts(expected, [5, 5])],
  [2, (expected) => parts(expected, [1, 2, 3, 4])],
  [1, (expected) => [...parts(expected, [6, 4]), expected]],
  [1, (expected) => [Math.ceil(expected / 3)]],
];

function parts(expected: number, shares: number[]): number[] {
  const each = shares.slice(0, -1).map((share) => Math.floor((expected * share) / 10));
  return [...each, expected - each.reduce((sum, cents) => sum + cents, 0)];
}

const PHONES = ['912345678', '923456789'];

/** The schedule number `index` of a seed, repeatable by both. */
export function drawSchedule(seed: number, index: number): Schedule {
  const next = seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  const draw = <Value>(table: Table<Value>): Value => {
    let left = next() * table.reduce((sum, [weight]) => sum + weight, 0);
    const found = table.find(([weight]) => {
      left -= weight;
      return left < 0;
    });
    return (found ?? (table[0] as Table<Value>[number]))[1];
  };
  const happens = (share: number) => next() < share;

  const provider = happens(0.5) ? 'sibs' : 'ifthenpay';
  const expected = draw(EXPECTED);
  const shape = draw(SHAPES);
  const steps: Step[] = shape.map(({ method, manner }, index) => {
    return { kind: 'start', at: index * 45, method, phone: PHONES[index] ?? '', manner };
  });
  const pay = (start: number, at: number): PayStep => {
    const cents = draw(SUMS)(expected);
    const shownAfter = draw(SHOWN);
    return {
      ...{ kind: 'pay', at, start, cents, notices: draw(NOTICES) },
      // A list that never has the payment would mean that nothing was paid.
      shownAfter: provider === 'sibs' ? shownAfter : (shownAfter ?? 0),
      listedAfter: draw(LISTED),
      isPartial: provider === 'sibs' && cents < expected && happens(0.5),
    };
  };
  shape.forEach(({ method, manner }, start) => {
    if (manner !== 'good' && manner !== 'lost' && !happens(0.6)) return;
    if (method === 'MBWAY') {
      if (happens(0.1)) steps.push({ kind: 'decline', at: 8, start, isNoticed: happens(0.6) });
      const outAt = manner === 'lost-late' ? MINUTE_S : start * 45;
      if (happens(0.9)) steps.push(pay(start, draw(PUSH_PAID_AT) + outAt));
      return;
    }
    let at = draw(REFERENCE_PAID_AT) + start * 45;
    for (let left = draw(MOVEMENTS); left > 0; left -= 1) {
      steps.push(pay(start, at));
      at += draw(GAPS);
    }
  });
  const paid = steps.filter((step) => step.kind === 'pay');
  const first = paid[0];
  if (first && happens(0.3)) {
    let at = first.at + draw(GAPS) + (happens(0.8) ? HOUR_S : 1);
    for (const cents of draw(RETURNS)(expected)) {
      if (cents > 0) steps.push({ kind: 'refund', at, start: first.start, cents, notices: draw(NOTICES) });
      at += draw(GAPS);
    }
  }
  const around = () => Math.max(1, (first?.at ?? 60) + draw(GAPS) - (happens(0.4) ? 30 : 0));
  if (happens(0.06)) steps.push({ kind: 'foreign', at: around(), cents: draw(SUMS)(expected), notices: draw(NOTICES) });
  if (provider === 'sibs' && happens(0.15))
    steps.push({ kind: 'stale', at: around(), start: 0, status: happens(0.6) ? 'Pending' : 'Timeout' });
  if (happens(0.25)) steps.push({ kind: 'again', at: around(), start: shape.length - 1 });
  if (happens(0.3)) steps.push({ kind: 'sweep', at: around() });
  if (happens(0.12)) steps.push({ kind: 'outage', at: around(), lasts: happens(0.5) ? 10 * MINUTE_S : 2 * HOUR_S });
  const kills = Array.from({ length: draw(KILLS) }, () => ({
    write: 1 + Math.floor(next() * 8),
    isAfter: happens(0.5),
  }));
  const begins = draw(BEGINNINGS);
  return { provider, begins, expectedCents: expected, polls: draw(POLLS), kills, steps: inOrder(steps) };
}

/** By time; steps at the same time in the drawn order. */
function inOrder(steps: Step[]): Step[] {
  return steps.toSorted((left, right) => left.at - right.at);
}
