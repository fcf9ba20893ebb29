import { BASES, type Basis } from '../../functions/finance/contribution.ts';
import { ORDINARY_BACK_DAYS } from '../../functions/finance/rebuild.ts';
import { problemOf } from '../../functions/finance/totals-input.ts';
import { type LisbonDay, lisbonDay } from '../../functions/reconciliation/lisbon-day.ts';
import { UsageError } from './command.ts';

const MOST_BACK_DAYS = 3_650;

type Text = string | undefined;

/** The days that the command line names, both included; `to` is `from` unless given. */
export function periodOf({ from, to = from }: { from?: Text; to?: Text }): { from: LisbonDay; to: LisbonDay } {
  const period = { from: dayOf('--from', from), to: dayOf('--to', to) };
  const problem = problemOf(period);
  if (problem) throw new UsageError(`--to ${problem}`);
  return period;
}

export function basisOf(text: Text): Basis {
  const basis = BASES.find((known) => known === text);
  if (!basis) throw new UsageError(`--by must be one of ${BASES.join(', ')}`);
  return basis;
}

export function backDaysOf(text: Text): number {
  if (text === undefined) return ORDINARY_BACK_DAYS;
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days === 0 || days > MOST_BACK_DAYS) throw new UsageError(`--back must be 1 to ${MOST_BACK_DAYS} days`);
  return days;
}

function dayOf(name: string, text: Text): LisbonDay {
  if (text === undefined) throw new UsageError(`${name} is missing: a day in Lisbon, such as 2026-11-20`);
  const day = lisbonDay(text);
  if (!day) throw new UsageError(`${name} is not a day (2026-11-20): ${text}`);
  return day;
}
