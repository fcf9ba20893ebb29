import type { Clock } from '../../runtime/clock.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import type { Table } from '../table.ts';
import { type SendAction, secondsUntil } from './schedule.ts';
import { claim, type DueKey, deleteClaimed, dueKeys } from './waiting-item.ts';

export interface DueDependencies {
  table: Table;
  send: SendAction;
  clock: Clock;
  logger: Logger;
}

/** Less than a minute, so that the next run retries an action that this one claimed and did not queue. */
const CLAIMED_FOR_MS = 50_000;

/** Actions of one run; the next run processes the rest. */
const MAX_ACTIONS = 500;
const CONCURRENCY = 10;

/**
 * Runs each minute: queues stored actions that are due soon, each with its remaining delay. An action is claimed by a
 * conditional write, sent, and then deleted, so that one of two parallel runs sends it. After a crash before the send
 * the next run sends it. After a crash behind the send it is sent twice, and its id makes the repeat harmless.
 */
export async function queueDueActions(dependencies: DueDependencies): Promise<void> {
  const due = await dueKeys(dependencies.table, dependencies.clock(), MAX_ACTIONS);
  for (let start = 0; start < due.length; start += CONCURRENCY) {
    await Promise.all(due.slice(start, start + CONCURRENCY).map((each) => queueAction(each, dependencies)));
  }
  if (due.length > 0) dependencies.logger.info('actions queued', { found: due.length });
}

async function queueAction(due: DueKey, { table, send, clock, logger }: DueDependencies): Promise<void> {
  const nowMs = clock();
  try {
    const claimed = await claim(table, due, nowMs + CLAIMED_FOR_MS);
    if (!claimed) return;
    await send(claimed.action, secondsUntil(claimed.atMs, nowMs));
    await deleteClaimed(table, { key: due.key, dueAtMs: claimed.dueAtMs });
  } catch (error) {
    logger.warn('action not queued', errorFields(error));
  }
}
