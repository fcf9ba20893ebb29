import { MAIN_ITEM, TRANSACTIONS_TTL } from '../../payments/tables.ts';
import type { Settlement } from '../../payments/transaction.ts';
import type { Attribute } from '../../runtime/attributes.ts';
import { DAY_MS } from '../../runtime/durations.ts';
import { randomId } from '../../runtime/ids.ts';
import { TEST_KIND } from '../event-kind.ts';

/** How long a test event and what it was answered are stored. */
export const TEST_EVENT_DAYS = 7;

export const newTestId = () => randomId('test');

/**
 * The main item of a test event. `merchantId` is called `ofMerchant`, so that lists and totals do not contain it: it is
 * in no index. The sweep does not know it either: a test that got lost is sent again by its button. `expiresAt` is the
 * table's TTL attribute, in seconds.
 */
export function testEventItem(event: {
  transactionId: string;
  eventId: string;
  merchantId: string;
  nowMs: number;
  requestId?: string | undefined;
}) {
  const settlement: Settlement = {
    eventId: event.eventId,
    status: 'pending',
    settledAt: event.nowMs,
    paymentMethod: 'MBWAY',
    paidAt: null,
    ...(event.requestId !== undefined && { requestId: event.requestId }),
    delivery: { state: 'pending', resends: 0, done: 0, attempts: [] },
  };
  return {
    transactionId: event.transactionId,
    item: MAIN_ITEM,
    kind: TEST_KIND,
    ofMerchant: event.merchantId,
    externalOrderId: 'TEST-ORDER',
    amountCents: 100,
    status: 'pending',
    paymentMethod: 'MBWAY',
    settlements: [settlement],
    createdAt: event.nowMs,
    [TRANSACTIONS_TTL]: Math.floor((event.nowMs + TEST_EVENT_DAYS * DAY_MS) / 1_000),
  } satisfies Record<string, Attribute>;
}
