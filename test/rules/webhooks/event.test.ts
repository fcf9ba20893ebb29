import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { eventKind, eventRecordOf, payloadOf } from '../../../functions/webhooks/event.ts';
import { testEventItem } from '../../../functions/webhooks/test-event/test-event.ts';
import { deliveryWith, recordWith, SETTLED_AT, settlementWith } from '../../rig/webhook-records.ts';
import { bodyBy } from '../../support/payload.ts';

describe('the payload of an event', () => {
  it('has the shape and order of the specification', () => {
    expect(payloadOf(recordWith(), settlementWith())).toBe(
      '{"event":"payment.success","timestamp":"2026-11-19T12:30:15.250Z","data":{"id":"tx_1",' +
        '"externalOrderId":"ORDER-1","amount":10.99,"currency":"EUR","paymentMethod":"MBWAY","status":"paid",' +
        '"paidAt":"2026-11-19T12:30:14.000Z"}}',
    );
  });

  it('of a test event is a webhook.test in the same shape', () => {
    const item = testEventItem({ transactionId: 'test_1', eventId: 'evt_9', merchantId: 'mer_1', nowMs: SETTLED_AT });
    const record = eventRecordOf(toAttributes(item));
    expect(record.merchantId).toBe('mer_1');
    expect(payloadOf(record, record.settlements[0] ?? settlementWith())).toBe(
      '{"event":"webhook.test","timestamp":"2026-11-19T12:30:15.250Z","data":{"id":"test_1",' +
        '"externalOrderId":"TEST-ORDER","amount":1,"currency":"EUR","paymentMethod":"MBWAY",' +
        '"status":"pending","paidAt":null}}',
    );
  });

  it('cannot be made from a pending settlement', () => {
    expect(() => payloadOf(recordWith(), settlementWith({ status: 'pending' }))).toThrow();
  });

  it('is by the specification, and the same bytes whatever happens to the delivery or the transaction afterwards', () => {
    const settled = fc.record({
      status: fc.constantFrom('paid', 'failed', 'cancelled'),
      paymentMethod: fc.constantFrom('MBWAY', 'REFERENCE', null),
      paidAt: fc.constantFrom(SETTLED_AT - 1_250, null),
    });
    const anyDelivery = fc.record({
      state: fc.constantFrom('pending', 'delivered', 'not_delivered', 'skipped', 'superseded'),
      resends: fc.integer({ min: 1, max: 9 }),
      done: fc.integer({ min: 0, max: 4 }),
    });
    const cents = fc.integer({ min: 1, max: 9_999_999 });
    fc.assert(
      fc.property(fc.string(), cents, settled, anyDelivery, (externalOrderId, amountCents, fields, delivery) => {
        const settlement = settlementWith(fields as never);
        const record = recordWith({ externalOrderId, amountCents, settlements: [settlement] });
        const later = { ...settlement, delivery: deliveryWith(delivery as never) };
        const settlements = [later, settlementWith({ eventId: 'evt_2' })];
        const grown = { ...record, status: 'paid' as const, settlements };
        const body = bodyBy(record, settlement);
        expect([payloadOf(record, settlement), payloadOf(grown, later)]).toEqual([body, body]);
        expect(eventKind(record, settlement)).toBe(JSON.parse(body).event);
      }),
    );
  });
});

describe('an item', () => {
  it('that is not a main item is refused', () => {
    expect(() => eventRecordOf(toAttributes({ transactionId: 'tx_1', item: 'answer#1' }))).toThrow();
  });

  it('of a test event is in no index', () => {
    const item = testEventItem({ transactionId: 'test_1', eventId: 'evt_9', merchantId: 'mer_1', nowMs: SETTLED_AT });
    for (const name of ['merchantId', 'undeliveredKey', 'exceptionKey', 'paidAt', 'shard', 'dueAt'])
      expect(item).not.toHaveProperty(name);
    expect(item.expiresAt).toBe(SETTLED_AT / 1_000 - 0.25 + 7 * 24 * 3_600);
  });
});
