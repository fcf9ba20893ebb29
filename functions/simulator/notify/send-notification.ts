import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Account, Accounts, Provider } from '../accounts.ts';
import { callBack, filledTemplate, isCalledBack, nextCallbackMs } from '../ifthenpay/callback.ts';
import { readOpenPoints } from '../ifthenpay/open-points.ts';
import { storeReceipt } from '../ifthenpay/orders.ts';
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
  /** Of an account, by its name. */
  providerOf: (account: string) => Provider;
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
  const protocol = protocolOf(checkout, dependencies);
  const outcome = await protocol.send(checkout, attempt, dependencies);
  if (outcome === 'not-notified') return;
  const about = { bankId: checkout.bankId, operation: notice.operation, status: notice.paymentStatus };
  if (outcome === 'not-registered') {
    const { account, method } = checkout;
    return logger.warn('callback not sent', { ...about, account, method, detail: 'no callback URL is registered' });
  }
  if (outcome.kind === 'acknowledged') return logger.info('notification acknowledged', about);
  if (notice.forged) return logger.info('forged notification refused', { ...about, detail: outcome.detail });
  const failures = attempt.failures + 1;
  const retryAtMs = protocol.nextTryMs(failures, attempt.firstAtMs, clock());
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

/** How a provider reports a payment. */
interface Protocol {
  /** Stores a further receipt of a paid payment where the provider lists receipts. */
  receive: typeof storeReceipt;
  /** `not-notified`: the provider does not report this status. `not-registered`: it has no URL for it. */
  send(
    checkout: Checkout,
    attempt: NotificationAttempt,
    dependencies: NotifyDependencies,
  ): Promise<NotifyOutcome | 'not-notified' | 'not-registered'>;
  /** When it tries again after so many failures; null when it gives up. */
  nextTryMs(failures: number, firstAtMs: number, nowMs: number): number | null;
}

const PROTOCOLS: Record<Provider, Protocol> = {
  sibs: {
    receive: async () => undefined,
    async send(checkout, { id, notice }, dependencies) {
      const { notificationBaseUrl } = await dependencies.settings();
      const account = await accountOf(checkout, dependencies);
      const plainText = notificationText(checkout, notice, id);
      return notify(notificationBaseUrl, account, { id, plainText, forged: notice.forged === true });
    },
    nextTryMs,
  },
  ifthenpay: {
    receive: storeReceipt,
    async send(checkout, { notice }, { table }) {
      if (!isCalledBack(notice)) return 'not-notified';
      const registration = await readRegistration(table, checkout.account, checkout.method ?? '');
      if (!registration) return 'not-registered';
      const { unfilled } = await readOpenPoints(table);
      return callBack(filledTemplate(registration, { checkout, notice }, unfilled));
    },
    nextTryMs: (failures, _, nowMs) => nextCallbackMs(failures, nowMs),
  },
};

export function protocolOf({ account }: Checkout, { providerOf }: Pick<NotifyDependencies, 'providerOf'>): Protocol {
  return PROTOCOLS[providerOf(account)];
}

async function accountOf({ account }: Checkout, { accounts }: NotifyDependencies): Promise<Account> {
  const found = (await accounts()).find(({ name }) => name === account);
  if (!found) throw new Error(`no bank account ${account}`);
  return found;
}
