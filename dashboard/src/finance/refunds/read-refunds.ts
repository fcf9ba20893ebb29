import type { RefundRow } from '../../../../functions/dashboard/finance/refunds/refunds.ts';
import { lisbonDay } from '../../../../functions/runtime/lisbon-day.ts';
import { call } from '../../api/client.ts';
import type { ReadPart } from '../../lists/export/use-parts.ts';
import type { Days } from '../../period/days.ts';

/** Refunds of one part, at a read unit each. */
const PART = 250;

/** Lisbon days, and the merchant where one was chosen. */
export interface RefundsInput extends Days {
  merchantId?: string;
}

/** All refunds of a period, in parts. */
export function readRefunds(input: RefundsInput): ReadPart<RefundRow> {
  return async (cursor, signal) => {
    const more = { limit: PART, ...(cursor !== null && { cursor }) };
    const { refunds, ...page } = await call('POST /finance/refunds/search', { ...input, ...more }, signal);
    const { scannedUntil, merchants } = page;
    return {
      rows: refunds,
      share: merchants ? merchants.scanned / merchants.of : shareOf(input, scannedUntil),
      ...{ scannedUntil, merchants, cursor: page.cursor },
    };
  };
}

/** How much of the period lies after `scannedUntil` (ISO 8601), from 0 to 1. */
function shareOf({ from, to }: Days, scannedUntil: string): number {
  const [fromMs, toMs] = [lisbonDay(from)?.fromMs ?? 0, lisbonDay(to)?.toMs ?? 1];
  return (toMs - Date.parse(scannedUntil)) / (toMs - fromMs);
}
