import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import type { AttemptOutcome } from '../../../../functions/webhooks/outcome.ts';
import { dependenciesOf, handleOnce, merchantAt, sendTo } from '../../../rig/deliveries.ts';
import { test as it, rig } from '../../../rig/queues.ts';
import { deliveryIn, putEvent, readMain } from '../../../rig/stored-deliveries.ts';

// Real table and queues; the POST is a stub, so that nothing has to hang for 8 s.

const TIMEOUT: AttemptOutcome = { kind: 'timeout', durationMs: 5, detail: 'secured' };
const DELIVERED: AttemptOutcome = { kind: 'delivered', statusCode: 200, durationMs: 5 };

describe('an endpoint that answers slowly', () => {
  it('has its merchant marked as slow while the POST is still unanswered', async () => {
    const merchant = merchantAt();
    const { promise: answer, resolve } = Promise.withResolvers<AttemptOutcome>();
    const { dependencies } = dependenciesOf(merchant, { send: () => answer, unansweredAfterMs: 10 });
    await sendTo('deliveries', await putEvent());
    const handled = handleOnce('deliveries', dependencies);
    await expect.poll(() => merchant.slowMarks.length).toBe(1);
    resolve(DELIVERED);
    expect(await handled).toEqual({ received: 1, failed: 0 });
    expect(merchant.slowMarks).toEqual([expect.closeTo(rig.now() + 60_000, -4)]);
  });

  it('moves to the retry queue after a time-out: the second attempt is made there when it is due', async () => {
    const merchant = merchantAt();
    const outcomes = [TIMEOUT, DELIVERED];
    const { dependencies } = dependenciesOf(merchant, { send: async () => outcomes.shift() ?? DELIVERED });
    const message = await putEvent();
    await sendTo('deliveries', message);
    expect(await handleOnce('deliveries', dependencies)).toEqual({ received: 1, failed: 0 });
    expect(outcomes).toHaveLength(1);
    expect(await handleOnce('retries', dependencies, 5)).toEqual({ received: 1, failed: 0 });
    const delivery = deliveryIn(await readMain(message.transactionId), message.eventId);
    expect(delivery).toMatchObject({ state: 'delivered', done: 2 });
    const [first, second] = delivery?.attempts ?? [];
    const endedAt = (first?.startedAt ?? 0) + (first?.durationMs ?? 0);
    expect(second?.startedAt).toBeGreaterThanOrEqual(endedAt + 200);
  });

  it('is not marked again while more than half a minute is left', async () => {
    const merchant = merchantAt();
    const { promise: answer, resolve } = Promise.withResolvers<AttemptOutcome>();
    merchant.endpoint.slowUntilMs = rig.now() + 45_000;
    const { dependencies } = dependenciesOf(merchant, { send: () => answer, unansweredAfterMs: 10 });
    await sendTo('retries', await putEvent());
    const handled = handleOnce('retries', dependencies);
    await sleep(100);
    resolve(DELIVERED);
    expect(await handled).toEqual({ received: 1, failed: 0 });
    expect(merchant.slowMarks).toEqual([]);
  });

  it('that was marked earlier has its messages moved to the retry queue without a POST', async () => {
    const merchant = merchantAt();
    merchant.endpoint.slowUntilMs = rig.now() + 60_000;
    let posts = 0;
    const { dependencies } = dependenciesOf(merchant, {
      send: async () => {
        posts += 1;
        return DELIVERED;
      },
    });
    await sendTo('deliveries', await putEvent());
    expect(await handleOnce('deliveries', dependencies)).toEqual({ received: 1, failed: 0 });
    expect(posts).toBe(0);
    expect(await handleOnce('retries', dependencies, 5)).toEqual({ received: 1, failed: 0 });
    expect(posts).toBe(1);
  });
});
