import { isoTime } from '../../runtime/clock.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import { TEST_SHARD } from '../../webhooks/event-kind.ts';
import { type AuditRun, MAX_CONCURRENT_READS } from './run.ts';
import { isOfDay } from './sources.ts';
import type { StartKey } from './state.ts';
import { confirmedFaults, readStored } from './stored.ts';
import { isUnattended, transactionFaults } from './transaction-rules.ts';

/**
 * Checks the next page of the due transactions of a shard, or of the due test events. Returns where the next begins.
 */
export async function scanDue(run: AuditRun, shard: number, after: StartKey | null): Promise<StartKey | null> {
  const page = await run.table.due(shard, run.clock(), after);
  run.tally.due += page.found.length;
  await sideBySide(page.found, MAX_CONCURRENT_READS, (entry) => checkDue(run, entry, shard === TEST_SHARD));
  return page.after;
}

async function checkDue(
  { table, clock, day, report }: AuditRun,
  { transactionId, dueAt }: { transactionId: string; dueAt: number },
  isTestEvent: boolean,
): Promise<void> {
  const read = isTestEvent ? undefined : await readStored(table, transactionId);
  const stored = read === 'unreadable' ? undefined : read;
  const merchantId = stored?.transaction.merchantId ?? null;
  if (isUnattended(dueAt, clock())) {
    const now = await table.dueAt(transactionId);
    const detail = isUnattended(now, clock()) && `due since ${isoTime(now)}`;
    if (detail) report({ kind: 'due-unattended', transactionId, merchantId, detail });
  }
  // A transaction of the day was checked with its merchant.
  if (!stored || isOfDay(stored.transaction, day)) return;
  const faults = await confirmedFaults(table, stored, (each) => transactionFaults(each, clock()));
  for (const fault of faults) report({ ...fault, transactionId, merchantId });
}
