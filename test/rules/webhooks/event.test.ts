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

  it('keeps every key where there is no method and no payment', () => {
    const settlement = settlementWith({ status: 'cancelled', paymentMethod: null, paidAt: null });
    expect(JSON.parse(payloadOf(recordWith(), settlement))).toEqual({
      event: 'payment.cancelled',
      timestamp: '2026-11-19T12:30:15.250Z',
      data: {
        id: 'tx_1',
        externalOrderId: 'ORDER-1',
        amount: 10.99,
        currency: 'EUR',
        paymentMethod: null,
        status: 'cancelled',
        paidAt: null,
      },
    });
  });

  it.each([
    ['paid', 'payment.success'],
    ['failed', 'payment.failed'],
    ['cancelled', 'payment.cancelled'],
  ] as const)('of a transaction that is %s is a %s', (status, kind) => {
    expect(eventKind(recordWith(), settlementWith({ status }))).toBe(kind);
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

  it('has every amount with at most two decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999_999 }), (amountCents) => {
        const text = payloadOf(recordWith({ amountCents }), settlementWith());
        const amount = /"amount":([^,]+),/.exec(text)?.[1] ?? '';
        expect(amount).toMatch(/^\d+(\.\d{1,2})?$/);
        expect(Math.round(Number(amount) * 100)).toBe(amountCents);
      }),
    );
  });

  it('is the same bytes whatever happens to the delivery or to the transaction afterwards', () => {
    const anyDelivery = fc.record({
      state: fc.constantFrom('pending', 'delivered', 'not_delivered', 'skipped', 'superseded'),
      resends: fc.integer({ min: 1, max: 9 }),
      done: fc.integer({ min: 0, max: 4 }),
    });
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom('paid', 'failed', 'cancelled'),
        anyDelivery,
        (orderId, status, fields) => {
          const settlement = settlementWith({ status });
          const record = recordWith({ externalOrderId: orderId, settlements: [settlement] });
          const later = settlementWith({ status, delivery: deliveryWith(fields as never) });
          const grown = recordWith({
            externalOrderId: orderId,
            status: 'paid',
            settlements: [later, settlementWith({ eventId: 'evt_2' })],
          });
          const body = bodyBy(record, settlement);
          expect([payloadOf(record, settlement), payloadOf(grown, later)]).toEqual([body, body]);
        },
      ),
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
