import { type LisbonDay, lisbonDay } from '../../functions/reconciliation/lisbon-day.ts';
import { UsageError } from './command.ts';

export interface ReconcileArguments {
  date?: string | undefined;
  merchant?: string | undefined;
  account?: string | undefined;
  import?: string | undefined;
  csv?: string | undefined;
  json: boolean;
}

/** The Lisbon day that the command line names. */
export function dayOf({ date }: Pick<ReconcileArguments, 'date'>): LisbonDay {
  if (date === undefined) throw new UsageError('--date is missing: a day in Lisbon, such as 2026-11-20');
  const day = lisbonDay(date);
  if (!day) throw new UsageError(`--date is not a day (2026-11-20): ${date}`);
  return day;
}

/**
 * The account that is looked at. An export is of one bank account, so with several in the stage it must be said which:
 * the others' payments would all seem to be missing at the bank.
 */
export function accountOf(
  { account, import: file }: Pick<ReconcileArguments, 'account' | 'import'>,
  known: readonly string[],
): string | undefined {
  if (account !== undefined && !known.includes(account)) {
    throw new UsageError(`--account must be one of ${known.join(', ')}`);
  }
  if (account === undefined && file !== undefined && known.length > 1) {
    throw new UsageError(`--import is the export of one bank account: name it with --account (${known.join(', ')})`);
  }
  return account;
}
