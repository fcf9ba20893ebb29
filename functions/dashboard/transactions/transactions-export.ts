import * as z from 'zod/mini';
import { toCursor } from '../../dynamo/cursor.ts';
import { amountOf } from '../../payments/amount.ts';
import type { DeliveryState, Transaction } from '../../payments/transaction.ts';
import { isoTime } from '../../runtime/clock.ts';
import { eventKind } from '../../webhooks/event.ts';
import type { EventKind } from '../../webhooks/event-kind.ts';
import { type DashboardCaller, scopeOf } from '../caller.ts';
import { type ListDependencies, wantedOf } from './transactions.ts';
import { cursorInput, idInput, periodInput, transactionFilters } from './transactions-input.ts';
import {
  groupAt,
  type MerchantsScanned,
  merchantsScanned,
  positionAfter,
  positionAfterScan,
} from './transactions-position.ts';
import { MAX_SCANNED, scanTransactions } from './transactions-scan.ts';

export const exportInput = z.object({
  merchantId: z.optional(idInput),
  period: periodInput,
  filters: z._default(transactionFilters, {}),
  /** Where an interrupted export resumes. */
  cursor: cursorInput,
});
export type ExportInput = z.infer<typeof exportInput>;

/** A transaction of the export; amounts in EUR, times in ISO 8601. */
export interface ExportRow {
  transactionId: string;
  merchantId: string;
  externalOrderId: string;
  status: Transaction['status'];
  paymentMethod: Transaction['paymentMethod'];
  amount: number;
  /** What the paying movement brought; null while unpaid. */
  received: number | null;
  createdAt: string;
  paidAt: string | null;
  recordedAt: string | null;
  mb: { entity: string; reference: string } | null;
  bankAccount: string;
  bankId: string | null;
  event: EventKind | null;
  delivery: DeliveryState | null;
  attempts: number | null;
}

/** A part of the export: its transactions follow those of the part before. */
export interface ExportPart {
  transactions: ExportRow[];
  /** How much has been scanned, from 0 to 1. */
  share: number;
  /** Everything later in the period has been scanned, of these merchants. */
  scannedUntil: string;
  merchants: MerchantsScanned;
  /** Continues after this part; null on the last. */
  cursor: string | null;
}

export type ExportDependencies = Pick<ListDependencies, 'scanEntries' | 'readMany' | 'merchantIds'>;

/**
 * A part of a period's transactions for the page's spreadsheet, newest first (of many merchants group by group), with at
 * most 500 reads, so that the page can show progress and a large period causes no time-out.
 */
export function exportTransactions(dependencies: ExportDependencies) {
  return async ({ merchantId, period, filters, cursor }: ExportInput, caller: DashboardCaller): Promise<ExportPart> => {
    const wanted = wantedOf({ period });
    const position = positionAfter(wanted, cursor);
    const group = await groupAt(dependencies, scopeOf(caller, merchantId), position);
    const request = { wanted, merchantIds: group.ids, filters, limit: MAX_SCANNED, after: position.after };
    const page = await scanTransactions(dependencies, request);
    const next = positionAfterScan(group, position, page);
    const { fromMs } = period.from;
    const { toMs } = period.to;
    const untilMs = page.isLast ? fromMs : (page.last?.timeMs ?? toMs);
    const share = (toMs - untilMs) / (toMs - fromMs);
    return {
      transactions: page.found.map(rowOf),
      share: next ? (group.before + share * group.ids.length) / group.of : 1,
      scannedUntil: isoTime(untilMs),
      merchants: merchantsScanned(group),
      cursor: next && toCursor(next),
    };
  };
}

function rowOf(transaction: Transaction): ExportRow {
  const { transactionId, merchantId, externalOrderId, status, paymentMethod, bankAccount } = transaction;
  const { amountCents, receivedCents, createdAt, paidAt, settlements, mb, attempts, paidBy } = transaction;
  const newest = settlements.at(-1);
  return {
    ...{ transactionId, merchantId, externalOrderId, status, paymentMethod, bankAccount },
    amount: amountOf(amountCents),
    received: receivedCents === undefined ? null : amountOf(receivedCents),
    createdAt: isoTime(createdAt),
    paidAt: paidAt === undefined ? null : isoTime(paidAt),
    recordedAt: newest ? isoTime(newest.settledAt) : null,
    mb: mb ? { entity: mb.entity, reference: mb.reference } : null,
    bankId: paidBy === undefined ? null : (attempts[paidBy]?.bankId ?? null),
    event: newest ? eventKind(transaction, newest) : null,
    delivery: newest?.delivery.state ?? null,
    attempts: newest?.delivery.done ?? null,
  };
}
