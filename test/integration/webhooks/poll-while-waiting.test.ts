import { setTimeout as sleepFor, setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect } from 'vitest';
import { type DeliverDependencies, deliver, type Polling } from '../../../functions/webhooks/deliver/deliver.ts';
import type { Send } from '../../../functions/webhooks/deliver/sender.ts';
import type { DeliveryMessage, Inbox, SourceQueue } from '../../../functions/webhooks/delivery-queue.ts';
import type { AttemptOutcome } from '../../../functions/webhooks/outcome.ts';
import { inboxesOn } from '../../../functions/webhooks/wiring.ts';
import {
  dependenciesOf,
  eventOf,
  handleOnce,
  test as it,
  merchantAt,
  rig,
  sendTo,
} from '../../fixtures/webhooks/queues.ts';
import { deliveryIn, putEvent, readMain } from './stored-deliveries.ts';

/**
 * Needs the embedded DynamoDB and SQS. The POST is scripted by URL, so that one can hang for as long as a test wants.
 */

const DELIVERED: AttemptOutcome = { kind: 'delivered', statusCode: 200, durationMs: 5 };
const HANGING = 'https://hanging.example/hook';
const HEALTHY = 'https://healthy.example/hook';
const LONG_MS = 30_000;

afterEach(async () => {
  // The next test would receive what a test left in the queues.
  const { dependencies } = dependenciesOf(merchantAt(HEALTHY), { send: async () => DELIVERED });
  for (const queue of ['deliveries', 'retries'] as const) await handleOnce(queue, dependencies);
});

interface Scene {
  /** Handles a batch of one message that hangs until `answer` is called. */
  batch: Promise<Awaited<ReturnType<typeof deliver>>>;
  answer(): void;
  receives: number;
  posts: number;
  lines: ReturnType<typeof dependenciesOf>['lines'];
  dependencies: DeliverDependencies;
}

/** A clock that pauses move, so that a loop which pauses goes on at once. */
function movedByPauses(): Pick<DeliverDependencies, 'clock' | 'sleep'> {
  let aheadMs = 0;
  const sleep = async (durationMs: number) => {
    aheadMs += durationMs;
    await turn();
  };
  return { clock: () => rig.now() + aheadMs, sleep };
}

/** Time for some receives: as many round trips to the engine. */
async function someReceives(): Promise<void> {
  const { deliveries } = inboxesOn(rig, { deliveriesUrl: rig.urls.lost, retriesUrl: rig.urls.lost });
  for (let round = 0; round < 10; round += 1) await deliveries.receive();
}

interface Changes {
  time?: Pick<DeliverDependencies, 'clock' | 'sleep'>;
  queue?: SourceQueue;
  remainingMs?: () => number;
  inbox?: Partial<Inbox>;
}

async function hangingBatch({ queue = 'deliveries', time, ...changes }: Changes = {}): Promise<Scene> {
  const { promise: hanging, resolve } = Promise.withResolvers<AttemptOutcome>();
  const send: Send = ({ url }) => {
    scene.posts += 1;
    return url === HANGING ? hanging : Promise.resolve(DELIVERED);
  };
  const { dependencies: base, lines } = dependenciesOf(merchantAt(HEALTHY), {
    send,
    // Receives are paced by the machine's clock where a test counts them.
    sleep: (ms) => sleepFor(ms),
    ...time,
  });
  const read = async (id: string) => merchantAt(id === 'mer_hanging' ? HANGING : HEALTHY).endpoint;
  const dependencies = { ...base, endpoints: { ...base.endpoints, read } };
  const scene: Scene = {
    batch: Promise.resolve({ batchItemFailures: [] }),
    answer: () => resolve(DELIVERED),
    receives: 0,
    posts: 0,
    lines,
    dependencies,
  };
  const inboxes = inboxesOn(rig, { deliveriesUrl: rig.urls.deliveries, retriesUrl: rig.urls.retries });
  const counted: Inbox = {
    remove: inboxes[queue].remove,
    receive: () => {
      scene.receives += 1;
      return inboxes[queue].receive();
    },
    ...changes.inbox,
  };
  const polling: Polling = {
    inboxes: { ...inboxes, [queue]: counted },
    remainingMs: changes.remainingMs ?? (() => LONG_MS),
  };
  const message = await putEvent({ merchantId: 'mer_hanging' });
  const event = eventOf([{ MessageId: 'hanging', Body: JSON.stringify(message) }], queue);
  scene.batch = deliver(event, rig.urls.retries, dependencies, polling);
  return scene;
}

async function stateOf({ transactionId, eventId }: DeliveryMessage): Promise<string | undefined> {
  return deliveryIn(await readMain(transactionId), eventId)?.state;
}

describe('an invocation that waits for an endpoint (invariant 8)', () => {
  it('handles and deletes other messages of its queue meanwhile', async () => {
    const scene = await hangingBatch();
    const others = await Promise.all(Array.from({ length: 25 }, () => putEvent({ merchantId: 'mer_healthy' })));
    for (const other of others) await sendTo('deliveries', other);
    await expect
      .poll(async () => (await Promise.all(others.map(stateOf))).filter((state) => state === 'delivered'))
      .toHaveLength(25);
    scene.answer();
    expect(await scene.batch).toEqual({ batchItemFailures: [] });
    // Past the visibility time-out of this queue, 3 s: what had only been hidden would be there again.
    expect(await handleOnce('deliveries', scene.dependencies, 5)).toEqual({ received: 0, failed: 0 });
  });

  it('leaves messages in the queue that it could not handle', async () => {
    const scene = await hangingBatch();
    await sendTo('deliveries', { ...(await putEvent()), series: 0 });
    await expect.poll(() => scene.lines.some(({ message }) => message === 'delivery message rejected')).toBe(true);
    scene.answer();
    expect(await scene.batch).toEqual({ batchItemFailures: [] });
    expect(await handleOnce('deliveries', scene.dependencies, 5)).toEqual({ received: 1, failed: 1 });
  });

  it('receives nothing from the other queue', async () => {
    const scene = await hangingBatch();
    const other = await putEvent({ merchantId: 'mer_healthy' });
    await sendTo('retries', other);
    await expect.poll(() => scene.receives).toBeGreaterThan(3);
    expect(await stateOf(other)).toBe('pending');
    scene.answer();
    await scene.batch;
  });

  it('handles fewer messages of the retry queue side by side', async () => {
    const scene = await hangingBatch({ queue: 'retries', time: movedByPauses() });
    const others = await Promise.all(Array.from({ length: 50 }, () => putEvent({ merchantId: 'mer_hanging' })));
    for (const other of others) await sendTo('retries', other);
    await expect.poll(() => scene.posts).toBeGreaterThanOrEqual(25);
    await someReceives();
    // Nine more at most: the last receive was of up to ten.
    expect(scene.posts).toBeLessThan(35);
    scene.answer();
    expect(await scene.batch).toEqual({ batchItemFailures: [] });
  });

  it('begins no message that it could not finish before its time-out', async () => {
    const scene = await hangingBatch({ remainingMs: () => 18_900, time: movedByPauses() });
    await sendTo('deliveries', await putEvent({ merchantId: 'mer_healthy' }));
    await someReceives();
    scene.answer();
    expect(await scene.batch).toEqual({ batchItemFailures: [] });
    expect(scene.receives).toBe(0);
  });
});

it('an endpoint that answers immediately costs no receive', async () => {
  const scene = await hangingBatch();
  scene.answer();
  expect(await scene.batch).toEqual({ batchItemFailures: [] });
  expect(scene.receives).toBe(0);
});
