const LISBON = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Lisbon',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** The wall clock in Europe/Lisbon, as if it were UTC, in milliseconds. */
function lisbonWallClock(timeMs: number): number {
  const part = Object.fromEntries(LISBON.formatToParts(timeMs).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second);
}

/** The time at which Lisbon's clocks show `wallClock` (given as if it were UTC). */
export function fromLisbonWallClock(wallClock: number): number {
  const offsetMs = lisbonWallClock(wallClock) - wallClock;
  const guess = wallClock - offsetMs;
  // Near a change of the clocks the offset at the guess may be the other one.
  return wallClock - (lisbonWallClock(guess) - guess);
}

/** 23:59:59 Europe/Lisbon, `days` days after the Lisbon day of `nowMs` (decision D10). */
export function endOfLisbonDay(nowMs: number, days: number): number {
  const today = new Date(lisbonWallClock(nowMs));
  return fromLisbonWallClock(
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days, 23, 59, 59),
  );
}
