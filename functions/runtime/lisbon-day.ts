import { DAY_MS } from './durations.ts';
import { lisbonTimeMs, lisbonWallMs } from './lisbon.ts';

/** A day in Lisbon: from midnight (included) to the next (excluded). It has 23 or 25 hours when the clocks change. */
export interface LisbonDay {
  /** `2026-03-29` */
  name: string;
  fromMs: number;
  toMs: number;
}

/** Reads a day such as `2026-03-29`; undefined for any other text. */
export function lisbonDay(text: string): LisbonDay | undefined {
  const wallMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Some engines read 31 February as a day in March.
  if (Number.isNaN(wallMs) || new Date(wallMs).toISOString().slice(0, 10) !== text) return undefined;
  return { name: text, fromMs: lisbonTimeMs(wallMs), toMs: lisbonTimeMs(wallMs + DAY_MS) };
}

/** The day in Lisbon at an instant, `2026-03-29`. */
export function lisbonDayName(timeMs: number): string {
  return new Date(lisbonWallMs(timeMs)).toISOString().slice(0, 10);
}

/** The local time in Lisbon, `2026-03-29 02:30:00`. */
export function lisbonTimeText(timeMs: number): string {
  return new Date(lisbonWallMs(timeMs)).toISOString().slice(0, 19).replace('T', ' ');
}

/** Whether an instant is on the day. */
export function isWithin({ fromMs, toMs }: LisbonDay, timeMs: number): boolean {
  return timeMs >= fromMs && timeMs < toMs;
}

/** 23:59:59 Europe/Lisbon, `days` days after the Lisbon day of `nowMs` (decision D10). */
export function endOfLisbonDay(nowMs: number, days: number): number {
  const today = new Date(lisbonWallMs(nowMs));
  return lisbonTimeMs(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days, 23, 59, 59));
}
