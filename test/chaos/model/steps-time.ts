import { handBatch, relayOnce, sweepOnce } from '../world/services.ts';
import { liveOf, type Model, reportOf, startedAtBank } from './model.ts';
import { type Cut, type ModelWorld, underCut } from './model-world.ts';
import { fail, observe } from './observe.ts';
import { swept } from './rules.ts';
import { enqueue } from './steps-bank.ts';

/** Advances the clock. The bank times out payments and may send notifications for them. */
export function advance(model: Model, world: ModelWorld, facts: { ms: number; isNotified: boolean }): void {
  const waiting = startedAtBank(world).filter((customer) => world.customers.stateOf(customer) === 'waiting');
  world.time.nowMs += facts.ms;
  const over = waiting.filter((customer) => world.customers.stateOf(customer) === 'timed-out');
  for (const customer of over) if (facts.isNotified) enqueue(model, customer, 'Timeout');
}

/** Runs the sweep. A payment may change only as a due payment would; the end state shows whether it was due. */
export async function sweep(model: Model, world: ModelWorld, { cut }: { cut: Cut }): Promise<void> {
  const { nowMs } = world.time;
  const allowed = new Map(
    model.payments.map((payment) => {
      const live = liveOf(payment);
      const facts = { live, report: reportOf(world, live?.bankId), nowMs, createdAtMs: payment.createdAtMs };
      return [payment, [payment.view, swept(payment.view, facts)]];
    }),
  );
  const ended = await underCut(world, cut, () => sweepOnce(world));
  if (ended.kind === 'failed') fail(world, `sweep threw ${String(ended.error)}`);
  if (ended.kind === 'answered' && ended.answer.failed > 0) fail(world, `sweep: ${ended.answer.failed} failed`);
  await observe(model, world, allowed);
}

/** Passes the stream's new records to the relay, and again after a crash or when the stream repeats them. */
export async function relay(
  model: Model,
  world: ModelWorld,
  facts: { cut: Cut; isRepeated: boolean },
): Promise<boolean> {
  const records = [...model.unrelayed, ...(await world.stream.read())];
  if (records.length === 0) return false;
  const ended = await underCut(world, facts.cut, () => relayOnce(world, records));
  if (ended.kind === 'failed') fail(world, `relay threw ${String(ended.error)}`);
  if (ended.kind === 'answered' && ended.answer.batchItemFailures.length > 0) fail(world, 'relay: a record failed');
  model.unrelayed = ended.kind === 'crashed' || facts.isRepeated ? records : [];
  await observe(model, world, new Map());
  return true;
}

export interface DeliverFacts {
  queue: 'deliveries' | 'retries';
  cut: Cut;
  /** The queue returns its newest messages first. */
  isReversed: boolean;
  /** The queue ignores the deletion of the messages. */
  isRepeated: boolean;
}

/** Passes a batch of one queue to the consumer. Returns whether there was one. */
export async function deliver(model: Model, world: ModelWorld, facts: DeliverFacts): Promise<boolean> {
  const queue = world.queues[facts.queue];
  const received = await queue.receive();
  if (received.length === 0) return false;
  const batch = facts.isReversed ? received.toReversed() : received;
  const hand = () => handBatch(world, { queue, batch }, { mayDelete: () => !facts.isRepeated });
  const [ended] = await underCut(world, facts.cut, hand);
  if (ended?.kind === 'failed') fail(world, `deliver threw ${String(ended.error)}`);
  await observe(model, world, new Map());
  return true;
}
