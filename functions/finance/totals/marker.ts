import type { Attribute } from '../../runtime/attributes.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import { lisbonDayName } from '../../runtime/lisbon-day.ts';
import { TOTALS_TTL } from '../tables.ts';
import type { Entry } from './contribution.ts';

/** The stream stores its records for a day; what it cannot deliver again needs no marker. */
export const MARKER_DAYS = 7;

/** The partition of the markers of what was recorded on one day for one merchant. */
export function markersPartition(recordDay: string, merchantId: string): string {
  return `counted#${recordDay}#${merchantId}`;
}

/**
 * The marker of a counted entry, written together with the counters. An event's expires after a week. A refund's does
 * not, since a rebuild finds the refunds of old payments by it.
 */
export function markerOf(
  { id, transactionId, merchantId, recordedAt }: Entry,
  nowMs: number,
): Record<string, Attribute> {
  const expiresAtS = Math.ceil((nowMs + MARKER_DAYS * DAY_MS) / 1_000);
  return {
    day: markersPartition(lisbonDayName(recordedAt), merchantId),
    item: id,
    transactionId,
    ...(!id.startsWith('refund#') && { [TOTALS_TTL]: expiresAtS }),
  };
}
