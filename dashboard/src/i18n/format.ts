import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';

export { visibleLines, visibleText } from '../../../functions/runtime/visible-text.ts';

const LISBON = 'Europe/Lisbon';

const MINUTE = { hour: '2-digit', minute: '2-digit' } as const;

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
  ['second', 1_000],
];

/**
 * Numbers and times in a language, by its locale such as `pt-PT`; every time is in Europe/Lisbon. An `iso` is ISO 8601, a
 * `day` a Lisbon day such as `2026-11-20`.
 */
export function formatsIn(locale: string) {
  // `04/12/2026` in Portuguese. Other languages name the month: `4 Dec 2026`.
  const dayForm =
    locale === 'pt-PT'
      ? ({ day: '2-digit', month: '2-digit', year: 'numeric' } as const)
      : ({ day: 'numeric', month: 'short', year: 'numeric' } as const);
  const dated = (at: string, form: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: LISBON, ...form }).format(new Date(at));
  const number = (value: number, form?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, form).format(value);
  const grouped = { useGrouping: 'always' } as const;
  const currency = { style: 'currency', currency: 'EUR', ...grouped } as const;

  /** `850 ms`, `1.2 s`, `3 min`, `2 h`: the same symbols in every language. From two days on `6 days`. */
  const duration = (durationMs: number): string => {
    if (durationMs < 1_000) return `${number(Math.round(durationMs))} ms`;
    if (durationMs < MINUTE_MS) return `${number(Math.round(durationMs / 100) / 10)} s`;
    if (durationMs < HOUR_MS) return `${number(Math.round(durationMs / MINUTE_MS))} min`;
    if (durationMs < 2 * DAY_MS) return `${number(Math.round(durationMs / 360_000) / 10)} h`;
    const days = { style: 'unit', unit: 'day', unitDisplay: 'long', maximumFractionDigits: 1 } as const;
    return number(durationMs / DAY_MS, days);
  };
  return {
    /** `€1,234.50`, `1 234,50 €`. Thousands are always grouped. */
    euros: (euros: number) => number(euros, currency),
    /** `+€1.00`, `−€9.90`, `€0.00`. */
    signedEuros: (euros: number) => number(euros, { ...currency, signDisplay: 'exceptZero' }),
    count: (count: number) => number(count, grouped),
    /** `20 Nov 2026, 19:08:33`, `20/11/2026, 19:08:33`. */
    time: (iso: string) => dated(iso, { ...dayForm, ...MINUTE, second: '2-digit' }),
    /** `20 Nov 2026 19:08`: for lists, where columns are narrow. */
    minute: (iso: string) => dated(iso, { ...dayForm, ...MINUTE }).replace(',', ''),
    /** `19:08:33.248` */
    clock: (iso: string) => dated(iso, { ...MINUTE, second: '2-digit', fractionalSecondDigits: 3 }),
    /** `20 Nov 2026`, `20/11/2026`. */
    day: (day: string) => dated(day, { timeZone: 'UTC', ...dayForm }),
    /** `Friday 20 November 2026`, `sexta-feira, 20 de novembro de 2026`. */
    dayInWords: (day: string) => dated(day, { timeZone: 'UTC', dateStyle: 'full' }),
    duration,
    /** `850 ms, 2 s and 3 min`. */
    durations: (durationsMs: readonly number[]) => new Intl.ListFormat(locale).format(durationsMs.map(duration)),
    /** `3 minutes ago`, `in 2 hours`, from a time in milliseconds since the epoch. */
    relative: (iso: string, nowMs: number) => {
      const awayMs = new Date(iso).getTime() - nowMs;
      const [name, sizeMs] = STEPS.find(([, size]) => Math.abs(awayMs) >= size) ?? (['second', 1_000] as const);
      return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(awayMs / sizeMs), name);
    },
  };
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
