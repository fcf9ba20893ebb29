import type { Clock } from '../../runtime/clock.ts';
import { HOUR_MS, MINUTE_MS } from '../../runtime/durations.ts';
import { lisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { AuditResults } from './results.table.ts';
import { type AuditState, newState } from './state.ts';

export interface NightlyDependencies {
  results: AuditResults;
  audit: (state: AuditState, deadlineMs: number) => Promise<void>;
  clock: Clock;
  logger: Logger;
}

/** The log line from which the metric and the alarm of violations are made. */
export const AUDIT_LINE = 'audit finished';

/** Left of a run when no page is begun: one may wait for the bank's lists of a hundred payments, sixteen at a time. */
export const RESERVE_MS = MINUTE_MS;

/** A run that fails loses at most this much work. */
export const SAVE_EVERY_MS = 20_000;
export const OVERDUE_MS = 12 * HOUR_MS;

/** Audits the days that are due until `deadlineMs` (milliseconds since the epoch); the next run continues. */
export function nightlyAudit({ results, audit, clock, logger }: NightlyDependencies) {
  return async (deadlineMs: number): Promise<void> => {
    let { state, version } = await results.state();
    for (let day = dayToAudit(state, clock()); day !== undefined; day = dayToAudit(state, clock())) {
      if (clock() >= deadlineMs) return;
      if (state?.day !== day) state = newState(day, clock());
      await audit(state, Math.min(deadlineMs, clock() + SAVE_EVERY_MS));
      if (state.finishedAt !== null) await finish(state, state.finishedAt);
      else if (clock() - state.startedAt > OVERDUE_MS) logger.error('audit overdue', { day });
      await results.saveState(state, version);
      version += 1;
    }
  };

  async function finish({ day, startedAt, tally }: AuditState, finishedAt: number): Promise<void> {
    await results.saveResult({ day, startedAt, finishedAt, tally });
    const { checked, payments, violations, notChecked } = tally;
    logger.info(AUDIT_LINE, { day, transactions: checked, paid: payments, violations, notChecked });
  }
}

/** After the Lisbon midnight: by then the day's deliveries have ended and the books have counted it; milliseconds. */
export const MARGIN_MS = 2 * HOUR_MS;

/** The day to audit now: the unfinished one, the one after the last, or yesterday; undefined when all are done. */
export function dayToAudit(state: Pick<AuditState, 'day' | 'phase'> | undefined, nowMs: number): string | undefined {
  const today = lisbonDay(lisbonDayName(nowMs - MARGIN_MS));
  const latest = lisbonDayName((today?.fromMs ?? 0) - 1);
  if (!state) return latest;
  if (state.phase !== 'done') return state.day;
  const next = lisbonDayName(lisbonDay(state.day)?.toMs ?? 0);
  return next <= latest ? next : undefined;
}
