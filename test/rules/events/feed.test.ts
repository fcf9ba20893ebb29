import { expect, test } from 'vitest';
import { feed, feedAnswer } from '../../../functions/events/feed/feed.ts';
import { feedInput } from '../../../functions/events/feed/feed-request.ts';
import type { Entry } from '../../../functions/events/settled.table.ts';
import { seededRandom } from '../../chaos/world/seeded.ts';
import { transactionWith } from '../../support/payment-transactions.ts';
import { between, type History, historyOf, indexAt, newestAt, pick, type Random, START_MS, skewOf } from './history.ts';

const HISTORIES = process.env.KINDS === 'all' ? 20_000 : 100;
/** Twenty thousand take half a minute of a processor. */
const PATIENT = { timeout: 300_000 };
const CALLER = { merchantId: 'mer_a', bankAccount: 'main' };

const inOrder = (one: Entry, other: Entry) =>
  one.settledAt - other.settledAt || (one.transactionId < other.transactionId ? -1 : 1);

/** The route over a model of the tables in which true time is `time.ms`. */
function feedOf(history: History, time: { ms: number }, random: Random, clockSkewMs: number) {
  return feed({
    readEntries: async (_, { settledAt, transactionId }, limit) => {
      const position = { settledAt, transactionId: transactionId ?? '' };
      const after = indexAt(history, time.ms, random)
        .filter(
          (entry) =>
            inOrder(entry, position) > 0 && !(entry.transactionId === transactionId && entry.settledAt === settledAt),
        )
        .sort(inOrder);
      return { entries: after.slice(0, limit), isLast: after.length < limit };
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
    clock: () => time.ms + clockSkewMs,
  });
}

const settlementOf = (eventId: string, settledAt: number) => ({
  ...{ eventId, settledAt, status: 'paid' as const, paymentMethod: 'MBWAY' as const, paidAt: settledAt },
  delivery: { state: 'pending' as const, series: 1, done: 0, attempts: [] },
});

/** A program that follows `next`, and is killed now and then. Fails where the list breaks a promise. */
async function followed(history: History, random: Random): Promise<Set<string>> {
  const lastMs = Math.max(...history.map(({ writtenAt }) => writtenAt));
  const time = { ms: START_MS + between(random, -10_000, 60_000) };
  const eventAt = new Map(history.map((each) => [each.eventId, each.settledAt]));
  const processed = new Set<string>();
  let [stored, certainUntil]: [string | undefined, number] = [undefined, 0];
  for (let isOver = false; !isOver; ) {
    const limit = String(pick(random, [1, 2, 3, 100]));
    const query = feedInput.parse({ after: stored === undefined ? undefined : [stored], limit: [limit] });
    const read = feedOf(history, time, random, skewOf(random));
    const before = { ...time };
    const { events, next, more, completeUntil } = feedAnswer.parse(await read(query, CALLER));
    const until = Date.parse(completeUntil);
    const times = events.map(({ eventId }) => eventAt.get(eventId) ?? Number.NaN);
    expect(events.length).toBeLessThanOrEqual(Number(limit));
    expect(times).toEqual([...times].sort((one, other) => one - other));
    // Certain events come in their order from answer to answer.
    expect(times.every((each) => each >= certainUntil)).toBe(true);
    const isKilled = (atStep: number) => random() < atStep;
    if (!isKilled(0.1)) {
      for (const { eventId } of events) processed.add(eventId);
      if (!isKilled(0.1)) {
        stored = next;
        certainUntil = Math.max(certainUntil, ...times.filter((each) => each <= until));
        if (!more) expectComplete(history, before.ms, time.ms, until, processed);
      }
    }
    isOver = stored === next && !more && until > lastMs + 10_000;
    if (!more) time.ms += between(random, 1, 40_000);
  }
  return processed;
}

/** The promise of `completeUntil`, by what was settled alone. What was displaced while it was read has a successor. */
function expectComplete(
  history: History,
  begunMs: number,
  readMs: number,
  until: number,
  processed: Set<string>,
): void {
  const unread = [...newestAt(history, begunMs).values()].filter(
    ({ eventId, settledAt }) => settledAt <= until && !processed.has(eventId),
  );
  const newest = newestAt(history, readMs);
  expect(unread.filter(({ eventId, transactionId }) => newest.get(transactionId)?.eventId === eventId)).toEqual([]);
}

test(
  `a program that follows next, and is killed, gets each transaction's newest event, in order, and completeUntil holds: late index, clocks that differ, late payments (${HISTORIES} histories)`,
  PATIENT,
  async () => {
    for (let seed = 1; seed <= HISTORIES; seed += 1) {
      const random = seededRandom(seed);
      const history = historyOf(random);
      const processed = await followed(history, random);
      const newest = [...newestAt(history, Number.POSITIVE_INFINITY).values()].map(({ eventId }) => eventId);
      expect(
        newest.filter((eventId) => !processed.has(eventId)),
        `seed ${seed}`,
      ).toEqual([]);
    }
  },
);
