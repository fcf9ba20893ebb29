import { DAY_MS } from '../../../functions/runtime/durations.ts';
import { lisbonDay, lisbonDayName } from '../../../functions/runtime/lisbon-day.ts';

/** Both days are included; each is a day as Lisbon counts it, `2026-11-20`. */
export interface Days {
  from: string;
  to: string;
}

export const PRESETS = ['today', 'yesterday', 'week', 'month', 'this-month', 'last-month'] as const;
export type Preset = (typeof PRESETS)[number];

/** How many days a preset has, today included. */
export const PRESET_DAYS = { week: 7, month: 30 } as const;

export function today(nowMs: number): string {
  return lisbonDayName(nowMs);
}

export function isDay(text: string): boolean {
  return /^2\d{3}-/.test(text) && lisbonDay(text) !== undefined;
}

/** By the calendar, whatever the clocks do on the way. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

export function presetDays(preset: Preset, now: string): Days {
  switch (preset) {
    case 'today':
      return { from: now, to: now };
    case 'yesterday':
      return { from: addDays(now, -1), to: addDays(now, -1) };
    case 'week':
      return { from: addDays(now, 1 - PRESET_DAYS.week), to: now };
    case 'month':
      return { from: addDays(now, 1 - PRESET_DAYS.month), to: now };
    case 'this-month':
      return { from: firstOfMonth(now), to: now };
    case 'last-month': {
      const to = addDays(firstOfMonth(now), -1);
      return { from: firstOfMonth(to), to };
    }
  }
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

export type PeriodProblem = 'no-day' | 'reversed' | 'ahead';

/** Why two texts are no period to show. It may end after today, `now`, but not begin after it. */
export function periodProblem({ from, to }: Days, now: string): PeriodProblem | undefined {
  if (!isDay(from) || !isDay(to)) return 'no-day';
  if (from > now) return 'ahead';
  return from > to ? 'reversed' : undefined;
}

/** The period that an address names, by its days only, or why it is none; neither where it names none. */
export function daysIn(query: URLSearchParams, now: string): { days?: Days; problem?: PeriodProblem } {
  if (!query.has('from') && !query.has('to')) return {};
  const days = { from: query.get('from') ?? '', to: query.get('to') ?? '' };
  const problem = periodProblem(days, now);
  return problem === undefined ? { days } : { problem };
}

/** The part of a period that has come: of the others there is nothing to count. */
export function untilToday({ from, to }: Days, now: string): Days {
  return { from, to: to > now ? now : to };
}

/** The preset that means these very days; undefined for days of one's own. */
export function presetOf({ from, to }: Days, now: string): Preset | undefined {
  return PRESETS.find((preset) => {
    const days = presetDays(preset, now);
    return days.from === from && days.to === to;
  });
}

/** Every day of a period in order; at most `most`, so that a slip of the pen costs no memory. */
export function eachDay({ from, to }: Days, most = 400): string[] {
  const days: string[] = [];
  for (let day = from; day <= to && days.length < most; day = addDays(day, 1)) days.push(day);
  return days;
}
