import type { Clock } from '../../runtime/clock.ts';
import { type LisbonDay, lisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import type { EventRecord } from '../../webhooks/event.ts';
import { HORIZON_MS } from '../horizon.ts';
import type { ReadEntries, ReadTransactions } from '../settled.table.ts';
import type { Days } from './days.table.ts';
import { type DayDigest, digestOf, eventOfDay, newestAt } from './digest.ts';

export interface FoldDayDependencies {
  readEntries: ReadEntries;
  readTransactions: ReadTransactions;
  days: Pick<Days, 'read' | 'store'>;
  clock: Clock;
}

const PAGE = 100;
const MAX_CONCURRENT_READS = 8;

/**
 * Folds a merchant's day that is over and stores it, as of the instant until which the index is complete. An event of
 * the day may replace one of an earlier day, a late payment a cancellation: that day is folded again too, because who
 * reads the events now gets the newer one alone. A repeat stores the same, with a later `asOf`.
 */
export function foldDay({ days, ...sources }: FoldDayDependencies) {
  return async (merchantId: string, day: LisbonDay): Promise<DayDigest> => {
    const { digest, left } = await folded(sources, merchantId, day);
    // First: a run that ends in between folds the day again, and finds them again.
    for (const [name, sinceMs] of left) {
      const stored = await days.read(merchantId, name);
      const earlier = lisbonDay(name);
      if (!stored || !earlier || stored.asOf >= sinceMs) continue;
      await days.store(merchantId, name, (await folded(sources, merchantId, earlier)).digest);
    }
    await days.store(merchantId, day.name, digest);
    return digest;
  };
}

/** `left`: earlier days of the transactions of this day, and when each was left last. */
async function folded(
  { readEntries, readTransactions, clock }: Omit<FoldDayDependencies, 'days'>,
  merchantId: string,
  day: LisbonDay,
): Promise<{ digest: DayDigest; left: Map<string, number> }> {
  const asOf = clock() - HORIZON_MS;
  if (asOf < day.toMs) throw new Error(`fold: ${day.name} is not over`);
  const ids = new Set<string>();
  const add = async (fromMs: number, toMs: number) => {
    for await (const id of idsBetween(readEntries, merchantId, fromMs, toMs)) ids.add(id);
  };
  await add(day.fromMs, day.toMs);
  // What was of the day at `asOf`, and has had a newer event since.
  await add(asOf + 1, Infinity);
  const left = new Map<string, number>();
  const pages = Array.from({ length: Math.ceil(ids.size / PAGE) }, (_, page) =>
    [...ids].slice(page * PAGE, (page + 1) * PAGE),
  );
  const events = await sideBySide(pages, MAX_CONCURRENT_READS, async (page) => {
    const records = (await readTransactions(page)).filter((record) => record !== undefined);
    return records.flatMap((record) => {
      const found = eventOfDay(day, asOf, record);
      if (found.length > 0) addLeft(left, record, day, asOf);
      return found;
    });
  });
  return { digest: digestOf(asOf, events.flat()), left };
}

async function* idsBetween(readEntries: ReadEntries, merchantId: string, fromMs: number, toMs: number) {
  let position: Parameters<ReadEntries>[1] | undefined = { settledAt: fromMs };
  while (position) {
    const { entries, isLast }: Awaited<ReturnType<ReadEntries>> = await readEntries(merchantId, position, PAGE);
    const within = entries.filter(({ settledAt }) => settledAt < toMs);
    yield* within.map(({ transactionId }) => transactionId);
    position = isLast || within.length < entries.length ? undefined : entries.at(-1);
  }
}

function addLeft(left: Map<string, number>, { settlements }: EventRecord, day: LisbonDay, asOf: number): void {
  const sinceMs = newestAt({ settlements }, asOf)?.settledAt ?? 0;
  for (const { settledAt } of settlements) {
    const name = lisbonDayName(settledAt);
    if (settledAt < day.fromMs) left.set(name, Math.max(sinceMs, left.get(name) ?? 0));
  }
}
