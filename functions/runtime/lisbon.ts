const MINUTE_MS = 60_000;

/** Lisbon's offsets from UTC, winter and summer. Winter first: see `lisbonTimeMs`. */
const OFFSETS_MS = [0, 60 * MINUTE_MS];

let clock: Intl.DateTimeFormat | undefined;

/** Made on first use: most functions that carry this file never need a time of Lisbon. */
function lisbonClock(): Intl.DateTimeFormat {
  clock ??= new Intl.DateTimeFormat('en', {
    timeZone: 'Europe/Lisbon',
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  return clock;
}

/** What clocks in Lisbon show at an instant, read as if it were UTC. */
export function lisbonWallMs(timeMs: number): number {
  const parts = Object.fromEntries(
    lisbonClock()
      .formatToParts(timeMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second, ((timeMs % 1000) + 1000) % 1000);
}

/**
 * The instant at which clocks in Lisbon show `wallMs` (read as if it were UTC). The hour that October has twice is the
 * later one, so that nothing is taken as expired too early; the hour that March lacks is moved an hour forward.
 */
export function lisbonTimeMs(wallMs: number): number {
  const fitting = OFFSETS_MS.find((offsetMs) => lisbonWallMs(wallMs - offsetMs) === wallMs);
  return wallMs - (fitting ?? 0);
}
