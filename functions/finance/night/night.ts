import { lisbonDay } from '../../runtime/lisbon-day.ts';
import { errorFields } from '../../runtime/logger.ts';
import { type CompareDependencies, compareDay } from './compare-day.ts';
import { firstShownDay, isDue, lastDays, ORDERS, TRIED_DAYS } from './days.ts';
import { type Night, type NightResult, newResult } from './night-result.ts';
import type { Nights } from './nights.table.ts';
import { checkOrders, type OrderDependencies } from './paid-orders.ts';

export interface NightDependencies extends CompareDependencies, Pick<OrderDependencies, 'siblings'> {
  nights: Nights;
  /** Names of the stage's bank accounts. */
  accounts: readonly string[];
}

/** The log line of each day, from which the alarm counts what remains. */
export const NIGHT_LINE = 'day compared';

/** Compares the days that are due, the newest first; what is begun at `deadlineMs` ends, and the next run continues. */
export function night(dependencies: NightDependencies) {
  const { nights, accounts, clock, logger } = dependencies;
  return async (deadlineMs: number): Promise<void> => {
    const startedAtMs = clock();
    const days = lastDays(startedAtMs);
    const known = await nights.since(firstShownDay(startedAtMs));
    const older = new Set(known.map(({ day }) => day).filter((day) => !days.includes(day)));
    const names = [...days, ...[...older].sort().reverse()];
    // The orders last, so that they include what the lists have brought.
    for (const bankAccount of [...accounts, ORDERS]) {
      for (const [daysAgo, day] of names.entries()) {
        const before = known.find((each) => each.day === day && each.bankAccount === bankAccount);
        if (!isDue(before, daysAgo, startedAtMs)) continue;
        if (clock() >= deadlineMs) return;
        const result = await compared({ day, bankAccount, result: before?.result }, deadlineMs);
        await nights.save({ day, bankAccount }, result);
        const { state, entries, recorded, remaining } = result;
        logger.info(NIGHT_LINE, { day, bankAccount, state, entries, recorded, remaining });
        const isLast = daysAgo === TRIED_DAYS - 1 && (state === 'failed' || state === 'not-asked');
        if (isLast) logger.error('day not compared with the bank', { day, bankAccount, state });
      }
    }
  };

  async function compared({ day: name, bankAccount, result: before }: Night, deadlineMs: number): Promise<NightResult> {
    const day = lisbonDay(name);
    if (!day) throw new Error(`${name} is no day`);
    const at = clock();
    try {
      if (bankAccount === ORDERS) return await checkOrders(dependencies, { day, deadlineMs, before });
      return await compareDay(dependencies, { bankAccount, day, deadlineMs, before });
    } catch (error) {
      logger.error('comparison of a day failed', { day: name, bankAccount, ...errorFields(error) });
      return { ...newResult(at), state: 'failed' };
    }
  }
}
