import { describe, expect, test } from 'vitest';
import { planDelivery } from '../../functions/webhooks/delivery.ts';
import type { EventRecord } from '../../functions/webhooks/event.ts';
import { deliveryWith, recordWith, SETTLED_AT, settlementWith } from '../support/webhook-records.ts';

const message = { transactionId: 'tx_1', merchantId: 'mer_1', eventId: 'evt_1', series: 1, done: 0 };
const target = { transactionId: 'tx_1', index: 0, eventId: 'evt_1', series: 1 };
const givenUp = deliveryWith({ state: 'not_delivered', outcome: 'not_attempted', done: 2 });

function planOf(record: EventRecord, endpoint = { hasEndpoint: true, isEnabled: true }) {
  return planDelivery({ record, message, isConsistentRead: true, nowMs: SETTLED_AT }, endpoint);
}

describe('a delivery that the sweep had given up for want of a message', () => {
  const record = recordWith({ settlements: [settlementWith({ delivery: givenUp })] });

  test('begins again when a message comes after all', () => {
    expect(planOf(record)).toEqual({ kind: 'revive', target });
  });

  test('begins again whatever the toggle says, which is looked at in the attempt', () => {
    expect(planOf(record, { hasEndpoint: false, isEnabled: false })).toEqual({ kind: 'revive', target });
  });

  test('stays ended when a newer settlement has its own event (D14)', () => {
    const newer = settlementWith({ eventId: 'evt_2' });
    const overtaken = recordWith({ settlements: [settlementWith({ delivery: givenUp }), newer] });
    expect(planOf(overtaken)).toEqual({ kind: 'drop', why: 'ended' });
  });

  test('is told from one that four attempts could not deliver, which stays ended', () => {
    const failed = deliveryWith({ state: 'not_delivered', done: 4 });
    const ended = planOf(recordWith({ settlements: [settlementWith({ delivery: failed })] }));
    expect(ended).toEqual({ kind: 'drop', why: 'ended' });
  });
});

test('no fifth attempt is made on a record that holds four and was not ended (invariant 5)', () => {
  for (const done of [4, 5]) {
    const record = recordWith({ settlements: [settlementWith({ delivery: deliveryWith({ done }) })] });
    expect(planOf(record)).toEqual({ kind: 'drop', why: 'ended' });
  }
});
