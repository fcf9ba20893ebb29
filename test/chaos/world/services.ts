import type { DynamoDBStreamEvent, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { sweep } from '../../../functions/payments/sweep/sweep.ts';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import { deliver } from '../../../functions/webhooks/deliver/deliver.ts';
import { relay } from '../../../functions/webhooks/relay/relay.ts';
import type { Json } from '../../../lib/local/json.ts';
import type { PoolOutcome } from '../../../lib/local/lambda/pool.ts';
import type { QueueRecord } from '../../../lib/local/mappings/queue-record.ts';
import type { StreamSettings } from '../../../lib/local/mappings/settings.ts';
import { runBatch, type StreamRecord } from '../../../lib/local/mappings/stream-batch.ts';
import type { Ended } from './invocation.ts';
import type { Queue } from './queue.ts';
import type { World } from './world.ts';

// The services between the functions: stream mapping, queue mappings and the schedule of the sweep.

const SWEEP_MS = 30_000;

export function sweepOnce(world: World) {
  const deadlineMs = world.time.nowMs + SWEEP_MS;
  return world.invoke('sweep', (environment) => sweep(environment.sweep)(deadlineMs));
}

function relayOnce(world: World, records: readonly StreamRecord[]) {
  const event = { Records: records } as unknown as DynamoDBStreamEvent;
  return world.invoke('relay', (environment) => relay(event, environment.relay));
}

export interface Handed {
  /** How many consumers receive the batch at the same time: SQS may deliver twice. */
  copies?: number;
  /** Whether a handled message may be deleted. */
  mayDelete?(): boolean;
}

/** Passes a batch to the consumer and deletes the handled messages. Returns how each consumer ended. */
export async function handBatch(
  world: World,
  { queue, batch }: { queue: Queue; batch: readonly QueueRecord[] },
  { copies = 1, mayDelete = () => true }: Handed = {},
): Promise<Ended<SQSBatchResponse>[]> {
  const event = { Records: batch } as unknown as SQSEvent;
  const { url: retriesUrl } = world.queues.retries;
  const consume = (copy: number) =>
    world.invoke('deliver', (environment) => deliver(event, retriesUrl, environment.deliver), copy);
  const endings = await Promise.all(Array.from({ length: copies }, (_, copy) => consume(copy)));
  for (const record of batch)
    if (endings.some((ended) => isHandled(record, ended)) && mayDelete()) await queue.done(record);
  return endings;
}

/** Whether the consumer reported the message as handled. */
function isHandled({ messageId }: QueueRecord, ended: Ended<SQSBatchResponse>): boolean {
  if (ended.kind !== 'answered') return false;
  return !ended.answer.batchItemFailures.some(({ itemIdentifier }) => itemIdentifier === messageId);
}

// As in `delivery-pipeline.ts`.
const STREAM: StreamSettings = {
  kind: 'stream',
  id: 'relay',
  sourceArn: 'stream',
  functionArn: 'relay',
  batchSize: 100,
  passes: () => true,
  bisects: true,
  maxRetries: 20,
  maxAgeMs: 12 * HOUR_MS,
  onFailureQueueArn: undefined,
};

/**
 * Passes stream records to the relay in batches, with the retries of the deployed mapping. `isCommitLost` is called
 * after each answer.
 */
export async function feedRelay(world: World, records: StreamRecord[], isCommitLost: () => boolean): Promise<void> {
  const invoke = async (batch: readonly StreamRecord[]): Promise<PoolOutcome> => {
    const ended = await relayOnce(world, batch);
    if (ended.kind !== 'answered' || isCommitLost()) return { kind: 'failed' } as PoolOutcome;
    return { kind: 'answered', payload: ended.answer as unknown as Json } as PoolOutcome;
  };
  for (let start = 0; start < records.length; start += STREAM.batchSize) {
    await runBatch(records.slice(start, start + STREAM.batchSize), {
      settings: STREAM,
      clock: { nowMs: () => world.time.nowMs, after: () => ({ cancel: () => undefined }) },
      invoke: (event) => invoke((event as { Records: StreamRecord[] }).Records),
      advance: () => undefined,
      giveUp: async () => undefined,
      pause: async (ms) => {
        world.time.nowMs += ms;
      },
      stopping: () => false,
    });
  }
}
