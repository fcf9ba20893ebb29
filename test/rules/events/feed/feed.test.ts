import { expect, test } from 'vitest';
import { feed, feedAnswer } from '../../../../functions/events/feed/feed.ts';
import { feedInput } from '../../../../functions/events/feed/feed-request.ts';
import type { Entry } from '../../../../functions/events/settled.table.ts';
import { seededRandom } from '../../../chaos/world/seeded.ts';
import { transactionWith } from '../../../rig/transactions.ts';
import {
  between,
  type History,
  historyOf,
  indexAt,
  MAX_LAG_MS,
  newestAt,
  pick,
  type Random,
  type Settled,
  START_MS,
  skewOf,
} from './history.ts';

const HISTORIES = process.env.KINDS === 'all' ? 20_000 : 100;
/** Twenty thousand take half a minute of a processor. */
const PATIENT = { timeout: 300_000 };
const CALLER = { merchantId: 'mer_a', bankAccount: 'main' };

const inOrder = (one: Entry, other: Entry) =>
  one.settledAt - other.settledAt || (one.transactionId < other.transactionId ? -1 : 1);
const isAt = (one: Entry, other: Partial<Entry>) =>
  one.settledAt === other.settledAt && one.transactionId === other.transactionId;

/** A program that follows `next`, over a model of the tables in which true time is `time.ms`. */
class Program {
  readonly #history: History;
  readonly #random: Random;
  readonly time: { ms: number };
  calls = 0;
  /** Where it goes on. */
  next: string | undefined;

  constructor(history: History, random: Random, startMs: number) {
    this.#history = history;
    this.#random = random;
    this.time = { ms: startMs };
  }

  /** The next page, as what was recorded. */
  async page(limit: number) {
    this.calls += 1;
    const query = { after: this.next === undefined ? undefined : [this.next], limit: [String(limit)] };
    const answer = feedAnswer.parse(await this.#read()(feedInput.parse(query), CALLER));
    const recorded = ({ eventId }: { eventId: string }) =>
      this.#history.find((each) => each.eventId === eventId) as Settled;
    const [events, recent] = [answer.events.map(recorded), answer.recent.map(recorded)];
    return { ...answer, events, recent, until: Date.parse(answer.completeUntil) };
  }

  #read() {
    const [history, random, time] = [this.#history, this.#random, this.time];
    const skewMs = skewOf(random);
    return feed({
      readEntries: async (_, { settledAt, transactionId }, limit) => {
        const position = { settledAt, transactionId: transactionId ?? '' };
        return indexAt(history, time.ms, random)
          .filter((entry) => inOrder(entry, position) > 0 && !isAt(entry, position))
          .sort(inOrder)
          .slice(0, limit);
      },
      readTransactions: async (ids) => {
        // Strongly, a moment after the index.
        time.ms += pick(random, [0, between(random, 0, 3_000)]);
        const written = history.filter(({ writtenAt }) => writtenAt <= time.ms);
        return ids.map((transactionId) => {
          const own = written.filter((each) => each.transactionId === transactionId);
          const settlements = own.map(({ eventId, settledAt }) => settlementOf(eventId, settledAt));
          return transactionWith({ transactionId, status: 'paid', settlements });
        });
      },
      clock: () => time.ms + skewMs,
    });
  }
}

const settlementOf = (eventId: string, settledAt: number) => ({
  ...{ eventId, settledAt, status: 'paid' as const, paymentMethod: 'MBWAY' as const, paidAt: settledAt },
  delivery: { state: 'pending' as const, resends: 0, done: 0, attempts: [] },
});

/** What it has processed at the end, when it is killed now and then. Fails where the list breaks a promise. */
async function followed(history: History, random: Random): Promise<Set<Settled>> {
  const lastMs = Math.max(...history.map(({ writtenAt }) => writtenAt));
  const program = new Program(history, random, START_MS + between(random, -10_000, 60_000));
  const processed = new Set<Settled>();
  let last: Settled[] = [];
  for (let isOver = false; !isOver; ) {
    const limit = pick(random, [1, 2, 3, 100]);
    const begunMs = program.time.ms;
    const { events, recent, next, more, until } = await program.page(limit);
    expect(events.length).toBeLessThanOrEqual(limit);
    // Each certain event once, after all before it; then what is not certain.
    const listed = [...last, ...events, ...recent];
    expect(listed).toEqual([...new Set(listed)].sort(inOrder));
    expect(events.filter(({ settledAt }) => settledAt > until)).toEqual([]);
    expect(recent.filter(({ settledAt }) => more || settledAt <= until)).toEqual([]);
    const isKilled = random() < 0.1;
    if (!isKilled) {
      for (const event of events) processed.add(event);
      if (!more) expectComplete(history, [begunMs, program.time.ms], until, { processed, recent });
    }
    if (!isKilled && random() > 0.1) {
      isOver = program.next === next && !more && until > lastMs + 10_000;
      program.next = next;
      last = events.length > 0 ? events.slice(-1) : last;
    }
    if (!more) program.time.ms += between(random, 1, 40_000);
  }
  return processed;
}

/** The promises of the last page, by what was settled alone. What was replaced while it was read comes further on. */
function expectComplete(
  history: History,
  [begunMs, readMs]: [number, number],
  until: number,
  { processed, recent }: { processed: Set<Settled>; recent: Settled[] },
): void {
  const newest = new Set(newestAt(history, readMs).values());
  const newestSince = (timeMs: number) => [...newestAt(history, timeMs).values()].filter((each) => newest.has(each));
  const isUnread = (each: Settled) => !processed.has(each);
  expect(newestSince(begunMs).filter((each) => each.settledAt <= until && isUnread(each))).toEqual([]);
  // What every replica of the index has is there, certain or not.
  expect(newestSince(begunMs - MAX_LAG_MS).filter((each) => isUnread(each) && !recent.includes(each))).toEqual([]);
}

const finalOf = (history: History) => [...newestAt(history, Number.POSITIVE_INFINITY).values()];

test(
  `a program that follows next, and is killed, gets each transaction's newest event, in order, and completeUntil holds: late index, clocks that differ, late payments (${HISTORIES} histories)`,
  PATIENT,
  async () => {
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      const random = seededRandom(seed);
      const history = historyOf(random, between(random, 1, 12));
      const processed = await followed(history, random);
      expect(
        finalOf(history).filter((each) => !processed.has(each)),
        `seed ${seed}`,
      ).toEqual([]);
    }
  },
);

test.for([1, 2, 3])(
  'after an outage 300 orders are 60 calls of 5, each final event once, in order: seed %i',
  async (seed) => {
    const random = seededRandom(seed);
    const history = historyOf(random, 300);
    const program = new Program(history, random, Math.max(...history.map(({ writtenAt }) => writtenAt)) + 60_000);
    const got: Settled[] = [];
    for (let isOver = false; !isOver; ) {
      const { events, next, more, recent } = await program.page(5);
      got.push(...events);
      program.next = next;
      isOver = !more;
      expect(recent).toEqual([]);
    }
    expect(got).toEqual(finalOf(history).sort(inOrder));
    expect(program.calls).toBe(60);
  },
);
