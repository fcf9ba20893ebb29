import { newTransactionId } from '../../functions/payments/ids.ts';
import type { Attribute } from '../../functions/runtime/attributes.ts';

/** Movements of money as items of the table, by the fields that a test is about. */
export interface MovementFields {
  merchantId: string;
  atMs: number;
  cents: number | null;
  transactionId?: string;
  method?: 'MBWAY' | 'REFERENCE' | null;
  bankAccount?: string;
  recordedAtMs?: number;
}

/** A field that is undefined is left out. */
type Item = Record<string, Attribute | undefined>;

/** A paid transaction whose payment it is. */
export function paymentItem(fields: MovementFields, more: Item = {}): Record<string, Attribute> {
  const { merchantId, atMs, cents, transactionId = newTransactionId(), method = 'MBWAY' } = fields;
  const settledAt = fields.recordedAtMs ?? atMs;
  const delivery = { state: 'delivered', resends: 0, done: 1, attempts: [] };
  const start = { method: method ?? 'MBWAY', bankId: `bank-${transactionId}`, state: 'ended', startedAt: 0, endsAt: 1 };
  return written({
    ...{ transactionId, item: 'main', merchantId, externalOrderId: `order of ${transactionId}`, status: 'paid' },
    ...{ amountCents: 1_000, receivedCents: cents, paidAt: atMs, paymentMethod: method, createdAt: atMs - 60_000 },
    ...{ bankAccount: fields.bankAccount ?? 'main', attempts: [start], paidBy: 0, settledAt },
    settlements: [
      { eventId: `evt_${transactionId}`, status: 'paid', settledAt, paymentMethod: method, paidAt: atMs, delivery },
    ],
    ...more,
  });
}

/** Other money received: a second payment, or with `foreign_` in its id a payment of no transaction. */
export function otherMoneyItem(fields: MovementFields, more: Item = {}): Record<string, Attribute> {
  const { merchantId, atMs, cents, transactionId = newTransactionId(), method = 'MBWAY' } = fields;
  return written({
    ...{ transactionId, item: `exception#money#bank-2#${cents}#1`, kind: 'paid-twice', merchantId, noticeId: null },
    ...{ bankAccount: fields.bankAccount ?? 'main', bankId: 'bank-2', expectedCents: 1_000, receivedCents: cents },
    ...{ paymentMethod: method, bankTime: atMs, paidAt: atMs, openedAt: fields.recordedAtMs ?? atMs, state: 'open' },
    ...more,
  });
}

/** Money returned. */
export function refundItem(fields: MovementFields, more: Item = {}): Record<string, Attribute> {
  const { merchantId, atMs, cents, transactionId = newTransactionId(), method = 'MBWAY' } = fields;
  const refundId = `R-${atMs}`;
  return written({
    ...{ transactionId, item: `refund#${refundId}`, refundId, kind: 'refund', type: 'RFND', merchantId },
    ...{ returnedCents: cents, bankAccount: fields.bankAccount ?? 'main', originalBankId: null, noticeId: 'N-1' },
    ...{ returnedAt: atMs, paidAt: atMs, paymentMethod: method, recordedAt: fields.recordedAtMs ?? atMs },
    ...more,
  });
}

function written(item: Item): Record<string, Attribute> {
  const fields = Object.entries(item).filter((field): field is [string, Attribute] => field[1] !== undefined);
  return Object.fromEntries(fields);
}
