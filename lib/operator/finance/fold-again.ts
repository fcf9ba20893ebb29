import { foldDay } from '../../../functions/events/days/fold-day.ts';
import { HORIZON_MS } from '../../../functions/events/horizon.ts';
import { foldOn } from '../../../functions/events/wiring.ts';
import { daysOf } from '../../../functions/finance/totals/period.ts';
import { type LisbonDay, lisbonDay } from '../../../functions/runtime/lisbon-day.ts';
import type { Target } from '../target.ts';

/**
 * Folds the days of a period again that are over and whose events are in the index (decision 0051), also those before
 * the first on record. Answers the days whose digest is another one than before.
 */
export function foldingAgain(
  { client, clock }: Pick<Target, 'client' | 'clock'>,
  tables: Parameters<typeof foldOn>[1],
) {
  const dependencies = foldOn({ dynamo: client, clock }, tables);
  const fold = foldDay(dependencies);
  return async (merchantId: string, period: { from: LisbonDay; to: LisbonDay }): Promise<string[]> => {
    const coveredFrom = await dependencies.readCoverage(merchantId);
    const changed: string[] = [];
    for (const name of daysOf(period)) {
      const day = lisbonDay(name);
      const isCovered = coveredFrom !== undefined && day !== undefined && coveredFrom < day.toMs;
      if (!isCovered || clock() - HORIZON_MS < day.toMs) continue;
      const before = await dependencies.days.read(merchantId, name);
      const { digest } = await fold(merchantId, day);
      if (before?.digest !== digest) changed.push(name);
    }
    return changed;
  };
}
