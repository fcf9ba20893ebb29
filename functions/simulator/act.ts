import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Clock } from '../runtime/clock.ts';
import { errorFields, type Logger } from '../runtime/logger.ts';
import type { Accounts } from './accounts.ts';
import { type Action, action as actionSchema } from './actions.ts';
import type { Checkout } from './checkout-item.ts';
import { readCheckout } from './checkouts.ts';
import { notificationText } from './notification.ts';
import { notify } from './notify.ts';
import type { Settings } from './settings.ts';
import { settle } from './settle.ts';
import type { Table } from './table.ts';

export interface ActDependencies {
  table: Table;
  accounts: Accounts;
  settings: () => Promise<Settings>;
  clock: Clock;
  logger: Logger;
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

/**
 * Does what an action says and notifies the merchant. An action that comes too late to change anything does nothing.
 * Throws when the notification is not acknowledged. The retry is then the queue's visibility time-out, the same for each
 * try; SIBS's own tiers (every 5 minutes, then hours, for two months) would be a message of a count and a growing delay,
 * sent here instead of throwing.
 */
export async function act(action: Action, dependencies: ActDependencies): Promise<void> {
  const { table, accounts, settings, clock, logger } = dependencies;
  const checkout = await affected(action, table, clock);
  if (!checkout) return;
  const account = (await accounts()).find(({ name }) => name === checkout.account);
  if (!account) throw new Error(`no bank account ${checkout.account}`);
  const plainText = notificationText(checkout, action.kind === 'settle' ? 'settled' : 'issued', action.id);
  const { notificationBaseUrl } = await settings();
  const outcome = await notify(notificationBaseUrl, account, { id: action.id, plainText });
  if (outcome.kind === 'refused') throw new Error(`notification ${action.id} not acknowledged: ${outcome.detail}`);
  logger.info('notified', { bankId: checkout.bankId, kind: action.kind, status: checkout.paymentStatus });
}

/** The checkout to tell about, or undefined when the action came to nothing. */
async function affected(action: Action, table: Table, clock: Clock): Promise<Checkout | undefined> {
  if (action.kind === 'issued') return readCheckout(table, action.bankId);
  const settling = await settle(table, action, clock());
  return settling.kind === 'settled' ? settling.checkout : undefined;
}
