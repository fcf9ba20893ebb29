import type { Clock } from '../../runtime/clock.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Account, Accounts } from '../accounts.ts';
import type { IfthenpayAccounts } from '../ifthenpay/accounts.ts';
import { callBack, callbackUrl, isCalledBack, nextCallbackMs } from '../ifthenpay/callback.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import type { Settings } from '../settings.ts';
import { notificationText } from '../sibs/notification.ts';
import type { Schedule, TellAction } from './actions.ts';
import type { Notice } from './notification-kind.ts';
import { nextTryMs } from './notification-schedule.ts';
import { type NotifyOutcome, notify } from './notify.ts';
import { secondsUntil } from './schedule.ts';

export interface TellDependencies {
  accounts: Accounts;
  /** Of the simulated ifthenpay; none where a stage has none. */
  ifthenpayAccounts?: IfthenpayAccounts;
  settings: () => Promise<Settings>;
  schedule: Schedule;
  clock: Clock;
  logger: Logger;
}

/** A notification and the tries it has behind it. */
export type Telling = Omit<TellAction, 'kind' | 'bankId'>;

export function firstTelling(id: string, notice: Notice, nowMs: number): Telling {
  return { id, notice, failures: 0, firstAtMs: nowMs };
}

/** Sends a notification. One that is not acknowledged comes again on the provider's tiers; a forged one does not. */
export async function tell(checkout: Checkout, telling: Telling, dependencies: TellDependencies): Promise<void> {
  const { clock, logger } = dependencies;
  const { notice } = telling;
  const outcome = await send(checkout, telling, dependencies);
  if (outcome === 'not-notified') return;
  const about = { bankId: checkout.bankId, operation: notice.operation, status: notice.paymentStatus };
  if (outcome.kind === 'acknowledged') return logger.info('notified', about);
  if (notice.forged) return logger.info('a forged notification was refused', { ...about, detail: outcome.detail });
  const failures = telling.failures + 1;
  const againAtMs =
    checkout.orderId === undefined
      ? nextTryMs(failures, telling.firstAtMs, clock())
      : nextCallbackMs(failures, clock());
  logger.warn('notification not acknowledged', {
    ...about,
    failures,
    detail: outcome.detail,
    comesAgain: againAtMs !== null,
  });
  if (againAtMs === null) return;
  const again: TellAction = { kind: 'tell', bankId: checkout.bankId, ...telling, failures };
  await dependencies.schedule(again, secondsUntil(againAtMs, clock()));
}

/** By the provider's own protocol; `not-notified` is what its protocol does not report. */
async function send(
  checkout: Checkout,
  { id, notice }: Telling,
  dependencies: TellDependencies,
): Promise<NotifyOutcome | 'not-notified'> {
  const { notificationBaseUrl } = await dependencies.settings();
  if (checkout.orderId !== undefined) {
    if (!isCalledBack(notice)) return 'not-notified';
    const accounts = (await dependencies.ifthenpayAccounts?.()) ?? [];
    const account = accounts.find(({ name }) => name === checkout.account);
    if (!account) throw new Error(`no bank account ${checkout.account}`);
    return callBack(callbackUrl(notificationBaseUrl, account, checkout, notice));
  }
  const account = await accountOf(checkout, dependencies);
  const plainText = notificationText(checkout, notice, id);
  return notify(notificationBaseUrl, account, { id, plainText, forged: notice.forged === true });
}

async function accountOf({ account }: Checkout, { accounts }: TellDependencies): Promise<Account> {
  const found = (await accounts()).find(({ name }) => name === account);
  if (!found) throw new Error(`no bank account ${account}`);
  return found;
}
