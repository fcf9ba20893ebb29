import type { Delivery, Settlement } from '../../functions/payments/transaction.ts';
import type { EventRecord } from '../../functions/webhooks/event.ts';

export const SETTLED_AT = Date.UTC(2026, 10, 19, 12, 30, 15, 250);

export function deliveryWith(fields: Partial<Delivery> = {}): Delivery {
  return { state: 'pending', resends: 0, done: 0, attempts: [], ...fields };
}

/** A payment's event that was not sent yet. */
export function settlementWith(fields: Partial<Settlement> = {}): Settlement {
  return {
    eventId: 'evt_1',
    status: 'paid',
    settledAt: SETTLED_AT,
    paymentMethod: 'MBWAY',
    paidAt: SETTLED_AT - 1_250,
    delivery: deliveryWith(),
    ...fields,
  };
}

export function recordWith(fields: Partial<EventRecord> = {}): EventRecord {
  return {
    transactionId: 'tx_1',
    merchantId: 'mer_1',
    externalOrderId: 'ORDER-1',
    amountCents: 1_099,
    status: 'paid',
    settlements: [settlementWith()],
    ...fields,
  };
}
