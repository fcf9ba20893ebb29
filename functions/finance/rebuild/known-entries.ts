import { unlessUnreadable } from '../../runtime/parse-item.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import type { Entry } from '../totals/contribution.ts';
import { byDay, type Figures } from '../totals/figures.ts';
import type { RebuildTable } from './rebuild.table.ts';

export interface KnownEntriesOptions {
  table: Pick<RebuildTable, 'entries' | 'markers'>;
  merchantId: string;
  /** What was recorded earlier the stream can no longer deliver: it belongs in the totals without a marker. */
  streamFromMs: number;
  /** Called after each batch with the number of transactions read so far. */
  progress: (merchantId: string, read: number) => void;
}

const MAX_CONCURRENT_READS = 25;

export type KnownEntries = ReturnType<typeof knownEntries>;

/** What a rebuild has read so far of one merchant: its entries, and which of them have a marker. */
export function knownEntries({ table, merchantId, streamFromMs, progress }: KnownEntriesOptions) {
  const entries = new Map<string, Entry>();
  const marked = new Set<string>();
  const read = new Set<string>();
  const unreadable = new Set<string>();
  const isCounted = ({ id, recordedAt }: Entry) => recordedAt < streamFromMs || marked.has(id);

  /** Reads these transactions, again if they were read before. */
  async function readTransactions(transactionIds: readonly string[]): Promise<void> {
    const found = await sideBySide(transactionIds, MAX_CONCURRENT_READS, (id) =>
      unlessUnreadable(
        () => table.entries(id),
        () => unreadable.add(id),
      ),
    );
    for (const entry of found.flatMap((ofTransaction) => ofTransaction ?? [])) entries.set(entry.id, entry);
    for (const id of transactionIds) read.add(id);
    progress(merchantId, read.size);
  }

  return {
    readTransactions,

    /** Reads the markers of these days, and the transactions of those whose entry is not known. */
    async readMarkers(recordDays: readonly string[]): Promise<void> {
      const markers = (await Promise.all(recordDays.map((day) => table.markers(merchantId, day)))).flat();
      for (const { id } of markers) marked.add(id);
      const unknown = markers.filter(({ id }) => !entries.has(id)).map(({ transactionId }) => transactionId);
      await readTransactions([...new Set(unknown)]);
    },

    /** Entries that change one of `days` and that only the stream would count. */
    uncounted: (days: readonly string[]): Entry[] =>
      [...entries.values()].filter(
        (entry) => !isCounted(entry) && entry.contributions.some(({ day }) => days.includes(day)),
      ),

    /** What the counters should be, by day. */
    totals: (): Map<string, Figures> => byDay([...entries.values()].filter(isCounted)),

    /** How many transactions were read. */
    readCount: () => read.size,

    /** Transactions that could not be parsed: what they add is unknown. */
    unreadable: () => [...unreadable],
  };
}
