import { amountOf } from '../../../functions/payments/amount.ts';
import { isoTime } from '../../../functions/runtime/clock.ts';
import type { FoundDelivery, FoundPage } from '../../../functions/webhooks/resend/found-delivery.ts';

/** A delivery as the commands print it in JSON: amounts in EUR, times in ISO 8601. */
export function deliveryJson({ amountCents, settledAt, ...delivery }: FoundDelivery) {
  return { ...delivery, amount: amountOf(amountCents), settledAt: isoTime(settledAt) };
}

export function deliveryLine(delivery: FoundDelivery): string {
  const { transactionId, merchantId, externalOrderId, settledAt, event, state, done, outcome, statusCode } = delivery;
  const amount = amountOf(delivery.amountCents).toFixed(2).padStart(9);
  const ended = outcome === null ? '' : `, ${outcome}${statusCode === null ? '' : ` ${statusCode}`}`;
  const attempts = `${done} ${done === 1 ? 'attempt' : 'attempts'}${ended}`;
  return [
    isoTime(settledAt),
    state.padEnd(13),
    event.padEnd(17),
    `${amount} EUR`,
    transactionId,
    merchantId,
    externalOrderId,
    attempts,
  ].join('  ');
}

/** `3 deliveries, 31.50 EUR` */
export function countAndEuros({ count, euros }: { count: number; euros: number }): string {
  return `${count} ${count === 1 ? 'delivery' : 'deliveries'}, ${euros.toFixed(2)} EUR`;
}

export function eurosOf(deliveries: readonly FoundDelivery[]): number {
  return amountOf(deliveries.reduce((sum, { amountCents }) => sum + amountCents, 0));
}

/** How far a list has scanned, and how to continue; empty when it is complete. */
export function moreLine({ cursor, scannedThroughMs }: Pick<FoundPage, 'cursor' | 'scannedThroughMs'>): string {
  return cursor === null ? '' : `scanned up to ${isoTime(scannedThroughMs ?? 0)}; continue with --cursor ${cursor}\n`;
}
