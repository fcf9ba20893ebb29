import type { UndeliveredPage } from '../../../functions/dashboard/finance/undelivered.ts';
import { addEuros } from '../i18n/add-euros.ts';

export interface Failing {
  merchantId: string;
  events: number;
  euros: number;
}

/** Events whose attempts failed, by merchant, the most euros first. */
export function failingOf(deliveries: readonly UndeliveredPage['deliveries'][number][]): Failing[] {
  const byMerchant = Map.groupBy(
    deliveries.filter(({ state }) => state === 'not_delivered'),
    ({ merchantId }) => merchantId,
  );
  return [...byMerchant]
    .map(([merchantId, of]) => ({ merchantId, events: of.length, euros: addEuros(...of.map(({ amount }) => amount)) }))
    .sort((a, b) => b.euros - a.euros);
}
