import { HOUR_MS } from '../../runtime/durations.ts';
import { isWithin } from '../../runtime/lisbon-day.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import { type Figures, figuresOfDay, sumOf, type Version, versionsOf } from './day-figures.ts';
import { judgeTransaction } from './judge-transaction.ts';
import { type AuditRun, MAX_CONCURRENT_READS } from './run.ts';
import { type Candidate, isFirstFoundIn, isOfDay, type Source } from './sources.ts';
import type { MerchantPosition } from './state.ts';
import { readStored } from './stored.ts';

/** The books may not yet have counted what was recorded within this time. */
const YOUNG_MS = HOUR_MS;

/**
 * Reads the next page of one source of a merchant's day and adds what its transactions are worth in the totals. The
 * first pass checks each of them too. Returns the position after the page.
 */
export async function scanTransactions(
  run: AuditRun,
  position: MerchantPosition,
  source: Source,
): Promise<MerchantPosition> {
  const { table, day, backMs, report } = run;
  const { merchantId, pass } = position;
  const page = await table.candidates(source, { merchantId, day, backMs }, position.after);
  const worths = await sideBySide(page.found, MAX_CONCURRENT_READS, (each) => worthOf(run, position, source, each));
  const unreadable = new Set(position.unreadable);
  for (const [index, { transactionId }] of page.found.entries()) {
    if (worths[index] !== 'unreadable' || unreadable.has(transactionId)) continue;
    unreadable.add(transactionId);
    const detail = 'transaction, refund, exception or series';
    if (pass === 'first') report({ kind: 'unreadable', transactionId, merchantId, detail });
  }
  const read = worths.filter((worth) => worth !== 'unreadable');
  return {
    ...position,
    source: page.after === null ? position.source + 1 : position.source,
    after: page.after,
    figures: sumOf([position.figures, ...read]),
    unreadable: [...unreadable],
  };
}

/** What a candidate adds to the figures of this source; nothing where another source adds it. */
async function worthOf(
  run: AuditRun,
  { merchantId, pass }: MerchantPosition,
  source: Source,
  { transactionId, entryId }: Candidate,
): Promise<Figures | 'unreadable'> {
  const { table, day, tally, report } = run;
  const stored = await readStored(table, transactionId, pass !== 'first');
  if (stored === 'unreadable') return stored;
  if (stored === undefined || !isFirstFoundIn(source, stored.transaction, run)) return {};
  const histories = versionsOf(stored);
  const entriesOfDay = histories.flat().filter(({ recordedAt }) => isWithin(day, recordedAt));
  // Each of its markers leads to it. The last by id is a refund's, where there is one: it does not expire.
  const lastId = entriesOfDay
    .map((each) => each.entryId)
    .toSorted()
    .at(-1);
  if (entryId !== undefined && entryId !== lastId) return {};
  if (pass === 'strong') return figuresOfDay(histories, day, await uncountedOf(run, merchantId, histories));
  if (entriesOfDay.length > 0 || isOfDay(stored.transaction, day)) {
    tally.checked += 1;
    if (isWithin(day, stored.transaction.paidAt ?? -1)) tally.payments += 1;
    for (const fault of await judgeTransaction(run, stored)) report({ ...fault, transactionId, merchantId });
  }
  return figuresOfDay(histories, day);
}

/** The recent versions that the books have not counted yet. */
async function uncountedOf(
  { table, clock }: AuditRun,
  merchantId: string,
  histories: readonly (readonly Version[])[],
): Promise<Set<Version>> {
  const recent = histories.flat().filter(({ recordedAt }) => recordedAt >= clock() - YOUNG_MS);
  const isCounted = await sideBySide(recent, MAX_CONCURRENT_READS, (each) => table.isCounted(merchantId, each));
  return new Set(recent.filter((_, index) => !isCounted[index]));
}
