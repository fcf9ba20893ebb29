import type { DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { sweep } from '../../../functions/payments/sweep.ts';
import { deliver } from '../../../functions/webhooks/deliver.ts';
import { relay } from '../../../functions/webhooks/relay.ts';
import { liveOf, type Model, wordOf } from './model.ts';
import type { ServerMood } from './model-shop.ts';
import type { Cut, ModelWorld } from './model-world.ts';
import { fail, observe } from './observe.ts';
import { swept } from './rules.ts';
import { enqueue } from './steps-bank.ts';

/** Time passes; what its customer has let pass the bank ends, and may give notice of. */
export function advance(model: Model, world: ModelWorld, facts: { ms: number; isNoticed: boolean }): void {
  world.time.nowMs += facts.ms;
  for (const payment of world.bank.tick()) if (facts.isNoticed) enqueue(model, payment, 'Timeout');
  for (const queue of Object.values(world.queues)) queue.buryDead();
}

const SWEEP_MS = 30_000;

/** The sweep looks at what is due; what is not yet, it leaves. Which of the two, only the end shows. */
export async function sweepOnce(model: Model, world: ModelWorld, { cut }: { cut: Cut }): Promise<void> {
  const { nowMs } = world.time;
  const allowed = new Map(
    model.payments.map((payment) => {
      const live = liveOf(payment);
      const facts = { live, word: wordOf(world, live?.bankId), nowMs, createdAtMs: payment.createdAtMs };
      return [payment, [payment.view, swept(payment.view, facts)]];
    }),
  );
  const ended = await world.invoke('sweep', (environment) => sweep(environment.sweep)(nowMs + SWEEP_MS), cut);
  if (ended.kind === 'failed') fail(world, `sweep threw ${String(ended.error)}`);
  if (ended.kind === 'answered' && ended.answer.failed > 0) fail(world, `a sweep failed at ${ended.answer.failed}`);
  if (ended.kind === 'crashed') model.crashes += 1;
  await observe(model, world, allowed);
}

/** The stream's new records go to the relay; again, when it died or when the stream repeats them. */
export async function relayOnce(
  model: Model,
  world: ModelWorld,
  facts: { cut: Cut; isRepeated: boolean },
): Promise<boolean> {
  const Records = [...model.unrelayed, ...(await world.stream.read())];
  if (Records.length === 0) return false;
  const event = { Records } as unknown as DynamoDBStreamEvent;
  const ended = await world.invoke('relay', (environment) => relay(event, environment.relay), facts.cut);
  if (ended.kind === 'failed') fail(world, `relay threw ${String(ended.error)}`);
  if (ended.kind === 'answered' && ended.answer.batchItemFailures.length > 0) fail(world, 'relay failed at a record');
  if (ended.kind === 'crashed') model.crashes += 1;
  model.unrelayed = ended.kind === 'crashed' || facts.isRepeated ? Records : [];
  await observe(model, world, new Map());
  return true;
}

export interface DeliverFacts {
  queue: 'deliveries' | 'retries';
  cut: Cut;
  /** The queue gives its youngest messages first. */
  isReversed: boolean;
  /** The queue forgets that the messages were deleted. */
  isRepeated: boolean;
}

/** A batch of one queue goes to the consumer. Answers whether there was one. */
export async function deliverOnce(model: Model, world: ModelWorld, facts: DeliverFacts): Promise<boolean> {
  const queue = world.queues[facts.queue];
  const batch = queue.receive(facts.isReversed);
  if (batch.length === 0) return false;
  const Records = batch.map(({ messageId, body }) => ({ messageId, body, eventSourceARN: queue.arn }));
  const event = { Records } as unknown as SQSEvent;
  const ended = await world.invoke(
    'deliver',
    (environment) => deliver(event, environment.retriesUrl, environment.deliver),
    facts.cut,
  );
  if (ended.kind === 'failed') fail(world, `deliver threw ${String(ended.error)}`);
  if (ended.kind === 'crashed') model.crashes += 1;
  const failures = ended.kind === 'answered' ? ended.answer.batchItemFailures : [];
  const isDone = (id: string) => !failures.some(({ itemIdentifier }) => itemIdentifier === id);
  if (ended.kind === 'answered' && !facts.isRepeated)
    for (const { messageId } of batch) if (isDone(messageId)) queue.delete(messageId);
  await observe(model, world, new Map());
  return true;
}

/** A merchant's server changes its mood, or the merchant the toggle. */
export async function turnShop(
  world: ModelWorld,
  facts: { shop: number; mood: ServerMood; isOn: boolean },
): Promise<void> {
  const shop = world.shops[facts.shop];
  if (!shop) return;
  shop.mood = facts.mood;
  shop.wasAlwaysWell &&= facts.mood === 'well';
  if (shop.isOn !== facts.isOn) await shop.toggle(facts.isOn);
}
