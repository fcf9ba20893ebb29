import { type Difference, differencesOf, type Sum } from './day-figures.ts';
import type { AuditRun } from './run.ts';
import { type MerchantPosition, startOf } from './state.ts';
import { addNotChecked } from './tally.ts';

const MAX_ROUNDS = 3;

/**
 * Compares a merchant's counter of the day with what all its transactions are worth. A difference is reported when a
 * strong pass confirms it, during which the counter did not change; one that changes each time is not judged. Returns
 * where a further pass begins, or null when the merchant is done.
 */
export async function compareTotals(run: AuditRun, position: MerchantPosition): Promise<MerchantPosition | null> {
  const { counters, day, tally, report } = run;
  const { merchantId, pass, rounds, figures, unreadable } = position;
  const [counter] = await counters.ofMerchant(merchantId, [day.name], true);
  const version = counter?.version ?? 0;
  const differences = differencesOf(counter?.figures ?? {}, figures);
  if (unreadable.length > 0) addNotChecked(tally, 'unread');
  else if (differences.length === 0) tally.totals += counter ? 1 : 0;
  else if (pass === 'strong' && version === position.version) {
    tally.totals += 1;
    // A counter that is too high may be the last trace of a lost payment: a person must see it before a rebuild.
    const isAbove = differences.some(
      ({ counted, stored }) => counted.count > stored.count || counted.cents > stored.cents,
    );
    const detail = differences.map(differenceText).join('; ');
    report({ kind: isAbove ? 'totals-above' : 'totals', transactionId: null, merchantId, detail });
  } else if (rounds < MAX_ROUNDS) return startOf(merchantId, 'strong', rounds + 1, version);
  else addNotChecked(tally, 'totals-busy');
  return null;
}

function differenceText({ figure, counted, stored }: Difference): string {
  const text = ({ count, cents }: Sum) => `${count} (${cents} cents)`;
  return `${figure}: counted ${text(counted)}, transactions ${text(stored)}`;
}
