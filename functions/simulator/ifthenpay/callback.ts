import { MINUTE_MS } from '../../runtime/durations.ts';
import { errorFields } from '../../runtime/logger.ts';
import type { NotificationContent } from '../notify/notification-kind.ts';
import type { NotifyOutcome } from '../notify/notify.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import type { Registration } from './registration-item.ts';
import { euros, FEE_CENTS, METHOD_NAMES, wallText } from './wire.ts';

const ANSWER_WITHIN_MS = 10_000;

/**
 * ifthenpay calls back payments only: no start, no refusal, no expiry. A partial payment is a payment of its amount.
 */
export function isCalledBack({ paymentStatus }: Pick<NotificationContent, 'paymentStatus'>): boolean {
  return paymentStatus === 'Success' || paymentStatus === 'Partial';
}

/** The payment, or its return, that a callback reports. */
export interface Called {
  checkout: Checkout;
  notice: NotificationContent;
}

/**
 * The placeholders that the callback guide and the official plugins use, in English and in Portuguese, `[entity]` also
 * in small letters. By the plugins PAGO and DEVOLVIDO are the two statuses of both names. Not published, and chosen
 * here: of a push the entity; the terminal; the names of the methods.
 */
const PLACEHOLDERS: Record<string, (called: Called, registration: Registration) => string> = {
  ANTI_PHISHING_KEY: keyOf,
  CHAVE_ANTI_PHISHING: keyOf,
  ORDER_ID: orderOf,
  ID: orderOf,
  AMOUNT: amountOf,
  VALOR: amountOf,
  REQUEST_ID: requestOf,
  ID_TRANSACAO: requestOf,
  PAYMENT_DATETIME: timeOf,
  DATA_HORA_PAGAMENTO: timeOf,
  STATUS: statusOf,
  ESTADO: statusOf,
  ENTITY: entityOf,
  entity: entityOf,
  ENTIDADE: entityOf,
  REFERENCE: referenceOf,
  REFERENCIA: referenceOf,
  FEE: () => euros(FEE_CENTS),
  TERMINAL: () => '',
  PAYMENT_METHOD: (_, { method }) => METHOD_NAMES[method],
};

function keyOf({ notice }: Called, { apKey }: Registration): string {
  return notice.forged ? `${apKey.slice(0, -1)}#` : apKey;
}
function orderOf({ checkout }: Called): string {
  return checkout.orderId ?? '';
}
function amountOf({ notice }: Called): string {
  return euros(notice.amountCents);
}
function requestOf({ checkout }: Called): string {
  return checkout.bankId;
}
function timeOf({ notice }: Called): string {
  return wallText(notice.occurredAtMs);
}
/** ifthenpay has one status for refunds and annulments. */
function statusOf({ notice: { operation } }: Called): string {
  return operation === 'refund' || operation === 'annulment' ? 'DEVOLVIDO' : 'PAGO';
}
function entityOf({ checkout }: Called): string {
  return checkout.entity ?? METHOD_NAMES.MBWAY;
}
/** Of a push the order id, as in the list of payments. */
function referenceOf({ checkout }: Called): string {
  return checkout.reference ?? checkout.orderId ?? '';
}

/** The registered URL with its placeholders replaced, except those named in `unfilled`. All other text stays. */
export function filledTemplate(registration: Registration, called: Called, unfilled: readonly string[]): string {
  return registration.template.replaceAll(/\[(\w+)\]/g, (placeholder, name: string) =>
    Object.hasOwn(PLACEHOLDERS, name) && !unfilled.includes(name)
      ? encodeURIComponent(PLACEHOLDERS[name]?.(called, registration) ?? '')
      : placeholder,
  );
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
