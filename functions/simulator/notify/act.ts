import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { errorFields } from '../../runtime/logger.ts';
import { keepFurtherReceipt } from '../ifthenpay/orders.ts';
import { readCheckout } from '../payments/checkouts.ts';
import { furtherNotifications } from '../payments/manners.ts';
import { settle } from '../payments/settle.ts';
import { noticeOf, startNotice } from '../sibs/notification.ts';
import type { Table } from '../table.ts';
import { type Action, action as actionSchema, type SettleAction } from './actions.ts';
import { firstTelling, type TellDependencies, type Telling, tell } from './send-notification.ts';

export interface ActDependencies extends TellDependencies {
  table: Table;
}

/** Runs the queue's actions side by side and reports the failed ones, which the queue then brings again. */
export async function actOnBatch({ Records }: SQSEvent, dependencies: ActDependencies): Promise<SQSBatchResponse> {
  const outcomes = await Promise.allSettled(
    Records.map(async ({ body }) => act(actionSchema.parse(JSON.parse(body)), dependencies)),
  );
  return {
    batchItemFailures: Records.flatMap(({ messageId }, index) => {
      const outcome = outcomes[index];
      if (outcome?.status !== 'rejected') return [];
      dependencies.logger.warn('action failed, will come again', { messageId, ...errorFields(outcome.reason) });
      return [{ itemIdentifier: messageId }];
    }),
  };
}

/** Does what an action says. One that comes too late to change anything does nothing. */
export async function act(action: Action, dependencies: ActDependencies): Promise<void> {
  const nowMs = dependencies.clock();
  if (action.kind === 'settle') return end(action, nowMs, dependencies);
  const checkout = await readCheckout(dependencies.table, action.bankId);
  if (!checkout) return;
  if (action.kind === 'tell' && action.notice.operation === 'second-payment' && checkout.orderId !== undefined) {
    const { amountCents, occurredAtMs: atMs } = action.notice;
    await keepFurtherReceipt(dependencies.table, checkout, { id: action.id, amountCents, atMs });
  }
  const telling: Telling = action.kind === 'tell' ? action : firstTelling(action.id, startNotice(checkout), nowMs);
  await tell(checkout, telling, dependencies);
}

async function end(action: SettleAction, nowMs: number, dependencies: ActDependencies): Promise<void> {
  const settling = await settle(dependencies.table, action, nowMs);
  if (settling.kind !== 'settled') return;
  const { checkout } = settling;
  const truth = noticeOf(checkout, nowMs);
  const further = action.manner ? furtherNotifications(action.manner, action.id, truth, checkout) : [];
  // Scheduled first: should this end half way, the same action comes again and schedules the same ids.
  for (const { id, notice, afterS } of further) {
    const telling = firstTelling(id, notice, nowMs);
    if (afterS === 0) await tell(checkout, telling, dependencies);
    else await dependencies.schedule({ kind: 'tell', bankId: checkout.bankId, ...telling }, afterS);
  }
  if (action.manner === 'not-told') return;
  await tell(checkout, firstTelling(action.id, truth, nowMs), dependencies);
}
