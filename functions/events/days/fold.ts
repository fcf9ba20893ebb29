import type { Clock } from '../../runtime/clock.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import { lisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import type { ReadCoverage } from '../coverage.table.ts';
import { HORIZON_MS } from '../horizon.ts';
import type { Days } from './days.table.ts';
import { type FoldDayDependencies, foldDay } from './fold-day.ts';

export interface FoldDependencies extends FoldDayDependencies {
  days: Days;
  readCoverage: ReadCoverage;
  merchantIds(): Promise<string[]>;
  clock: Clock;
  logger: Logger;
}

/** An account of an older version begins so long before the first night. */
const MAX_BACK_MS = 31 * DAY_MS;
const MAX_CONCURRENT_MERCHANTS = 4;

/**
 * Folds every day that is over for every merchant, until `deadlineMs` (milliseconds since the epoch). The days on
 * record are the progress: a run that ended anywhere is continued by the next, and a run beside another stores the
 * same.
 */
export function fold(dependencies: FoldDependencies) {
  const { days, merchantIds, clock, logger } = dependencies;
  return async (deadlineMs: number): Promise<void> => {
    const latest = latestDay(clock());
    if (((await days.foldedUntil()) ?? '') >= latest) return;
    const ids = await merchantIds();
    const done = await sideBySide(ids, MAX_CONCURRENT_MERCHANTS, async (merchantId) => {
      try {
        return await foldMerchant(dependencies, merchantId, latest, deadlineMs);
      } catch (error) {
        // The days of the others are folded all the same.
        logger.error('day not folded', { merchantId, ...errorFields(error) });
        return false;
      }
    });
    if (!done.every((isDone) => isDone)) return;
    await days.setFoldedUntil(latest);
    logger.info('days folded', { day: latest, merchants: ids.length });
  };
}

/** The newest Lisbon day that is over, and whose events are all in the index. */
export function latestDay(nowMs: number): string {
  return dayBefore(lisbonDayName(nowMs - HORIZON_MS));
}

/** Whether all days of the merchant are folded. */
async function foldMerchant(
  { readCoverage, ...dependencies }: FoldDependencies,
  merchantId: string,
  latest: string,
  deadlineMs: number,
): Promise<boolean> {
  const { days, clock } = dependencies;
  const newest = await days.end(merchantId, 'newest');
  const coveredFrom = newest === undefined ? await readCoverage(merchantId) : undefined;
  if (newest === undefined && coveredFrom === undefined) return true;
  let name = newest === undefined ? firstDay(coveredFrom ?? 0, latest) : dayAfter(newest);
  for (; name <= latest; name = dayAfter(name)) {
    const day = lisbonDay(name);
    if (!day || clock() >= deadlineMs) return false;
    await foldDay(dependencies)(merchantId, day);
  }
  return true;
}

function firstDay(coveredFrom: number, latest: string): string {
  const backMs = (lisbonDay(latest)?.fromMs ?? 0) - MAX_BACK_MS;
  return lisbonDayName(Math.max(coveredFrom, backMs));
}

function dayBefore(name: string): string {
  return lisbonDayName((lisbonDay(name)?.fromMs ?? 0) - 1);
}

function dayAfter(name: string): string {
  return lisbonDayName(lisbonDay(name)?.toMs ?? Number.POSITIVE_INFINITY);
}
