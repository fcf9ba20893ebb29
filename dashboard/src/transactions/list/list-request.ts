import type { DashboardApi } from '../../../../functions/dashboard/api.ts';
import type { Days } from '../../period/days.ts';

type Search = DashboardApi['POST /me/transactions/search']['input'];
type Filters = NonNullable<Search['filters']>;
type Values<Name extends keyof Filters> = Extract<Filters[Name], readonly unknown[]>[number];

export const STATUS_FILTERS: readonly Values<'statuses'>[] = ['pending', 'paid', 'failed', 'cancelled'];
export const METHOD_FILTERS: readonly Values<'methods'>[] = ['MBWAY', 'REFERENCE', 'none'];
/** Of two states at once: what the merchant's server was not notified of. */
export const UNDELIVERED = 'not_delivered,skipped';
export const DELIVERY_FILTERS: readonly (Values<'deliveries'> | typeof UNDELIVERED)[] = [
  UNDELIVERED,
  'pending',
  'delivered',
  'not_delivered',
  'skipped',
  'superseded',
  'none',
];

/** The filter of that name in the address; undefined for none, and for a value that is none of these. */
export function chosen<Value extends string>(
  query: URLSearchParams,
  name: 'status' | 'method' | 'delivery',
  values: readonly Value[],
): Value | undefined {
  return values.find((value) => value === query.get(name));
}

/** What a list shows and exports: a period, one merchant or all, and filters. */
export interface ListRequest extends Pick<Search, 'merchantId' | 'filters'> {
  period: { by: 'created' | 'paid' } & Days;
}

/** What the address asks for, in a period: by creation where it does not say by payment. */
export function requestOf(query: URLSearchParams, { from, to }: Days): ListRequest {
  const merchantId = query.get('merchant') ?? '';
  const status = chosen(query, 'status', STATUS_FILTERS);
  const method = chosen(query, 'method', METHOD_FILTERS);
  const delivery = chosen(query, 'delivery', DELIVERY_FILTERS);
  return {
    period: { by: query.get('by') === 'paid' ? 'paid' : 'created', from, to },
    filters: {
      ...(status && { statuses: [status] }),
      ...(method && { methods: [method] }),
      ...(delivery && { deliveries: delivery.split(',') as Values<'deliveries'>[] }),
    },
    ...(merchantId !== '' && { merchantId }),
  };
}

/** How many filters are on, the period and the merchant aside. */
export function filterCount({ filters = {} }: ListRequest): number {
  return Object.keys(filters).length;
}
