import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { errorFields } from '../../runtime/logger.ts';
import type { Provider } from '../accounts.ts';
import { IFTHENPAY_PROTOCOL } from '../ifthenpay/callback.ts';
import { SIBS_PROTOCOL } from '../sibs/notify.ts';
import type { Simulation } from '../simulation.ts';
import {
  type Action,
  action as actionSchema,
  firstNotification,
  type NotifyAction,
  noticeOf,
  type SettleAction,
} from './actions.ts';
import { type Checkout, readCheckout } from './checkout.ts';
import type { Protocol } from './protocol.ts';
import { settle } from './settle.ts';

const PROTOCOLS: Record<Provider, Protocol> = { sibs: SIBS_PROTOCOL, ifthenpay: IFTHENPAY_PROTOCOL };

/** Runs the queue's actions in parallel. Reports the failed ones, which the queue delivers again. */
export async function actOnBatch({ Records }: SQSEvent, simulation: Simulation): Promise<SQSBatchResponse> {
  const outcomes = await Promise.allSettled(
    Records.map(async ({ body }) => act(actionSchema.parse(JSON.parse(body)), simulation)),
  );
  return {
    batchItemFailures: Records.flatMap(({ messageId }, index) => {
      const outcome = outcomes[index];
      if (outcome?.status !== 'rejected') return [];
      simulation.logger.warn('action failed', { messageId, ...errorFields(outcome.reason) });
      return [{ itemIdentifier: messageId }];
    }),
  };
}

/** Runs an action, or sends it on while it is not due. One that is too late does nothing. */
export async function act(action: Action, simulation: Simulation): Promise<void> {
  const { table, clock, schedule } = simulation;
  if (clock() < action.atMs) return schedule(action);
  if (action.kind === 'settle') return settleAndNotify(action, simulation);
  const checkout = await readCheckout(table, action.bankId);
  if (checkout) await notify(checkout, action, simulation);
}

async function settleAndNotify(action: SettleAction, simulation: Simulation): Promise<void> {
  const nowMs = simulation.clock();
  const checkout = await settle(simulation.table, action, nowMs);
  if (!checkout) return;
  await notify(checkout, firstNotification(action, noticeOf(checkout, nowMs), nowMs), simulation);
}

/** Sends a notification. Schedules a retry when it is not acknowledged. */
async function notify(checkout: Checkout, action: NotifyAction, simulation: Simulation): Promise<void> {
  const { accounts, clock, logger, schedule } = simulation;
  const { bankId, account, method } = checkout;
  const { operation, paymentStatus: status } = action.notice;
  const protocol = PROTOCOLS[accounts.providerOf(account)];
  const outcome = await protocol.notify(checkout, action, simulation);
  const about = { bankId, account, method, operation, status };
  if (outcome.kind === 'not-notified') return;
  if (outcome.kind === 'acknowledged') return logger.info('notification acknowledged', about);
  const failures = action.failures + 1;
  const pauseMs = protocol.pauseMs(failures);
  const { detail } = outcome;
  logger.warn('notification not acknowledged', { ...about, failures, detail, willRetry: pauseMs !== undefined });
  if (pauseMs !== undefined) await schedule({ ...action, failures, atMs: clock() + pauseMs });
}
