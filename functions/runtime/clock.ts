/** The current time in milliseconds since the epoch, injected wherever a rule or an adapter needs it. */
export type Clock = () => number;

/** The system clock, for entry points and the wiring beside them; a rule receives a `Clock`. */
export const systemClock: Clock = () => Date.now();

/** ISO 8601 in UTC with milliseconds, the form of every timestamp in an answer (§2.1). */
export function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** Null where no time is known. */
export function isoTimeOrNull(timeMs: number | null | undefined): string | null {
  return timeMs == null ? null : isoTime(timeMs);
}
