import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Days } from '../../../functions/events/days/days.table.ts';
import type { DayDigest } from '../../../functions/events/days/digest.ts';
import { fold } from '../../../functions/events/days/fold.ts';
import type { ReadEntries } from '../../../functions/events/settled.table.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { lisbonDay, lisbonDayName } from '../../../functions/runtime/lisbon-day.ts';
import type { EventRecord } from '../../../functions/webhooks/event.ts';
import { recordingLogger } from '../../support/wired.ts';

const MERCHANT = 'mer_a';
const START = lisbonDay('2026-10-24')?.fromMs ?? 0;

interface Event {
  eventId: string;
  at: number;
  status: 'paid' | 'cancelled';
}
/** Transactions by id, with their events in order. */
type History = Map<string, Event[]>;

/** The reader's rule, as docs/api.md has it, over the events that a reader has. */
function readersDigest(events: readonly (Event & { id: string })[], day: string, asOf: number): string {
  const newest = new Map<string, Event>();
  for (const event of events) {
    if (event.at <= asOf && event.at >= (newest.get(event.id)?.at ?? 0)) newest.set(event.id, event);
  }
  const lines = [...newest].filter(([, { at }]) => lisbonDayName(at) === day);
  const texts = lines.map(([id, { eventId, status }]) => `${eventId},${id},${status},1050\n`).sort();
  return createHash('sha256').update(texts.join('')).digest('hex');
}

/** The events that happened until now, as tables, where each call may be the last one of a run. */
function world(history: History, coveredFrom = START) {
  const time = { nowMs: START };
  const stored = new Map<string, DayDigest>();
  const calls = { left: Infinity, reads: 0, reading: 0, most: 0 };
  let foldedUntil: string | undefined;
  const happened = () => [...history].map(([id, events]) => [id, events.filter(({ at }) => at <= time.nowMs)] as const);
  const step = async <Value>(value: () => Value): Promise<Value> => {
    if (--calls.left < 0) throw new Error('killed');
    return value();
  };
  const readEntries: ReadEntries = (_, { settledAt, transactionId = '' }, limit) =>
    step(() => {
      const all = happened()
        .flatMap(([id, events]) => events.slice(-1).map(({ at }) => ({ settledAt: at, transactionId: id })))
        .sort((a, b) => a.settledAt - b.settledAt || (a.transactionId < b.transactionId ? -1 : 1))
        .filter(
          (entry) =>
            entry.settledAt > settledAt || (entry.settledAt === settledAt && entry.transactionId > transactionId),
        );
      return { entries: all.slice(0, limit), isLast: all.length <= limit };
    });
  const days: Days = {
    read: (_, day) => step(() => stored.get(day)),
    end: (_, which) => step(() => [...stored.keys()].sort().at(which === 'first' ? 0 : -1)),
    store: (_, day, digest) =>
      step(() => void ((stored.get(day)?.asOf ?? 0) <= digest.asOf && stored.set(day, digest))),
    foldedUntil: () => step(() => foldedUntil),
    setFoldedUntil: (day) =>
      step(() => {
        foldedUntil = day;
      }),
  };
  const { logger, lines } = recordingLogger();
  const run = fold({
    readEntries,
    readTransactions: async (ids) => {
      calls.reads += ids.length;
      calls.most = Math.max(calls.most, ++calls.reading);
      const records = await step(() => ids.map((id) => recordOf(id, history.get(id) ?? [], time.nowMs)));
      calls.reading -= 1;
      return records;
    },
    days,
    readCoverage: () => step(() => coveredFrom),
    merchantIds: async () => [MERCHANT],
    clock: () => time.nowMs,
    logger,
  });
  return { time, stored, calls, lines, run: () => run(time.nowMs + HOUR_MS), isDone: () => foldedUntil };
}

function recordOf(transactionId: string, events: readonly Event[], nowMs: number): EventRecord {
  return {
    ...{ transactionId, merchantId: MERCHANT, externalOrderId: 'ORDER-1', amountCents: 1_050, status: 'paid' },
    settlements: events
      .filter(({ at }) => at <= nowMs)
      .map(({ eventId, at, status }) => ({
        ...{ eventId, status, settledAt: at, paymentMethod: 'MBWAY' as const, paidAt: null },
        delivery: { state: 'delivered', series: 1, done: 1, attempts: [] },
      })),
  };
}

const eventsOf = (history: History) => [...history].flatMap(([id, events]) => events.map((each) => ({ ...each, id })));
const at = (text: string) => Date.parse(text);
const late: History = new Map([
  [
    'tx_late',
    [
      { eventId: 'evt_1', at: at('2026-10-24T12:00:00Z'), status: 'cancelled' },
      { eventId: 'evt_2', at: at('2026-10-26T15:00:00Z'), status: 'paid' },
    ],
  ],
  ['tx_edge', [{ eventId: 'evt_3', at: at('2026-10-25T23:59:59.999Z'), status: 'paid' }]],
  [
    'tx_soon',
    [
      { eventId: 'evt_4', at: at('2026-10-25T20:00:00Z'), status: 'cancelled' },
      { eventId: 'evt_5', at: at('2026-10-26T00:01:30Z'), status: 'paid' },
    ],
  ],
]);

describe('the fold of days', () => {
  test('a late payment makes no false alarm before its day is folded again, nor after', async () => {
    const { time, stored, run } = world(late);
    const check = (day: string, events = eventsOf(late)) => {
      const { asOf = 0, digest } = stored.get(day) ?? {};
      const known = events.filter(({ at: atMs }) => atMs <= time.nowMs);
      expect([day, readersDigest(known, day, asOf)]).toEqual([day, digest]);
    };
    time.nowMs = at('2026-10-25T00:15:00Z');
    await run();
    expect(stored.get('2026-10-24')?.count).toBe(1);
    // Of 25 hours; one was paid within the horizon of the fold, and is of the day still.
    time.nowMs = at('2026-10-26T00:02:00Z');
    await run();
    expect(stored.get('2026-10-25')?.count).toBe(2);
    check('2026-10-25');
    time.nowMs = at('2026-10-26T18:00:00Z');
    await run();
    for (const day of ['2026-10-24', '2026-10-25']) check(day);
    time.nowMs = at('2026-10-27T00:15:00Z');
    await run();
    for (const day of ['2026-10-24', '2026-10-25', '2026-10-26']) check(day);
    expect([...stored.values()].map(({ count }) => count)).toEqual([0, 1, 2]);
    // A reader who begins only now gets each transaction at its newest.
    const newest = [...late].flatMap(([id, events]) => events.slice(-1).map((each) => ({ ...each, id })));
    for (const day of stored.keys()) check(day, newest);
  });

  test('a run that is killed after any call is completed by the next, and a second run changes nothing', async () => {
    const complete = world(late);
    complete.time.nowMs = at('2026-10-27T00:15:00Z');
    await complete.run();
    for (let killed = 0; ; killed += 1) {
      const { time, stored, calls, run, isDone } = world(late);
      for (const night of ['2026-10-25T00:15:00Z', '2026-10-26T00:15:00Z', '2026-10-27T00:15:00Z']) {
        time.nowMs = at(night);
        calls.left = killed;
        await run().catch(() => undefined);
        calls.left = Infinity;
        await run();
        await run();
      }
      expect([killed, isDone()]).toEqual([killed, '2026-10-26']);
      const digests = (days: typeof stored) => [...days].map(([day, { digest }]) => [day, digest]).sort();
      expect(digests(stored)).toEqual(digests(complete.stored));
      if (killed > 30) break;
    }
  });

  test('any history, folded at any times, is what a reader with all events computes, and one with the newest after the last fold', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(3 * DAY_MS), fc.option(fc.nat(2 * DAY_MS))), { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 5 * 24 * 60 }), { minLength: 1, maxLength: 8 }),
        async (made, folds) => {
          const history: History = new Map(
            made.map(([first, second], n) => [
              `tx_${n}`,
              [
                { eventId: `evt_${n}a`, at: START + first, status: 'cancelled' as const },
                ...(second === null
                  ? []
                  : [{ eventId: `evt_${n}b`, at: START + first + second + 1, status: 'paid' as const }]),
              ],
            ]),
          );
          const { time, stored, run } = world(history);
          for (const minutes of [...folds.toSorted((a, b) => a - b), 6 * 24 * 60]) {
            time.nowMs = START + minutes * MINUTE_MS;
            await run();
            for (const [day, { asOf, digest }] of stored) {
              expect(readersDigest(eventsOf(history), day, asOf)).toBe(digest);
            }
          }
          const newest = [...history].flatMap(([id, events]) => events.slice(-1).map((each) => ({ ...each, id })));
          for (const [day, { asOf, digest }] of stored) expect(readersDigest(newest, day, asOf)).toBe(digest);
        },
      ),
      { numRuns: 60, seed: 5 },
    ));
});
