import { lisbonTimeMs } from '../../runtime/lisbon.ts';
import { lisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';
import type { Reading } from '../../runtime/reading.ts';
import type { ValueProblem } from './bank-file-problem.ts';

// Any space of Unicode, and characters without width, but for the soft hyphen, which may be a minus.
const BLANKS = /(?:\s|(?!\u00AD)\p{Cf})+/gu;
// Thousands are grouped by what is not the decimal sign, so that no amount has two readings.
const AMOUNT =
  /^([-+−(]?)(\d+|\d{1,3}(?: \d{3})+|\d{1,3}(?:\.\d{3})+(?=,)|\d{1,3}(?:,\d{3})+(?=\.))(?:[.,](\d{1,2}))?([-−)]?)$/;
const SIGNS: Record<string, 1 | -1> = { '': 1, '+': 1, '-': -1, '−': -1, '()': -1 };

/** Without the euro and without spaces but those between digits, which may group thousands. */
function bareAmount(text: string): string {
  return text
    .replace(BLANKS, ' ')
    .replace(/(^|\D) | (?=\D|$)/g, '$1')
    .replace(/^([-+−(]?)(?:€|EUR)/i, '$1')
    .replace(/(?:€|EUR)([-−)]?)$/i, '$1');
}

/**
 * Euros in a bank's file, in cents: `1234.5`, `1234,50`, `1.234,50`, `1,234.50`, `1 234,50`, with or without a euro
 * sign, negative as `-3,20`, `3,20-` or `(3,20)`. `1.234` is refused: it may be a thousand or a little over one, and
 * money is not guessed.
 */
export function readEuros(text: string): Reading<number, ValueProblem> {
  const [, before = '', integer = '', fraction = '', after = ''] = AMOUNT.exec(bareAmount(text)) ?? [];
  const sign = integer === '' ? undefined : SIGNS[before + after];
  const cents = Number(integer.replace(/\D/g, '')) * 100 + Number(fraction.padEnd(2, '0'));
  if (!sign || !Number.isSafeInteger(cents)) return { ok: false, problem: { code: 'not-an-amount', value: text } };
  // Normalises -0.
  return { ok: true, value: cents === 0 ? 0 : sign * cents };
}

/** Without spaces, and without the points, commas or hyphens that group the digits of a number. */
export function readDigits(text: string): string {
  const solid = text.replace(BLANKS, '').replaceAll('\u00AD', '');
  return /^\d{1,3}([.,-])\d{3}(?:\1\d{3})*$/.test(solid) ? solid.replace(/\D/g, '') : solid;
}

/** Whether a spreadsheet has written only the first digits of a number, `1,23457E+08`. */
export function isRounded(text: string): boolean {
  return /^\d([.,]\d+)?E\+\d+$/i.test(text);
}

/** Whether a cell that should identify a payment marks a line of totals. */
export function isTotal(text: string): boolean {
  return /^(?:(?:sub-?)?(?:total|totais)|saldo|soma|balance|sum)\b/.test(plainName(text));
}

/** Without accents, composed or not, and in lower case. */
export function plainName(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(BLANKS, ' ').trim().toLowerCase();
}

const TIME =
  /^(?:(\d{4})-(\d\d)-(\d\d)|(\d\d)[-/.](\d\d)[-/.](\d{4}))(?:[T ](\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)? ?(Z|[+-]\d\d:\d\d)?)?$/i;

/**
 * A time in a bank's file, year first or day first. Without a zone it is Lisbon's; without a time of day it is a day.
 * October's repeated hour is read as the later one, which is the same day.
 */
export function readTime(text: string): Reading<{ day: string; atMs: number | null }, ValueProblem> {
  const [, year, month, day, dayFirst, monthSecond, yearLast, hour, minute, second = '00', zone] =
    TIME.exec(text.replace(BLANKS, ' ')) ?? [];
  const name = `${year ?? yearLast}-${month ?? monthSecond}-${day ?? dayFirst}`;
  const known = lisbonDay(name);
  const isOfDay = hour === undefined || (Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60);
  if (!known || !isOfDay) return { ok: false, problem: { code: 'not-a-time', value: text } };
  if (hour === undefined) return { ok: true, value: { day: name, atMs: null } };
  const wall = `${name}T${hour.padStart(2, '0')}:${minute}:${second}`;
  const atMs = zone === undefined ? lisbonTimeMs(Date.parse(`${wall}Z`)) : Date.parse(`${wall}${zone.toUpperCase()}`);
  return { ok: true, value: { day: lisbonDayName(atMs), atMs } };
}

const KINDS: Record<string, 'payment' | 'refund'> = {
  payment: 'payment',
  pagamento: 'payment',
  refund: 'refund',
  reembolso: 'refund',
  devolucao: 'refund',
};

export function readKind(text: string): Reading<'payment' | 'refund', ValueProblem> {
  const kind = KINDS[plainName(text)];
  return kind ? { ok: true, value: kind } : { ok: false, problem: { code: 'unknown-kind', value: text } };
}
