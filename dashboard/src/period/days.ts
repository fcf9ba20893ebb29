import { DAY_MS } from '../../../functions/runtime/durations.ts';
import { lisbonDay, lisbonDayName } from '../../../functions/runtime/lisbon-day.ts';

/** Both days are included; each is a day as Lisbon counts it, `2026-11-20`. */
export interface Days {
  from: string;
  to: string;
}

/** Before the first transaction of any merchant. */
export const FIRST_DAY = '2020-01-01';

/** `month`, the last 30 days, is what a page shows first: on the first of a month this month has hardly begun. */
export const PRESETS = ['today', 'yesterday', 'month', 'this-month', 'last-month'] as const;
export type Preset = (typeof PRESETS)[number];

export function today(nowMs: number): string {
  return lisbonDayName(nowMs);
}

export function isDay(text: string): boolean {
  return text >= FIRST_DAY && lisbonDay(text) !== undefined;
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
    case 'month':
      return { from: addDays(now, -29), to: now };
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

/** The period that an address names, until today at most; undefined where it names none. */
export function daysIn(query: URLSearchParams, now: string): Days | undefined {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  if (!isDay(from) || !isDay(to) || from > to || from > now) return undefined;
  return { from, to: to > now ? now : to };
}

/** The preset that means these very days; undefined for days of one's own. */
export function presetOf({ from, to }: Days, now: string): Preset | undefined {
  return PRESETS.find((preset) => {
    const days = presetDays(preset, now);
    return days.from === from && days.to === to;
  });
}
