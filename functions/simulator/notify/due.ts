import type { Clock } from '../../runtime/clock.ts';
import { errorFields, type Logger } from '../../runtime/logger.ts';
import type { Table } from '../table.ts';
import { type SendAction, secondsUntil } from './schedule.ts';
import { claim, type DueKey, dueKeys, takeOut } from './waiting-item.ts';

export interface DueDependencies {
  table: Table;
  send: SendAction;
  clock: Clock;
  logger: Logger;
}

/** Less than a minute, so that the next run finds what this one has claimed and not handed over. */
const CLAIMED_FOR_MS = 50_000;

/** Of one run; what is left is found by the next. */
const MOST = 500;
const SIDE_BY_SIDE = 10;

/**
 * Each minute: hands waiting actions whose time is near to the queue, each with the seconds that are left. Claimed by a
 * conditional write, sent, then taken out: of two runs at once one sends; a crash before the send is mended by the next
 * run, one after it sends the same action twice, which its id makes harmless.
 */
export async function handOverDue(dependencies: DueDependencies): Promise<void> {
  const due = await dueKeys(dependencies.table, dependencies.clock(), MOST);
  for (let start = 0; start < due.length; start += SIDE_BY_SIDE) {
    await Promise.all(due.slice(start, start + SIDE_BY_SIDE).map((each) => handOver(each, dependencies)));
  }
  if (due.length > 0) dependencies.logger.info('actions handed over', { found: due.length });
}

async function handOver(due: DueKey, { table, send, clock, logger }: DueDependencies): Promise<void> {
  const nowMs = clock();
  try {
    const claimed = await claim(table, due, nowMs + CLAIMED_FOR_MS);
    if (!claimed) return;
    await send(claimed.action, secondsUntil(claimed.atMs, nowMs));
    await takeOut(table, { key: due.key, dueAtMs: claimed.dueAtMs });
  } catch (error) {
    logger.warn('hand-over failed, is retried by the next run', errorFields(error));
  }
}
