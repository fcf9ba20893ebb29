import { serviceNow } from '../api/service-time.ts';
import { useQuery } from '../components/inner-links.ts';
import { type Days, presetDays, today } from '../period/days.ts';
import { financeQueryOf, withFinanceQuery } from './finance-query.ts';

/** The merchant and the period of the address, the last 30 days where it names none. */
export function useFinancePeriod() {
  const [query, change] = useQuery();
  const { merchantId, days: named } = financeQueryOf(query);
  const days = named ?? presetDays('month', today(serviceNow()));
  const show = (next: Days) => change(withFinanceQuery(query, { merchantId, days: next }));
  const showMerchant = (next: string) => change(withFinanceQuery(query, { merchantId: next, days: named }));
  return { query, change, merchantId, days, show, showMerchant };
}
