import type { MovementRow } from '../../../../functions/dashboard/finance/movements/movement-row.ts';
import type { MovementKind } from '../../../../functions/payments/money/movement.ts';
import { lisbonDay } from '../../../../functions/runtime/lisbon-day.ts';
import { call } from '../../api/client.ts';
import type { ReadPart } from '../../lists/export/use-parts.ts';
import type { Days } from '../../period/days.ts';

/** Movements of one part. */
const PART = 500;

/** Lisbon days, and the merchant and the kind where one was chosen. */
export interface MovementsInput extends Days {
  merchantId?: string;
  kind?: MovementKind;
}

/** All movements of a period, in parts. */
export function readMovements(input: MovementsInput): ReadPart<MovementRow> {
  return async (cursor, signal) => {
    const more = { limit: PART, ...(cursor !== null && { cursor }) };
    const { movements, ...page } = await call('POST /me/movements/search', { ...input, ...more }, signal);
    const { scannedUntil, merchants } = page;
    return {
      rows: movements,
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
