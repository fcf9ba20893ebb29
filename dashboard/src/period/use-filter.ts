import { serviceNow } from '../api/service-time.ts';
import { useQuery } from '../components/inner-links.ts';
import { type Days, daysIn, presetDays, today } from './days.ts';

/** The filter of a list, in the address: merchant, period, and what else the page has. */
export interface Filter<Period extends Days | undefined = Days | undefined> {
  query: URLSearchParams;
  /** Sets values in the address; an empty one is deleted. */
  choose: ReturnType<typeof useQuery>[1];
  /** Empty: all. */
  merchantId: string;
  /** Undefined: all time. */
  days: Period;
  /** The same, as the calls take it. */
  merchant: { merchantId?: string };
  hasAllTime: boolean;
}

/** Without a period in the address: all time. */
export function useFilter(): Filter {
  const [query, choose] = useQuery();
  const merchantId = query.get('merchant') ?? '';
  const days = daysIn(query, today(serviceNow()));
  return { query, choose, merchantId, days, merchant: merchantId === '' ? {} : { merchantId }, hasAllTime: true };
}

/** Without a period in the address: the last 30 days. There is no choice of all time. */
export function usePeriodFilter(): Filter<Days> {
  const filter = useFilter();
  return { ...filter, days: filter.days ?? presetDays('month', today(serviceNow())), hasAllTime: false };
}
