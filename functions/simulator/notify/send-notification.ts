import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Account, Accounts } from '../accounts.ts';
import { callBack, filledTemplate, isCalledBack, nextCallbackMs } from '../ifthenpay/callback.ts';
import { readOpenPoints } from '../ifthenpay/open-points.ts';
import { readRegistration } from '../ifthenpay/registration-item.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import type { Settings } from '../settings.ts';
import { notificationText } from '../sibs/notification.ts';
import type { Table } from '../table.ts';
import type { NotifyAction, Schedule } from './actions.ts';
import type { NotificationContent } from './notification-kind.ts';
import { nextTryMs } from './notification-schedule.ts';
import { type NotifyOutcome, notify } from './notify.ts';
import { secondsUntil } from './schedule.ts';

export interface NotifyDependencies {
  table: Table;
  accounts: Accounts;
  settings: () => Promise<Settings>;
  schedule: Schedule;
  clock: Clock;
  logger: Logger;
}

/** A notification with its failed attempts. */
export type NotificationAttempt = Omit<NotifyAction, 'kind' | 'bankId'>;

export function firstAttempt(id: string, notice: NotificationContent, nowMs: number): NotificationAttempt {
  return { id, notice, failures: 0, firstAtMs: nowMs };
}

/** Sends a notification. Schedules a retry when it is not acknowledged, except for a forged one. */
export async function sendNotification(
  checkout: Checkout,
  attempt: NotificationAttempt,
  dependencies: NotifyDependencies,
): Promise<void> {
  const { clock, logger } = dependencies;
  const { notice } = attempt;
  const outcome = await send(checkout, attempt, dependencies);
  if (outcome === 'not-notified') return;
  const about = { bankId: checkout.bankId, operation: notice.operation, status: notice.paymentStatus };
  if (outcome === 'not-registered') {
    const { account, method } = checkout;
    return logger.warn('callback not sent', { ...about, account, method, detail: 'no callback URL is registered' });
  }
  if (outcome.kind === 'acknowledged') return logger.info('notification acknowledged', about);
  if (notice.forged) return logger.info('forged notification refused', { ...about, detail: outcome.detail });
  const failures = attempt.failures + 1;
  const retryAtMs =
    checkout.orderId === undefined
      ? nextTryMs(failures, attempt.firstAtMs, clock())
      : nextCallbackMs(failures, clock());
  logger.warn('notification not acknowledged', {
    ...about,
    failures,
    detail: outcome.detail,
    willRetry: retryAtMs !== null,
  });
  if (retryAtMs === null) return;
  const retry: NotifyAction = { kind: 'tell', bankId: checkout.bankId, ...attempt, failures };
  await dependencies.schedule(retry, secondsUntil(retryAtMs, clock()));
}

/**
 * Sends by the provider's protocol; `not-notified` when the provider does not report this status, `not-registered`
 * when it has no URL for it.
 */
async function send(
  checkout: Checkout,
  { id, notice }: NotificationAttempt,
  dependencies: NotifyDependencies,
): Promise<NotifyOutcome | 'not-notified' | 'not-registered'> {
  if (checkout.orderId !== undefined) {
    if (!isCalledBack(notice)) return 'not-notified';
    const registration = await readRegistration(dependencies.table, checkout.account, checkout.method ?? '');
    if (!registration) return 'not-registered';
    const { unfilled } = await readOpenPoints(dependencies.table);
    return callBack(filledTemplate(registration, { checkout, notice }, unfilled));
  }
  const { notificationBaseUrl } = await dependencies.settings();
  const account = await accountOf(checkout, dependencies);
  const plainText = notificationText(checkout, notice, id);
  return notify(notificationBaseUrl, account, { id, plainText, forged: notice.forged === true });
}

async function accountOf({ account }: Checkout, { accounts }: NotifyDependencies): Promise<Account> {
  const found = (await accounts()).find(({ name }) => name === account);
  if (!found) throw new Error(`no bank account ${account}`);
  return found;
}
