import { unlessUnreadable } from '../../runtime/parse-item.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import type { Entry } from '../totals/contribution.ts';
import { byDay, type Figures } from '../totals/figures.ts';
import type { RebuildTable } from './rebuild.table.ts';

const READS_AT_ONCE = 25;

export interface KnownEntries {
  /** Reads these transactions, whether they were read before or not. */
  learn(transactionIds: Iterable<string>): Promise<void>;
  /** Takes note of what was counted of these days' records, and reads what it is about where it is news. */
  lookUp(recordDays: readonly string[]): Promise<void>;
  /** Recorded at `fromMs` or later, about one of `days`, and not counted as far as was seen. */
  uncounted(fromMs: number, days: readonly string[]): Entry[];
  counted(entries: readonly Entry[]): void;
  /** The totals of all that was recorded before `beforeMs`, and of what was recorded later all that was counted. */
  totals(beforeMs: number): Map<string, Figures>;
  wasRead(transactionId: string): boolean;
  read(): number;
  /** Transactions that are not in the form in which we write them: what they add is not known. */
  unreadable(): string[];
}

/** What a rebuild has found out so far of one merchant: its entries, and which of them have a marker. */
export function knownEntries(
  table: Pick<RebuildTable, 'entries' | 'counted'>,
  merchantId: string,
  progress: (merchantId: string, read: number) => void,
): KnownEntries {
  const known = new Map<string, Entry>();
  const read = new Set<string>();
  const marked = new Set<string>();
  const unreadable = new Set<string>();

  const entriesOf = (id: string) =>
    unlessUnreadable(
      () => table.entries(id),
      () => unreadable.add(id),
    );

  async function learn(transactionIds: Iterable<string>): Promise<void> {
    const wanted = [...new Set(transactionIds)];
    const found = await sideBySide(wanted, READS_AT_ONCE, entriesOf);
    for (const entry of found.flatMap((entries) => entries ?? [])) known.set(entry.id, entry);
    for (const id of wanted) read.add(id);
    progress(merchantId, read.size);
  }

  return {
    learn,
    async lookUp(recordDays) {
      const markers = (await Promise.all(recordDays.map((day) => table.counted(merchantId, day)))).flat();
      for (const { id } of markers) marked.add(id);
      await learn(markers.flatMap(({ id, transactionId }) => (known.has(id) ? [] : [transactionId])));
    },
    uncounted: (fromMs, days) =>
      [...known.values()].filter(
        ({ id, recordedAt, contributions }) =>
          recordedAt >= fromMs && !marked.has(id) && contributions.some(({ day }) => days.includes(day)),
      ),
    counted(entries) {
      for (const { id } of entries) marked.add(id);
    },
    totals: (beforeMs) =>
      byDay([...known.values()].filter(({ id, recordedAt }) => recordedAt < beforeMs || marked.has(id))),
    wasRead: (transactionId) => read.has(transactionId),
    read: () => read.size,
    unreadable: () => [...unreadable],
  };
}
