import type { DashboardApi } from '../../../../functions/dashboard/api.ts';
import type { TransactionRow } from '../../../../functions/dashboard/transactions/transactions-row.ts';
import { readAmounts } from '../../../../functions/finance/bank-file/amounts.ts';
import { MAX_ORDER_ID_CHARACTERS } from '../../../../functions/runtime/text-limits.ts';
import { isDay } from '../../period/days.ts';

/** One way to find what was typed. */
export type Find = Exclude<DashboardApi['POST /me/transactions/search']['input']['find'], { period: unknown }>;

/** An amount that was requested, received or returned on a day. */
export interface AmountOnDay {
  cents: number;
  day: string;
}

// As shops write it: `Entity: 12345 Reference: 123 456 789`.
const LABELS = /\b(entidade|entity|ent|referência|referencia|reference|ref)\b/gi;
const QUOTES = `["'“”„‘’‚«»‹›]`;
// Hyphens and dashes that mail and word processors make of `-`, and the minus sign.
const HYPHENS = /[\u2010-\u2015\u2212]/g;

/** A pasted text without what its source added: invisible characters, quotes around it, typographic hyphens. */
export function cleaned(text: string): string {
  return text
    .replace(/\s/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(HYPHENS, '-')
    .replace(new RegExp(`^(?:${QUOTES}| )+|(?:${QUOTES}| )+$`, 'g'), '');
}

/** How to find a cleaned text, one after the other until something is found; none for what no id can be. */
export function findsOf(text: string): Find[] {
  if (text === '' || [...text].length > MAX_ORDER_ID_CHARACTERS || !text.isWellFormed()) return [];
  if (text.startsWith('tx_')) return [{ transactionId: text }];
  const orderIds = [...new Set([text, text.toUpperCase(), text.toLowerCase()])];
  return [
    ...referenceOf(text),
    ...orderIds.map((orderId) => ({ orderId, match: 'prefix' as const })),
    { bankId: text },
  ];
}

/** Nine digits, or fourteen with those of the entity first, however they are spaced or labelled. */
function referenceOf(text: string): Find[] {
  const digits = text.replace(LABELS, '').replace(/[\s.,:\-/]/g, '');
  if (/^\d{9}$/.test(digits)) return [{ reference: digits }];
  return /^\d{14}$/.test(digits) ? [{ entity: digits.slice(0, 5), reference: digits.slice(5) }] : [];
}

/**
 * `12,50 2026-11-20`, `12.50 20/11` of a cleaned text; undefined where it is no positive amount with a day. Without a
 * year it is the last such day until `today`.
 */
export function amountOnDay(text: string, today: string): AmountOnDay | undefined {
  const [, amount = '', typedDay = ''] = /^(.+?) +(\S+)$/.exec(text) ?? [];
  const day = dayOf(typedDay, today);
  const [cents = 0] = readAmounts([amount]);
  return day !== undefined && cents > 0 ? { cents, day } : undefined;
}

function dayOf(text: string, today: string): string | undefined {
  if (isDay(text)) return text;
  const [, day = '', month = '', year] = /^(\d\d?)\/(\d\d?)(?:\/(\d{4}))?$/.exec(text) ?? [];
  const inYear = (each: string) => `${each}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const thisYear = today.slice(0, 4);
  const years = year === undefined ? [thisYear, String(Number(thisYear) - 1)] : [year];
  return years.map(inYear).find((each) => isDay(each) && (year !== undefined || each <= today));
}

/**
 * The one transaction that was meant, of all that `find` has found: its order id is the searched one, or it was found by
 * an id or a reference. Undefined where none or several were.
 */
export function exactHit(find: Find, rows: readonly TransactionRow[]): string | undefined {
  const hits = rows.filter(({ externalOrderId }) => !('orderId' in find) || externalOrderId === find.orderId);
  return hits.length === 1 ? hits[0]?.transactionId : undefined;
}
