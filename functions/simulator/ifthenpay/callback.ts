import { MINUTE_MS } from '../../runtime/durations.ts';
import { errorFields } from '../../runtime/logger.ts';
import type { Notice } from '../payments/actions.ts';
import type { Checkout } from '../payments/checkout.ts';
import type { NotifyOutcome, Protocol } from '../payments/protocol.ts';
import { storeReceipt } from './orders.ts';
import { type Registration, readRegistration } from './registration-item.ts';
import { euros, FEE_CENTS, METHOD_NAMES, wallText } from './wire.ts';

const ANSWER_WITHIN_MS = 10_000;

/** ifthenpay calls back money only: no start, no refusal, no expiry. */
export const IFTHENPAY_PROTOCOL: Protocol = {
  async notify(checkout, { id, notice }, { table, logger }) {
    if (notice.paymentStatus !== 'Success') return { kind: 'not-notified' };
    const { amountCents, occurredAtMs: atMs } = notice;
    if (notice.operation === 'second-payment') await storeReceipt(table, checkout, { id, amountCents, atMs });
    const { account, method = '', bankId } = checkout;
    const registration = await readRegistration(table, account, method);
    if (registration) return callBack(filledTemplate(registration, { checkout, notice }));
    logger.warn('callback not sent', { account, method, bankId, detail: 'no callback URL is registered' });
    return { kind: 'not-notified' };
  },
  // Observed: eight retries after five minutes, then hourly, 13 in all.
  pauseMs: (failures) => (failures >= 13 ? undefined : (failures <= 8 ? 5 : 60) * MINUTE_MS),
};

/** The payment, or its return, that a callback reports. */
interface Called {
  checkout: Checkout;
  notice: Notice;
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

function keyOf(_: Called, { apKey }: Registration): string {
  return apKey;
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
function statusOf({ notice: { operation } }: Called): string {
  return operation === 'refund' ? 'DEVOLVIDO' : 'PAGO';
}
function entityOf({ checkout }: Called): string {
  return checkout.entity ?? METHOD_NAMES.MBWAY;
}
/** Of a push the order id, as in the list of payments. */
function referenceOf({ checkout }: Called): string {
  return checkout.reference ?? checkout.orderId ?? '';
}

/** The registered URL with its placeholders replaced. All other text stays. */
function filledTemplate(registration: Registration, called: Called): string {
  return registration.template.replaceAll(/\[(\w+)\]/g, (placeholder, name: string) =>
    Object.hasOwn(PLACEHOLDERS, name)
      ? encodeURIComponent(PLACEHOLDERS[name]?.(called, registration) ?? '')
      : placeholder,
  );
}

/**
 * Calls the merchant's URL. Only 200 acknowledges; the body is not read. The URL contains a key and must not be
 * logged.
 */
async function callBack(url: string): Promise<NotifyOutcome> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    await response.body?.cancel();
    if (response.status === 200) return { kind: 'acknowledged' };
    return { kind: 'refused', detail: `status ${response.status}` };
  } catch (error) {
    return { kind: 'refused', detail: `no answer: ${errorFields(error).errorName}` };
  }
}
