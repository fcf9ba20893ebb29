import { type DeliveryState, paidBankId, type Transaction } from '../../payments/transaction.ts';
import { isoTime } from '../../runtime/clock.ts';
import type { EventKind } from '../../webhooks/event-kind.ts';
import { type DashboardCaller, scopeOf } from '../caller.ts';
import { MAX_SCANNED, type PageDependencies, pageOf, wantedOf } from './transactions.ts';
import type { ExportInput } from './transactions-input.ts';
import { rowOf, type TransactionRow } from './transactions-row.ts';

/** A transaction of the export; amounts in EUR, times in ISO 8601. */
export interface ExportRow extends Omit<TransactionRow, 'delivery'> {
  mb: { entity: string; reference: string } | null;
  bankAccount: string;
  bankId: string | null;
  /** Of the newest event. */
  event: EventKind | null;
  delivery: DeliveryState | null;
  attempts: number | null;
}

/**
 * A part of a period's transactions for the page's spreadsheet, newest first (of many merchants group by group), so that
 * the page can show progress and a large period causes no time-out. `share`: how much has been scanned, from 0 to 1.
 */
export function exportTransactions(dependencies: PageDependencies) {
  return async ({ merchantId, period, filters, cursor }: ExportInput, caller: DashboardCaller) => {
    const request = { wanted: wantedOf({ period }), scope: scopeOf(caller, merchantId), filters, cursor };
    const { found, untilMs, merchants, ...page } = await pageOf(dependencies, { ...request, limit: MAX_SCANNED });
    const { fromMs } = period.from;
    const { toMs } = period.to;
    const share = merchants ? merchants.scanned / merchants.of : (toMs - untilMs) / (toMs - fromMs);
    return {
      transactions: found.map(exportRow),
      share,
      scannedUntil: isoTime(untilMs),
      merchants,
      cursor: page.cursor,
    };
  };
}

function exportRow(transaction: Transaction): ExportRow {
  const { delivery, ...row } = rowOf(transaction);
  const { bankAccount, mb } = transaction;
  return {
    ...row,
    bankAccount,
    mb: mb ? { entity: mb.entity, reference: mb.reference } : null,
    bankId: paidBankId(transaction),
    event: delivery?.event ?? null,
    delivery: delivery?.state ?? null,
    attempts: delivery?.attempts ?? null,
  };
}
