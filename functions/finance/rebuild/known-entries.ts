import { unlessUnreadable } from '../../runtime/parse-item.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import type { Entry } from '../totals/contribution.ts';
import { byDay, type Figures } from '../totals/figures.ts';
import type { RebuildTable } from './rebuild.table.ts';

const READS_AT_ONCE = 25;

export interface KnownEntries {
  /** Reads these transactions, again if they were read before. */
  learn(transactionIds: Iterable<string>): Promise<void>;
  /** Reads the markers of these days, and their transactions where those were not read before. */
  lookUp(recordDays: readonly string[]): Promise<void>;
  /** Entries recorded at `fromMs` or later that change one of `days` and have no known marker. */
  uncounted(fromMs: number, days: readonly string[]): Entry[];
  counted(entries: readonly Entry[]): void;
  /** The totals by day: of everything recorded before `beforeMs`, and of the later entries that have a marker. */
  totals(beforeMs: number): Map<string, Figures>;
  wasRead(transactionId: string): boolean;
  read(): number;
  /** Transactions that could not be parsed: what they add is unknown. */
  unreadable(): string[];
}

/** What a rebuild has read so far of one merchant: its entries, and which of them have a marker. */
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
