import type { BankAccount } from '../../banking/account.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import { lisbonDay } from '../../runtime/lisbon-day.ts';
import { TEST_SHARD } from '../../webhooks/event-kind.ts';
import { scanDue } from './due.ts';
import { compareTotals } from './merchant-totals.ts';
import { scanTransactions } from './merchant-transactions.ts';
import type { AuditDependencies, AuditRun } from './run.ts';
import { SOURCES } from './sources.ts';
import { type AuditState, startOf } from './state.ts';
import { addNotChecked, addViolation } from './tally.ts';

/** How long before a day transactions are read, in milliseconds: as long as references are valid, and two days more. */
export function backMsOf(accounts: readonly Pick<BankAccount, 'referenceDays'>[]): number {
  return (Math.max(0, ...accounts.map(({ referenceDays }) => referenceDays)) + 2) * DAY_MS;
}

/**
 * Audits one Lisbon day from where `state` left off until it is done or `deadlineMs` has passed, page by page: the
 * transactions of each merchant and then its totals, all due entries, and what is left of the banks'
 * lists. Writes nothing; `state` is changed.
 */
export function audit({ merchantIds, ...dependencies }: AuditDependencies) {
  return async (state: AuditState, deadlineMs: number): Promise<void> => {
    const day = lisbonDay(state.day);
    if (!day) throw new Error(`audit: ${state.day} is no day`);
    const report: AuditRun['report'] = (violation) => {
      addViolation(state.tally, violation, day.name);
      dependencies.report(violation);
    };
    const run: AuditRun = { ...dependencies, day, tally: state.tally, report };
    let ids: string[] | undefined;
    while (state.phase !== 'done' && run.clock() < deadlineMs) {
      if (state.phase === 'due') await dueStep(run, state);
      else {
        ids ??= (await merchantIds()).sort();
        await merchantStep(run, state, ids);
      }
    }
  };
}

/** The next page of the merchant's transactions, or its totals when all its pages are read. */
async function merchantStep(run: AuditRun, state: AuditState, merchantIds: readonly string[]): Promise<void> {
  const nextId = merchantIds.find((id) => id > state.lastMerchantId);
  const position = state.position ?? (nextId === undefined ? null : startOf(nextId));
  if (position === null) {
    state.phase = 'due';
    return;
  }
  const source = SOURCES[position.source];
  state.position = source ? await scanTransactions(run, position, source) : await compareTotals(run, position);
  if (state.position === null) state.lastMerchantId = position.merchantId;
}

/** The next page of due entries, or the end of the audit; the test events have the last shard. */
async function dueStep(run: AuditRun, state: AuditState): Promise<void> {
  if (state.shard > TEST_SHARD) {
    await checkLists(run);
    state.phase = 'done';
    state.finishedAt = run.clock();
    return;
  }
  state.dueAfter = await scanDue(run, state.shard, state.dueAfter);
  if (state.dueAfter === null) state.shard += 1;
}

/** What the banks' lists have beyond the transactions. */
async function checkLists({ movements, day, tally, report }: AuditRun): Promise<void> {
  const { silent, lost } = await movements.finish(day, tally);
  for (const { transactionId, detail } of lost) report({ kind: 'movement', transactionId, merchantId: null, detail });
  // An account without a payment of the service may still have received money.
  if (silent.length > 0 && tally.byReason['no-list'] === undefined) addNotChecked(tally, 'no-list');
}
