import type { DashboardApi } from '../../../functions/dashboard/api.ts';
import { serviceNow } from '../api/service-time.ts';
import { type Days, daysIn, today } from '../period/days.ts';

/** The query string of the finance pages: one merchant or all, a period or all time. */
export interface FinanceQuery {
  merchantId: string;
  /** Undefined: all time. */
  days: Days | undefined;
}

export function financeQueryOf(query: URLSearchParams, now = today(serviceNow())): FinanceQuery {
  return { merchantId: query.get('merchant') ?? '', days: daysIn(query, now) };
}

/** Whether the query filters anything. Then an empty list says "none match", never "none". */
export function isFiltered({ merchantId, days }: FinanceQuery): boolean {
  return merchantId !== '' || days !== undefined;
}

/** The query string, without `?`; what else is in `query` stays. */
export function withFinanceQuery(query: URLSearchParams, { merchantId, days }: FinanceQuery): string {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value));
  put('from', days?.from ?? '');
  put('to', days?.to ?? '');
  put('merchant', merchantId);
  return next.toString();
}

/** The query with one name set, or deleted where the value is empty. */
export function withValue(query: URLSearchParams, name: string, value: string): string {
  const next = new URLSearchParams(query);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next.toString();
}

export function financeInputOf({
  merchantId,
  days,
}: FinanceQuery): Pick<DashboardApi['POST /me/undelivered/search']['input'], 'from' | 'to' | 'merchantId'> {
  return { ...days, ...(merchantId !== '' && { merchantId }) };
}
