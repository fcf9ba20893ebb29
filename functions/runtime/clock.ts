/** The time, handed in wherever a rule or an adapter needs it: milliseconds since the epoch. */
export type Clock = () => number;

/** The machine's own clock; only entries (`*.handler.ts`, `bin/`) take it. */
export const systemClock: Clock = () => Date.now();

/** ISO 8601 UTC with milliseconds, the form of every timestamp the service sends (§2.1). */
export function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
