import type { DashboardApi } from '../../../../functions/dashboard/api.ts';
import { referenceAlone } from '../../../../functions/dashboard/transactions/reference-text.ts';
import type { TransactionRow } from '../../../../functions/dashboard/transactions/transactions-row.ts';
import { readAmounts } from '../../../../functions/finance/bank-file/amounts.ts';
import { MAX_ORDER_ID_CHARACTERS } from '../../../../functions/runtime/text-limits.ts';
import { type Days, daysIn, presetDays, today } from '../../period/days.ts';
import { referenceTyped } from './search-text.ts';

type SearchInput = DashboardApi['POST /transactions/search']['input'];
export type Filters = NonNullable<SearchInput['filters']>;
export type StatusFilter = NonNullable<Filters['statuses']>[number];
export type MethodFilter = NonNullable<Filters['methods']>[number];
export type DeliveryFilter = NonNullable<Filters['deliveries']>[number];

export const FIND_BY = ['created', 'paid', 'order', 'transaction', 'reference'] as const;
export type FindBy = (typeof FIND_BY)[number];

export const STATUS_FILTERS: readonly StatusFilter[] = ['pending', 'paid', 'failed', 'cancelled'];
export const METHOD_FILTERS: readonly MethodFilter[] = ['MBWAY', 'REFERENCE', 'none'];
export const DELIVERY_FILTERS: readonly DeliveryFilter[] = [
  'pending',
  'delivered',
  'not_delivered',
  'skipped',
  'superseded',
  'none',
];

/** The parameter of the address for each search that is not by period. */
const NAMES = { transaction: 'id', order: 'order', reference: 'reference' } as const;

/** The search of a list, as in the query string. Amounts are texts as they were typed. */
export interface Search extends Days {
  by: FindBy;
  /** The order id, transaction id, or entity and reference; of no meaning in a search by period. */
  text: string;
  statuses: StatusFilter[];
  methods: MethodFilter[];
  deliveries: DeliveryFilter[];
  minAmount: string;
  maxAmount: string;
  merchantId: string;
}

/** What `query` says; what it does not say, or says wrongly, is the last 7 days by creation, without filters. */
export function searchOf(query: URLSearchParams, nowMs: number): Search {
  const now = today(nowMs);
  const { days = presetDays('week', now) } = daysIn(query, now);
  const named = FIND_BY.find((by) => by === query.get('by')) ?? 'created';
  const [by = named, name = ''] = Object.entries(NAMES).find(([, each]) => query.has(each)) ?? [];
  return {
    ...days,
    by: by as FindBy,
    text: query.get(name) ?? '',
    statuses: listed(query, 'status', STATUS_FILTERS),
    methods: listed(query, 'method', METHOD_FILTERS),
    deliveries: listed(query, 'delivery', DELIVERY_FILTERS),
    minAmount: query.get('min') ?? '',
    maxAmount: query.get('max') ?? '',
    merchantId: query.get('merchant') ?? '',
  };
}

/** The query string of a search, without `?`: always the same text, with fixed days, so that it can be shared. */
export function queryOf(search: Search): string {
  const query = new URLSearchParams();
  const set = (name: string, value: string) => value !== '' && query.set(name, value);
  if (isByPeriod(search)) {
    set('by', search.by);
    set('from', search.from);
    set('to', search.to);
  } else {
    query.set(NAMES[search.by as keyof typeof NAMES], search.text);
  }
  set('status', search.statuses.join(','));
  set('method', search.methods.join(','));
  set('delivery', search.deliveries.join(','));
  set('min', search.minAmount);
  set('max', search.maxAmount);
  set('merchant', search.merchantId);
  return query.toString();
}

export function isByPeriod({ by }: Pick<Search, 'by'>): boolean {
  return by === 'created' || by === 'paid';
}

/** How many filters are on, the search itself aside. */
export function filterCount({ statuses, methods, deliveries, minAmount, maxAmount }: Search): number {
  return [statuses.length, methods.length, deliveries.length, minAmount, maxAmount].filter(Boolean).length;
}

export function withoutFilters(search: Search): Search {
  return { ...search, statuses: [], methods: [], deliveries: [], minAmount: '', maxAmount: '' };
}

export type AmountProblem = 'not-an-amount' | 'negative';

/** EUR of a typed bound, `10`, `10,5`, `1.234,50`; undefined where nothing is typed. */
export function amountTyped(
  text: string,
): { ok: true; euros: number | undefined } | { ok: false; problem: AmountProblem } {
  if (text.trim() === '') return { ok: true, euros: undefined };
  const [cents] = readAmounts([text.trim()]);
  if (cents === undefined) return { ok: false, problem: 'not-an-amount' };
  return cents < 0 ? { ok: false, problem: 'negative' } : { ok: true, euros: cents / 100 };
}

/** The filters of the API. A bound that cannot be read is left out; the form shows so beside its field. */
export function filtersOf(search: Search): Filters {
  const min = amountTyped(search.minAmount);
  const max = amountTyped(search.maxAmount);
  return {
    ...(search.statuses.length > 0 && { statuses: search.statuses }),
    ...(search.methods.length > 0 && { methods: search.methods }),
    ...(search.deliveries.length > 0 && { deliveries: search.deliveries }),
    ...(min.ok && min.euros !== undefined && { minAmount: min.euros }),
    ...(max.ok && max.euros !== undefined && { maxAmount: max.euros }),
  };
}

/** The input of the API's call; undefined while there is no id to search for. */
export function inputOf(search: Search): SearchInput | undefined {
  const find = findOf(search);
  if (!find) return undefined;
  return { find, filters: filtersOf(search), ...(search.merchantId !== '' && { merchantId: search.merchantId }) };
}

/** What to export or sum, from the newest to the oldest of its period; undefined for a search by id. */
export function exportInputOf(
  search: Search,
): Omit<DashboardApi['POST /transactions/export']['input'], 'cursor'> | undefined {
  const period = periodOf(search);
  const { merchantId } = search;
  return period && { period, filters: filtersOf(search), ...(merchantId !== '' && { merchantId }) };
}

/** What can be exported: a period. Undefined for a search by id. */
export function periodOf({ by, from, to }: Search): { by: 'created' | 'paid'; from: string; to: string } | undefined {
  return by === 'created' || by === 'paid' ? { by, from, to } : undefined;
}

/**
 * The one transaction that was meant, of everything that a search by id has found: its order id is the typed text, or
 * it was found by its reference. Undefined where none or several were.
 */
export function exactHit({ by, text }: Search, rows: readonly TransactionRow[]): string | undefined {
  const isExact = ({ externalOrderId }: TransactionRow) =>
    by !== 'order' || externalOrderId === text || !externalOrderId.startsWith(text);
  const hits = isByPeriod({ by }) ? [] : rows.filter(isExact);
  return hits.length === 1 ? hits[0]?.transactionId : undefined;
}

function findOf(search: Search): SearchInput['find'] | undefined {
  const period = periodOf(search);
  if (period) return { period };
  // An order id is the merchant's own text, and blanks may belong to it; ours have none.
  if (search.by === 'order') return isOrderText(search.text) ? { orderId: search.text, match: 'prefix' } : undefined;
  if (search.by === 'reference') {
    const reference = referenceAlone(search.text);
    return referenceTyped(search.text) ?? (reference === undefined ? undefined : { reference });
  }
  const transactionId = search.text.trim();
  return transactionId === '' ? undefined : { transactionId };
}

/** No order id is empty, longer, or has control characters. */
function isOrderText(text: string): boolean {
  return text !== '' && [...text].length <= MAX_ORDER_ID_CHARACTERS && !/\p{Cc}/u.test(text) && text.isWellFormed();
}

function listed<Value extends string>(query: URLSearchParams, name: string, known: readonly Value[]): Value[] {
  const named = (query.get(name) ?? '').split(',');
  return known.filter((value) => named.includes(value));
}
