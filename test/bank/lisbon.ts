const HOUR_MS = 3_600_000;

const WALL = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Lisbon',
  hourCycle: 'h23',
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
});

/** The local time in Lisbon, by the machine's time zone data: `dd-mm-yyyy` and `hh:mm:ss`. */
export function lisbonWall(atMs: number): { date: string; time: string } {
  const [date = '', time = ''] = WALL.format(atMs).split(', ');
  return { date: date.replaceAll('/', '-'), time };
}

/** `dd-mm-yyyy hh:mm:ss` in Lisbon. */
export function lisbonText(atMs: number): string {
  const { date, time } = lisbonWall(atMs);
  return `${date} ${time}`;
}

/** 23:59:59 of the Lisbon day of an instant. */
export function endOfLisbonDay(atMs: number): number {
  const [day, month = 1, year = 0] = lisbonWall(atMs).date.split('-').map(Number);
  const wallMs = Date.UTC(year, month - 1, day, 23, 59, 59);
  return lisbonWall(wallMs).time === '23:59:59' ? wallMs : wallMs - HOUR_MS;
}
