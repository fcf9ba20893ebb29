import { lisbonDay, lisbonDayName } from '../../runtime/lisbon-day.ts';
import type { AuditState } from './state.ts';

/** After the Lisbon midnight: by then the day's deliveries have ended and the books have counted it. */
export const MARGIN_MS = 2 * 3_600_000;

/** The day to audit now: one that was begun, the one after the last, or yesterday for a start; undefined when all are done. */
export function dayToAudit(state: Pick<AuditState, 'day' | 'phase'> | undefined, nowMs: number): string | undefined {
  const today = lisbonDay(lisbonDayName(nowMs - MARGIN_MS));
  const latest = lisbonDayName((today?.fromMs ?? 0) - 1);
  if (!state) return latest;
  if (state.phase !== 'done') return state.day;
  const next = lisbonDayName(lisbonDay(state.day)?.toMs ?? 0);
  return next <= latest ? next : undefined;
}
