import type { LisbonDay } from '../../runtime/lisbon-day.ts';
import type { BankLine } from './records.ts';

/** Whether the file can have a line of what happened then. */
export type Coverage = (atMs: number) => boolean;

/**
 * A file may be of another day, or cut short: of a day it covers what is between its first and its last line of that
 * day, and nothing without a line. Lines without a time of day cover the day.
 */
export function coverageOf({ name }: LisbonDay, lines: readonly BankLine[]): Coverage {
  const ofDay = lines.filter(({ day }) => day === name);
  const times = ofDay.flatMap(({ atMs }) => atMs ?? []);
  if (times.length < ofDay.length) return () => true;
  const first = times.reduce((least, atMs) => Math.min(least, atMs), Number.POSITIVE_INFINITY);
  const last = times.reduce((most, atMs) => Math.max(most, atMs), Number.NEGATIVE_INFINITY);
  return (atMs) => first <= atMs && atMs <= last;
}
