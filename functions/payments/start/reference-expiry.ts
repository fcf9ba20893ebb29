import { lisbonTimeMs, lisbonWallMs } from '../../runtime/lisbon.ts';

/** 23:59:59 Europe/Lisbon, `days` days after the Lisbon day of `nowMs` (decision D10). */
export function endOfLisbonDay(nowMs: number, days: number): number {
  const today = new Date(lisbonWallMs(nowMs));
  return lisbonTimeMs(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days, 23, 59, 59));
}
