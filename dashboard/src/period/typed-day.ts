import { formatDay, isDayFirst } from '../i18n/format.ts';
import { isDay } from './days.ts';

// `2026-11-01`, in every language.
const YEAR_FIRST = /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})$/;
// `01/11/2026`; also `1-11-2026`, `1.11.2026`. A year of two digits only with slashes: `26-11-01` may be meant as ISO.
const DAY_FIRST = /^(?<day>\d{1,2})([/.-])(?<month>\d{1,2})\2(?<year>\d{4})$/;
const SHORT_YEAR = /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{2})$/;

/** The day, `2026-11-01`, that a typed text means in a language; undefined where it is none, such as 29/02/2026. */
export function dayTyped(text: string, locale: string): string | undefined {
  const forms = isDayFirst(locale) ? [YEAR_FIRST, DAY_FIRST, SHORT_YEAR] : [YEAR_FIRST];
  for (const form of forms) {
    const { year = '', month = '', day = '' } = form.exec(text.trim())?.groups ?? {};
    const name = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    if (isDay(name)) return name;
  }
  return undefined;
}

/** Whether all digits are there. Before, `2/11/2026` may become `25/11/2026`, and `01/11/20` have a longer year. */
export function isTypedOut(text: string): boolean {
  return text.trim().length >= '01/11/2026'.length;
}

/** The text of a day in a field: `01/11/2026` where days come first, else ISO. */
export function dayInField(day: string, locale: string): string {
  return isDayFirst(locale) ? formatDay(day, locale) : day;
}
