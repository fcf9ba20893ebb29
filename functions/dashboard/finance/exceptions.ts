import * as z from 'zod/mini';
import { amountOf } from '../../payments/amount.ts';
import { EXCEPTION_KINDS, type ExceptionKind } from '../../payments/exceptions/exception.ts';
import type { ExceptionEntry, ScanOpenExceptions } from '../../payments/exceptions/exceptions-find.table.ts';
import { isoTime } from '../../runtime/clock.ts';
import { type DashboardCaller, requireStaff, scopeOf } from '../caller.ts';
import { financeInput, periodOf } from './finance-input.ts';

export interface ExceptionLine {
  kind: ExceptionKind;
  count: number;
  /** The money that those of this kind record, in EUR; null for a kind that records none. */
  received: number | null;
  oldestAt: string;
}

export interface ExceptionsReport {
  /** In the order of `EXCEPTION_KINDS`. */
  lines: ExceptionLine[];
  /** `received` is that of all kinds: other money received. Nothing is subtracted. */
  total: { count: number; received: number };
  /** False where there are more than `MAX_EXCEPTIONS`: the figures are lower bounds. */
  isComplete: boolean;
}

/** Days are those of the opening. */
export const summaryInput = z.omit(financeInput, { cursor: true });

/** Some 25 entries of the index cost half a read unit. */
export const MAX_EXCEPTIONS = 5_000;

/** What is open, by kind, with the money that is on record in it. For staff. */
export function exceptionsReport({ scan }: { scan: ScanOpenExceptions }) {
  return async (input: z.infer<typeof summaryInput>, caller: DashboardCaller): Promise<ExceptionsReport> => {
    requireStaff(caller);
    const { merchantId } = scopeOf(caller, input.merchantId);
    const filter = { ...(merchantId !== null && { merchantId }), ...periodOf(input) };
    const { entries, isComplete } = await scan(filter, MAX_EXCEPTIONS);
    const total = { count: entries.length, received: receivedOf(entries) ?? 0 };
    return { lines: EXCEPTION_KINDS.flatMap((kind) => lineOf(kind, entries)), total, isComplete };
  };
}

/** The entries are the oldest first. */
function lineOf(kind: ExceptionKind, entries: readonly ExceptionEntry[]): ExceptionLine[] {
  const ofKind = entries.filter((each) => each.kind === kind);
  const [oldest] = ofKind;
  if (!oldest) return [];
  return [{ kind, count: ofKind.length, received: receivedOf(ofKind), oldestAt: isoTime(oldest.openedAt) }];
}

function receivedOf(entries: readonly ExceptionEntry[]): number | null {
  const cents = entries.flatMap(({ receivedCents }) => receivedCents ?? []);
  return cents.length === 0 ? null : amountOf(cents.reduce((sum, each) => sum + each, 0));
}
