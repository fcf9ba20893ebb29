import { lisbonTimeMs } from '../../runtime/lisbon.ts';
import { lisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';
import type { Reading } from '../../runtime/reading.ts';
import type { LineProblem } from './bank-file-problem.ts';

const CENTS = /^(\d+)(?:[.,](\d{1,2}))?$/;

/**
 * Euros in a bank's file, in cents: `1234.5`, `1234,50`, `1.234,50`, `1,234.50`, `-3,20`, with or without a euro sign.
 * `1.234` is refused: it may be a thousand or a little over one, and money is not guessed.
 */
export function readEuros(text: string): Reading<number, LineProblem> {
  const bare = text.replace(/[\s€]|EUR/gi, '');
  const sign = bare.startsWith('-') ? -1 : 1;
  const digits = bare.replace(/^[+-]/, '');
  const grouped = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(digits)
    ? digits.replaceAll('.', '')
    : /^\d{1,3}(?:,\d{3})+\.\d{1,2}$/.test(digits)
      ? digits.replaceAll(',', '')
      : digits;
  const [, whole, fraction = ''] = CENTS.exec(grouped) ?? [];
  if (whole === undefined) return { ok: false, problem: { code: 'not-an-amount', value: text } };
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  // Normalises -0.
  return { ok: true, value: cents === 0 ? 0 : sign * cents };
}

const TIME =
  /^(?:(\d{4})-(\d\d)-(\d\d)|(\d\d)[-/](\d\d)[-/](\d{4}))(?:[T ]+(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*(Z|[+-]\d\d:\d\d)?)?$/i;

/**
 * A time in a bank's file, year first or day first. Without a zone it is Lisbon's; without a time of day it is a day.
 * October's repeated hour is read as the later one, which is the same day.
 */
export function readTime(text: string): Reading<{ day: string; atMs: number | null }, LineProblem> {
  const [, year, month, day, dayFirst, monthSecond, yearLast, hour, minute, second = '00', zone] =
    TIME.exec(text) ?? [];
  const name = `${year ?? yearLast}-${month ?? monthSecond}-${day ?? dayFirst}`;
  const known = lisbonDay(name);
  const isOfDay = hour === undefined || (Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60);
  if (!known || !isOfDay) return { ok: false, problem: { code: 'not-a-time', value: text } };
  if (hour === undefined) return { ok: true, value: { day: name, atMs: null } };
  const wall = `${name}T${hour}:${minute}:${second}`;
  const atMs = zone === undefined ? lisbonTimeMs(Date.parse(`${wall}Z`)) : Date.parse(`${wall}${zone.toUpperCase()}`);
  return { ok: true, value: { day: lisbonDayName(atMs), atMs } };
}

const KINDS: Record<string, 'payment' | 'refund'> = {
  payment: 'payment',
  pagamento: 'payment',
  refund: 'refund',
  reembolso: 'refund',
  devolucao: 'refund',
  devolução: 'refund',
};

export function readKind(text: string): Reading<'payment' | 'refund', LineProblem> {
  const kind = KINDS[text.toLowerCase()];
  return kind ? { ok: true, value: kind } : { ok: false, problem: { code: 'unknown-kind', value: text } };
}
