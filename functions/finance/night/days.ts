import { DAY_MS, HOUR_MS } from '../../runtime/durations.ts';
import { lisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';
import type { Night } from './night-result.ts';

/** A night begins so long after midnight in Lisbon: by then a bank lists what was paid before. */
const BEGINS_AFTER_MS = 2 * HOUR_MS;

/** So many complete days are compared each night, and so many as long as they could not be compared. */
export const COMPARED_DAYS = 3;
export const TRIED_DAYS = 7;

/** In place of a bank account: the orders of a day that were paid twice. No bank account has this name. */
export const ORDERS = '-';

/** The days that a person may have compared again. */
export const SHOWN_DAYS = 31;

/** The last complete days, the newest first: as many as may be compared in the night of `nowMs`. */
export function lastDays(nowMs: number): string[] {
  const days: string[] = [];
  for (let name = nightOf(nowMs); days.length < TRIED_DAYS; ) {
    name = lisbonDayName((lisbonDay(name)?.fromMs ?? 0) - 1);
    days.push(name);
  }
  return days;
}

/** The Lisbon day in which the night of an instant ends. */
export function nightOf(timeMs: number): string {
  return lisbonDayName(timeMs - BEGINS_AFTER_MS);
}

/** Whether a day, as it is stored, is compared now. `daysAgo` is 0 for the last complete day. */
export function isDue(night: Night | undefined, daysAgo: number, nowMs: number): boolean {
  const { result, againAt = 0 } = night ?? {};
  if (result && againAt > result.at) return true;
  if (daysAgo >= TRIED_DAYS) return false;
  if (!result || result.state === 'begun') return true;
  const isComplete = result.state === 'compared' || result.state === 'no-list';
  return nightOf(result.at) !== nightOf(nowMs) && (daysAgo < COMPARED_DAYS || !isComplete);
}

/** The first of the days that the page shows. */
export function firstShownDay(nowMs: number): string {
  return lisbonDayName(nowMs - SHOWN_DAYS * DAY_MS);
}
