import type { AuditResult, AuditResults } from '../../finance/audit/results.table.ts';
import { isoTime } from '../../runtime/clock.ts';
import { type DashboardCaller, requireStaff } from '../caller.ts';

/** What the nightly audit found on one Lisbon day. */
export type AuditNight = Pick<AuditResult, 'day'> & AuditResult['tally'] & { finishedAt: string };

export interface AuditReport {
  /** Of the newest day that was audited; null before the first. */
  result: AuditNight | null;
  /** Of the nights before it those with violations, the newest first. */
  earlier: AuditNight[];
}

/** How many nights before the newest are read. */
const EARLIER_NIGHTS = 30;

/** For staff: it names every merchant's transactions. */
export function auditReport(results: Pick<AuditResults, 'newest'>) {
  return async (_input: object, caller: DashboardCaller): Promise<AuditReport> => {
    requireStaff(caller);
    const [newest, ...before] = await results.newest(1 + EARLIER_NIGHTS);
    const earlier = before.filter(({ tally }) => tally.violations > 0).map(nightOf);
    return { result: newest ? nightOf(newest) : null, earlier };
  };
}

function nightOf({ day, finishedAt, tally }: AuditResult): AuditNight {
  return { day, finishedAt: isoTime(finishedAt), ...tally };
}
