import * as z from 'zod/mini';
import { toCursor } from '../../dynamo/cursor.ts';
import type { Transaction } from '../../payments/transaction.ts';
import { isoTime } from '../../runtime/clock.ts';
import { BYTE_ORDER_MARK, type Cell, csvRows } from '../../runtime/csv-write.ts';
import { lisbonDayName } from '../../runtime/lisbon-day.ts';
import { eventKind } from '../../webhooks/event.ts';
import { type DashboardCaller, type Scope, scopeOf } from '../caller.ts';
import { type ListDependencies, look, MAX_SCANNED, wantedOf } from './transactions.ts';
import { type Period, periodInput, transactionFilters } from './transactions-input.ts';
import {
  groupAt,
  type MerchantGroup,
  type MerchantsScanned,
  merchantsScanned,
  type Place,
  placeAfter,
  placeAfterScan,
} from './transactions-place.ts';

const instant = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((text) => Date.parse(text)),
);

export const exportInput = z.object({
  merchantId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  period: periodInput,
  filters: z._default(transactionFilters, {}),
  /** When the period was exported before: what was recorded since, and would have been in it, is marked. */
  exportedAt: z.optional(instant),
  /** Where an interrupted export resumes. */
  cursor: z.optional(z.string().check(z.maxLength(1_000))),
});
export type ExportInput = z.infer<typeof exportInput>;

/** A part of the file. Put together in order they are the file; the first has the byte order mark and the heading. */
export interface CsvChunk {
  text: string;
  /** Rows so far, in this run. */
  rows: number;
  /** How much has been scanned, from 0 to 1. */
  share: number;
  /** Everything later in the period has been scanned, of these merchants. */
  scannedUntil: string;
  merchants: MerchantsScanned;
  /** Continues after this part; null on the last. */
  cursor: string | null;
}

const HEADING = [
  'transactionId',
  'merchantId',
  'orderId',
  'status',
  'method',
  'amount EUR',
  'created (Lisbon)',
  'paid on (Lisbon day)',
  'paid (Lisbon)',
  'recorded (Lisbon)',
  'entity',
  'reference',
  'bankAccount',
  'bankId',
  'event',
  'delivery',
  'attempts',
  'refunded EUR',
  'net EUR',
  'changed since your export',
];

/**
 * A period's transactions for a spreadsheet, newest first (of many merchants group by group), in parts of at most 500
 * reads, so that the page can show progress and a large period causes no time-out. Refusals come before the first part.
 */
export function exportTransactions(dependencies: Pick<ListDependencies, 'walk' | 'readMany' | 'merchantIds'>) {
  return async (input: ExportInput, caller: DashboardCaller): Promise<AsyncGenerator<CsvChunk>> => {
    const scope = scopeOf(caller, input.merchantId);
    const place = placeAfter(wantedOf({ period: input.period }), input.cursor);
    return chunks(dependencies, input, scope, place, await groupAt(dependencies, scope, place));
  };
}

async function* chunks(
  dependencies: Pick<ListDependencies, 'walk' | 'readMany' | 'merchantIds'>,
  { period, filters, exportedAt, cursor }: ExportInput,
  scope: Scope,
  from: Place,
  first: MerchantGroup,
): AsyncGenerator<CsvChunk> {
  const wanted = wantedOf({ period });
  const { fromMs } = period.from;
  const { toMs } = period.to;
  let place = from;
  let group = first;
  let rows = 0;
  let head = cursor === undefined ? BYTE_ORDER_MARK + csvRows([HEADING]) : '';
  for (;;) {
    const request = { wanted, merchantIds: group.ids, filters, limit: MAX_SCANNED, after: place.after };
    const page = await look(dependencies, request);
    const next = placeAfterScan(group, place, page);
    rows += page.found.length;
    const untilMs = page.isLast ? fromMs : (page.last?.timeMs ?? toMs);
    const share = (toMs - untilMs) / (toMs - fromMs);
    yield {
      text: head + csvRows(page.found.map((transaction) => cellsOf(transaction, period.by, exportedAt))),
      rows,
      share: next ? (group.before + share * group.ids.length) / group.of : 1,
      scannedUntil: isoTime(untilMs),
      merchants: merchantsScanned(group),
      cursor: next && toCursor(next),
    };
    if (!next) return;
    head = '';
    if (next.from !== place.from) group = await groupAt(dependencies, scope, next);
    place = next;
  }
}

function cellsOf(transaction: Transaction, by: Period['by'], exportedAt: number | undefined): Cell[] {
  const { paidAt, settlements, mb, attempts, paidBy } = transaction;
  const newest = settlements.at(-1);
  return [
    transaction.transactionId,
    transaction.merchantId,
    transaction.externalOrderId,
    transaction.status,
    transaction.paymentMethod,
    { cents: transaction.amountCents },
    { atMs: transaction.createdAt },
    paidAt === undefined ? null : { day: lisbonDayName(paidAt) },
    paidAt === undefined ? null : { atMs: paidAt },
    newest ? { atMs: newest.settledAt } : null,
    mb?.entity ?? null,
    mb?.reference ?? null,
    transaction.bankAccount,
    paidBy === undefined ? null : (attempts[paidBy]?.bankId ?? null),
    newest ? eventKind(transaction, newest) : null,
    newest?.delivery.state ?? null,
    newest ? { count: newest.delivery.done } : null,
    ...refundCells(transaction),
    isChangedSince(transaction, by, exportedAt) ? 'yes' : null,
  ];
}

/**
 * The refunds, and what remains of a payment after them. Both are empty where the bank reported a refund without a
 * readable amount.
 */
function refundCells({ status, amountCents, paidCents = amountCents, refunds }: Transaction): Cell[] {
  if (refunds?.withoutSum !== undefined) return [null, null];
  const refundedCents = refunds?.cents ?? 0;
  return [{ cents: refundedCents }, status === 'paid' ? { cents: paidCents - refundedCents } : null];
}

/**
 * Whether the row is missing from the previous export, or differs there: its time in the period lies before that
 * export, its record after it. A bank may report money hours after it arrived.
 */
export function isChangedSince(
  { createdAt, paidAt, settlements }: Pick<Transaction, 'createdAt' | 'paidAt' | 'settlements'>,
  by: Period['by'],
  exportedAt: number | undefined,
): boolean {
  const timeMs = by === 'paid' ? paidAt : createdAt;
  const recordedAt = settlements.at(-1)?.settledAt;
  if (exportedAt === undefined || timeMs === undefined || recordedAt === undefined) return false;
  return timeMs <= exportedAt && recordedAt > exportedAt;
}
