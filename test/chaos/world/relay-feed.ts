import type { DynamoDBStreamEvent } from 'aws-lambda';
import { relay } from '../../../functions/webhooks/relay.ts';
import type { Json } from '../../../lib/local/json.ts';
import type { PoolOutcome } from '../../../lib/local/lambda/pool.ts';
import type { StreamSettings } from '../../../lib/local/mappings/settings.ts';
import { runBatch, type StreamRecord } from '../../../lib/local/mappings/stream-batch.ts';
import type { World } from './world.ts';

// As in `delivery-pipeline.ts`.
const STREAM: StreamSettings = {
  id: 'relay',
  sourceArn: 'stream',
  functionArn: 'relay',
  batchSize: 100,
  batchingWindowMs: 0,
  passes: () => true,
  hasFilter: false,
  reportsItemFailures: true,
  startingPosition: 'TRIM_HORIZON',
  bisects: true,
  maxRetries: 20,
  maxAgeMs: 12 * 3_600_000,
  onFailureQueueArn: undefined,
};

/**
 * Hands stream records to the relay in batches, as the deployed mapping does, each until it is done with. `isCommitLost`
 * is asked after each answer. Answers how many records were given up.
 */
export async function feedRelay(world: World, records: StreamRecord[], isCommitLost: () => boolean): Promise<number> {
  let given = 0;
  const invoke = async (event: DynamoDBStreamEvent): Promise<PoolOutcome> => {
    const ended = await world.invoke('relay', (environment) => relay(event, environment.relay));
    if (ended.kind !== 'answered' || isCommitLost()) return { kind: 'failed' } as PoolOutcome;
    return { kind: 'answered', payload: ended.answer as unknown as Json } as PoolOutcome;
  };
  for (let start = 0; start < records.length; start += STREAM.batchSize) {
    await runBatch(records.slice(start, start + STREAM.batchSize), {
      settings: STREAM,
      clock: { nowMs: () => world.time.nowMs, after: () => ({ cancel: () => undefined }) },
      invoke: (event) => invoke(event as DynamoDBStreamEvent),
      advance: () => undefined,
      giveUp: async ({ records: lost }) => {
        given += lost.length;
      },
      pause: async (ms) => {
        world.time.nowMs += ms;
      },
      stopping: () => false,
    });
  }
  return given;
}
