import { MINUTE_MS } from '../../runtime/durations.ts';
import { isWithin, type LisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';

/** Two clocks and the time between them may put the same money on two sides of a midnight; milliseconds. */
export const EDGE_MS = 15 * MINUTE_MS;

/** When something was booked: the day in Lisbon, and the instant where it is known. */
export interface Booked {
  day: string;
  atMs: number | null;
}

export type DayRelation = 'same-day' | 'timing' | 'other-day';

/**
 * Compares the days of two bookings of the same money: the same day; on both sides of one midnight and at most
 * `EDGE_MS` from it (`timing`, no difference); or another day. A booking without a time of day counts as near its
 * midnights.
 */
export function dayRelation(ourMs: number, booked: Booked): DayRelation {
  const ourDay = lisbonDayName(ourMs);
  if (ourDay === booked.day) return 'same-day';
  const isNeighbour = lisbonDayName(ourMs + EDGE_MS) === booked.day || lisbonDayName(ourMs - EDGE_MS) === booked.day;
  if (!isNeighbour) return 'other-day';
  if (booked.atMs === null) return 'timing';
  const isNear = lisbonDayName(booked.atMs + EDGE_MS) === ourDay || lisbonDayName(booked.atMs - EDGE_MS) === ourDay;
  return isNear ? 'timing' : 'other-day';
}

/** Whether a time is so near a midnight of its day that the bank may have booked it on the neighbouring day. */
export function isAtEdge(day: LisbonDay, atMs: number): boolean {
  return isWithin(day, atMs) && (atMs - day.fromMs < EDGE_MS || day.toMs - atMs <= EDGE_MS);
}
