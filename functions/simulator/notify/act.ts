import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { errorFields } from '../../runtime/logger.ts';
import { readCheckout } from '../payments/checkouts.ts';
import { furtherNotifications } from '../payments/manners.ts';
import { settle } from '../payments/settle.ts';
import { notificationOf, startNotification } from '../sibs/notification.ts';
import { type Action, action as actionSchema, type SettleAction } from './actions.ts';
import {
  firstAttempt,
  type NotificationAttempt,
  type NotifyDependencies,
  protocolOf,
  sendNotification,
} from './send-notification.ts';

/** Runs the queue's actions in parallel. Reports the failed ones, which the queue delivers again. */
export async function actOnBatch({ Records }: SQSEvent, dependencies: NotifyDependencies): Promise<SQSBatchResponse> {
  const outcomes = await Promise.allSettled(
    Records.map(async ({ body }) => act(actionSchema.parse(JSON.parse(body)), dependencies)),
  );
  return {
    batchItemFailures: Records.flatMap(({ messageId }, index) => {
      const outcome = outcomes[index];
      if (outcome?.status !== 'rejected') return [];
      dependencies.logger.warn('action failed', { messageId, ...errorFields(outcome.reason) });
      return [{ itemIdentifier: messageId }];
    }),
  };
}

/** Runs an action. One that is too late does nothing. */
export async function act(action: Action, dependencies: NotifyDependencies): Promise<void> {
  const nowMs = dependencies.clock();
  if (action.kind === 'settle') return end(action, nowMs, dependencies);
  const checkout = await readCheckout(dependencies.table, action.bankId);
  if (!checkout) return;
  if (action.kind === 'tell' && action.notice.operation === 'second-payment') {
    const { amountCents, occurredAtMs: atMs } = action.notice;
    await protocolOf(checkout, dependencies).receive(dependencies.table, checkout, {
      id: action.id,
      amountCents,
      atMs,
    });
  }
  const attempt: NotificationAttempt =
    action.kind === 'tell' ? action : firstAttempt(action.id, startNotification(checkout), nowMs);
  await sendNotification(checkout, attempt, dependencies);
}

async function end(action: SettleAction, nowMs: number, dependencies: NotifyDependencies): Promise<void> {
  const settling = await settle(dependencies.table, action, nowMs);
  if (settling.kind !== 'settled') return;
  const { checkout } = settling;
  const current = notificationOf(checkout, nowMs);
  const further = action.manner ? furtherNotifications(action.manner, action.id, current, checkout) : [];
  // Scheduled first: after a crash the same action is retried and schedules the same ids.
  for (const { id, notice, afterS } of further) {
    const attempt = firstAttempt(id, notice, nowMs);
    if (afterS === 0) await sendNotification(checkout, attempt, dependencies);
    else await dependencies.schedule({ kind: 'tell', bankId: checkout.bankId, ...attempt }, afterS);
  }
  if (action.manner === 'not-notified') return;
  await sendNotification(checkout, firstAttempt(action.id, current, nowMs), dependencies);
}
