import * as z from 'zod/mini';
import { amountOf } from '../payments/amount.ts';
import { transaction } from '../payments/transaction.ts';
import type { Attributes } from '../runtime/attributes.ts';
import { isoTime } from '../runtime/clock.ts';
import { parseItem } from '../runtime/parse-item.ts';
import { EVENT_OF_STATUS, type EventKind, isTestEvent, TEST_EVENT } from './event-kind.ts';

/** The part of a main item that webhooks read: the payload's facts and the deliveries. Other attributes are ignored. */
const eventRecord = z.pick(transaction, {
  transactionId: true,
  merchantId: true,
  externalOrderId: true,
  amountCents: true,
  status: true,
  settlements: true,
});
export type EventRecord = z.infer<typeof eventRecord>;
export type EventSettlement = EventRecord['settlements'][number];

/**
 * Reads a main item or a stream record's image of one; throws on what is neither. A test event's item names its
 * merchant in `ofMerchant`, because `merchantId` would enter it into the indexes of transactions (decision D11).
 */
export function eventRecordOf(item: object): EventRecord {
  const { ofMerchant, ...attributes } = item as Attributes;
  return parseItem(eventRecord, { ...(ofMerchant && { merchantId: ofMerchant }), ...attributes });
}

/** The kind of the event of a settlement (§6.1). Throws on a pending settlement of a payment: none is ever written. */
export function eventKind(record: Pick<EventRecord, 'transactionId'>, settlement: EventSettlement): EventKind {
  if (isTestEvent(record)) return TEST_EVENT;
  if (settlement.status === 'pending') throw new Error('event: a settlement cannot be pending');
  return EVENT_OF_STATUS[settlement.status];
}

/**
 * The bytes of the webhook's body as text (§6.3): event, timestamp, data. All seven keys of `data` are always there
 * (decision D21). A pure function of facts that never change after the settlement, so that every attempt and every
 * resend carries the same bytes.
 */
export function payloadOf(record: EventRecord, settlement: EventSettlement): string {
  return JSON.stringify(payload(record, settlement));
}

/** What is in a payload: code that writes one again must name all of it. */
export type Payload = ReturnType<typeof payload>;

function payload(record: EventRecord, settlement: EventSettlement) {
  return {
    event: eventKind(record, settlement),
    timestamp: isoTime(settlement.settledAt),
    data: {
      id: record.transactionId,
      externalOrderId: record.externalOrderId,
      amount: amountOf(record.amountCents),
      currency: 'EUR',
      paymentMethod: settlement.paymentMethod,
      status: settlement.status,
      paidAt: settlement.paidAt === null ? null : isoTime(settlement.paidAt),
    },
  };
}
