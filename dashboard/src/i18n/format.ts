import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';

export { visibleLines, visibleText } from '../../../functions/runtime/visible-text.ts';

const LISBON = 'Europe/Lisbon';

/** How the parts of a day are written: `04/12/2026` in Portuguese. Other languages name the month: `4 Dec 2026`. */
export function dayForm(locale: string) {
  return locale === 'pt-PT'
    ? ({ day: '2-digit', month: '2-digit', year: 'numeric' } as const)
    : ({ day: 'numeric', month: 'short', year: 'numeric' } as const);
}

const MINUTE = { hour: '2-digit', minute: '2-digit' } as const;

/** `20 Nov 2026, 19:08:33` in Lisbon, `20/11/2026, 19:08:33` in Portuguese. `iso` is ISO 8601. */
export function formatTime(iso: string, locale: string): string {
  const form = { timeZone: LISBON, ...dayForm(locale), ...MINUTE, second: '2-digit' } as const;
  return new Intl.DateTimeFormat(locale, form).format(new Date(iso));
}

/** `20 Nov 2026 19:08` in Lisbon: for lists, where columns are narrow. */
export function formatMinute(iso: string, locale: string): string {
  const form = { timeZone: LISBON, ...dayForm(locale), ...MINUTE } as const;
  return new Intl.DateTimeFormat(locale, form).format(new Date(iso)).replace(',', '');
}

/** `19:08:33.248` in Lisbon. */
export function formatClock(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    timeZone: LISBON,
    ...MINUTE,
    second: '2-digit',
    fractionalSecondDigits: 3,
  }).format(new Date(iso));
}

/** `20 Nov 2026`, `20/11/2026` of a Lisbon day such as `2026-11-20`. */
export function formatDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...dayForm(locale) }).format(new Date(`${day}T00:00:00Z`));
}

/** `Friday 20 November 2026`, `sexta-feira, 20 de novembro de 2026`. */
export function formatDayInWords(day: string, locale: string): string {
  const form = { timeZone: 'UTC', dateStyle: 'full' } as const;
  return new Intl.DateTimeFormat(locale, form).format(new Date(`${day}T00:00:00Z`));
}

/** `850 ms`, `1.2 s`, `3 min`, `2 h`: the same symbols in every language. From two days on `6 days`. */
export function formatDuration(durationMs: number, locale: string): string {
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  if (durationMs < 1_000) return `${number(Math.round(durationMs))} ms`;
  if (durationMs < MINUTE_MS) return `${number(Math.round(durationMs / 100) / 10)} s`;
  if (durationMs < HOUR_MS) return `${number(Math.round(durationMs / MINUTE_MS))} min`;
  if (durationMs < 2 * DAY_MS) return `${number(Math.round(durationMs / 360_000) / 10)} h`;
  const days = { style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, days).format(durationMs / DAY_MS);
}

/** `850 ms, 2 s and 3 min`. */
export function formatDurations(durationsMs: readonly number[], locale: string): string {
  const parts = durationsMs.map((durationMs) => formatDuration(durationMs, locale));
  return new Intl.ListFormat(locale).format(parts);
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', 1_000],
];

/** `3 minutes ago`, `in 2 hours`. */
export function formatRelative(iso: string, nowMs: number, locale: string): string {
  const awayMs = new Date(iso).getTime() - nowMs;
  const [name, sizeMs] = STEPS.find(([, size]) => Math.abs(awayMs) >= size) ?? (['second', 1_000] as const);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return format.format(Math.round(awayMs / sizeMs), name);
}

/** `€1,234.50`, `1 234,50 €`. Thousands are always grouped. */
export function formatEuros(euros: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR', useGrouping: 'always' }).format(euros);
}

/** `+€1.00`, `−€9.90`, `€0.00`. */
export function formatSignedEuros(euros: number, locale: string): string {
  const style = { style: 'currency', currency: 'EUR', useGrouping: 'always', signDisplay: 'exceptZero' } as const;
  return new Intl.NumberFormat(locale, style).format(euros);
}

export function formatCount(count: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: 'always' }).format(count);
}

/** With a capital letter, as at the beginning of a line. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `123 456 789`, as banks print a reference and people type it. Files and copied text have no spaces. */
export function spacedReference(reference: string): string {
  return reference.replace(/(\d{3})(?=\d)/g, '$1 ');
}

const HEAD = 9;
const TAIL = 4;

/** `tx_hypt8j…552r`: enough of an id to tell it from others at a glance. */
export function shortened(id: string): string {
  return id.length <= HEAD + TAIL + 1 ? id : `${id.slice(0, HEAD)}…${id.slice(-TAIL)}`;
}
