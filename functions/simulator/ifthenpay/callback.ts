import { errorFields } from '../../runtime/logger.ts';
import type { Notice } from '../notify/notification-kind.ts';
import type { NotifyOutcome } from '../notify/notify.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import type { IfthenpayAccount } from './accounts.ts';
import { euros, wallText } from './wire.ts';

const ANSWER_WITHIN_MS = 10_000;
const MINUTE_MS = 60_000;

/** Only money is called back: no start, no refusal, no end. A part has no word of its own: it is a payment of that sum. */
export function isCalledBack({ paymentStatus }: Pick<Notice, 'paymentStatus'>): boolean {
  return paymentStatus === 'Success' || paymentStatus === 'Partial';
}

/** The callback as the account's template has it, with the brackets filled in; the reference's own fields are an addition. */
export function callbackUrl(baseUrl: string, account: IfthenpayAccount, checkout: Checkout, notice: Notice): string {
  const query = new URLSearchParams({
    key: notice.forged ? `${account.antiPhishingKey.slice(0, -1)}#` : account.antiPhishingKey,
    orderId: checkout.orderId ?? '',
    amount: euros(notice.amountCents),
    requestId: checkout.bankId,
    payment_datetime: wallText(notice.occurredAtMs),
    ...(checkout.reference && { entity: checkout.entity ?? '', reference: checkout.reference }),
    // One word for all money that goes back.
    ...((notice.operation === 'refund' || notice.operation === 'annulment') && { status: 'DEVOLVIDO' }),
  });
  return `${baseUrl}/${account.name}/notifications?${query}`;
}

/** Calls the merchant's URL. Any answer but 200 counts as none; the body is not read. The URL holds a key: never to be logged. */
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

/** After how many failures a callback comes again at which pause; an open integration has seen eight of five minutes, then hours, 13 in all. */
export function nextCallbackMs(failures: number, nowMs: number): number | null {
  if (failures >= 13) return null;
  return nowMs + (failures <= 8 ? 5 * MINUTE_MS : 60 * MINUTE_MS);
}
