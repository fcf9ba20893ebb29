import { errorFields } from '../../runtime/logger.ts';
import type { NotificationContent } from '../notify/notification-kind.ts';
import type { NotifyOutcome } from '../notify/notify.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import type { IfthenpayAccount } from './accounts.ts';
import { euros, wallText } from './wire.ts';

const ANSWER_WITHIN_MS = 10_000;
const MINUTE_MS = 60_000;

/**
 * ifthenpay calls back payments only: no start, no refusal, no expiry. A partial payment is a payment of its amount.
 */
export function isCalledBack({ paymentStatus }: Pick<NotificationContent, 'paymentStatus'>): boolean {
  return paymentStatus === 'Success' || paymentStatus === 'Partial';
}

/** The callback URL of the account's template, with its placeholders filled in, and the fields of a reference. */
export function callbackUrl(
  baseUrl: string,
  account: IfthenpayAccount,
  checkout: Checkout,
  notice: NotificationContent,
): string {
  const query = new URLSearchParams({
    key: notice.forged ? `${account.antiPhishingKey.slice(0, -1)}#` : account.antiPhishingKey,
    orderId: checkout.orderId ?? '',
    amount: euros(notice.amountCents),
    requestId: checkout.bankId,
    payment_datetime: wallText(notice.occurredAtMs),
    ...(checkout.reference && { entity: checkout.entity ?? '', reference: checkout.reference }),
    // ifthenpay has one status for refunds and annulments.
    ...((notice.operation === 'refund' || notice.operation === 'annulment') && { status: 'DEVOLVIDO' }),
  });
  return `${baseUrl}/${account.name}/notifications?${query}`;
}

/**
 * Calls the merchant's URL. Only 200 acknowledges; the body is not read. The URL contains a key and must not be
 * logged.
 */
export async function callBack(url: string): Promise<NotifyOutcome> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    await response.body?.cancel();
    if (response.status === 200) return { kind: 'acknowledged' };
    return { kind: 'refused', detail: `status ${response.status}` };
  } catch (error) {
    return { kind: 'refused', detail: `no answer: ${errorFields(error).errorName}` };
  }
}

/**
 * When a callback is retried; null when it is given up. Observed: eight retries after five minutes, then hourly, 13 in
 * all.
 */
export function nextCallbackMs(failures: number, nowMs: number): number | null {
  if (failures >= 13) return null;
  return nowMs + (failures <= 8 ? 5 * MINUTE_MS : 60 * MINUTE_MS);
}
