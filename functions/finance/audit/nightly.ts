import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import { dayToAudit } from './next-day.ts';
import type { AuditResults } from './results.table.ts';
import { type AuditState, newState } from './state.ts';

export interface NightlyDependencies {
  results: AuditResults;
  audit: (state: AuditState, deadlineMs: number) => Promise<void>;
  clock: Clock;
  logger: Logger;
}

/** The log line out of which the metric and the alarm of violations are made. */
export const AUDIT_LINE = 'audit finished';

/** So much work is lost at most when a run fails. */
const SAVE_EVERY_MS = 20_000;
const OVERDUE_MS = 12 * 3_600_000;

/** Audits what is to be audited until `deadlineMs`; the next run continues. */
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
