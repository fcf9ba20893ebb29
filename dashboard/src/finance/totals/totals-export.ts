import type { TotalsReport } from '../../../../functions/dashboard/api.ts';
import { lastExport, type Memory, recordExport } from '../../lists/export/export-memory.ts';
import type { Days } from '../../period/days.ts';

/** What was exported from this browser: when (ISO 8601), and which days. */
export interface TotalsExport extends Days {
  at: string;
}

interface Which {
  by: 'paid' | 'recorded';
  /** Empty: all. */
  merchantId: string;
  /** People share browsers. */
  userId: string;
}

/** The last export of the same basis and merchant. */
export function lastTotalsExport(memory: Memory, which: Which): TotalsExport | undefined {
  const [at, from, to] = (lastExport(memory, nameOf(which)) ?? '').split(' ');
  return at && from && to ? { at, from, to } : undefined;
}

export function storeTotalsExport(memory: Memory, which: Which, { at, from, to }: TotalsExport): void {
  recordExport(memory, nameOf(which), [at, from, to].join(' '));
}

/** Days that were in an export and on which something was counted since. */
export function changedDays(
  { changes = [] }: Pick<TotalsReport, 'changes'>,
  last: TotalsExport | undefined,
): Set<string> {
  if (!last) return new Set();
  const isChanged = ({ day, at }: { day: string; at: string }) => day >= last.from && day <= last.to && at > last.at;
  return new Set(changes.filter(isChanged).map(({ day }) => day));
}

function nameOf({ by, merchantId, userId }: Which): string {
  return `${userId} totals ${by} ${merchantId}`;
}
