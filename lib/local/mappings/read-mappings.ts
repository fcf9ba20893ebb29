import { availableParallelism } from 'node:os';
import type { Clock } from '../clock/clock.ts';
import type { SqsEngine } from '../engines/sqs.ts';
import type { TableStream } from '../engines/tables.ts';
import type { JsonClient } from '../json-client.ts';
import type { Functions } from '../lambda/functions.ts';
import type { Log } from '../log.ts';
import { arnOf } from '../template/names.ts';
import { queueName } from '../template/physical.ts';
import type { Resource } from '../template/stacks.ts';
import { UnsupportedError } from '../template/unsupported.ts';
import type { Positions } from './positions.ts';
import { QueueMapping } from './queue.ts';
import { readMapping } from './settings.ts';
import { StreamMapping } from './stream.ts';

export interface MappingParts {
  resources: readonly Resource[];
  /** The tables' streams. */
  tableStreams: readonly TableStream[];
  sqs: SqsEngine;
  /** The engine of the streams. */
  streams: JsonClient;
  functions: Functions;
  /** Of a function that consumes queues. */
  environments: number | undefined;
  positions: Positions;
  clock: Clock;
  log: Log;
}

/** The event source mappings of the assembly, not yet started. */
export function readMappings(parts: MappingParts): (QueueMapping | StreamMapping)[] {
  const { resources, sqs, streams, functions, positions, clock, log } = parts;
  const mappings = resources
    .filter(({ type }) => type === 'AWS::Lambda::EventSourceMapping')
    .map((resource) => ({ resource, settings: readMapping(resource) }));
  const around = { sqs: sqs.call, invoke: functions.invoke.bind(functions), log };
  return mappings.map(({ resource, settings }) => {
    if (!functions.has(settings.functionArn))
      throw new UnsupportedError(resource, 'property FunctionName', 'the assembly has no such function');
    const queueUrl = (arn: string) => urlOfQueue(arn, resource, resources);
    if (settings.kind === 'queue') {
      const url = queueUrl(settings.sourceArn);
      const others = mappings.map(({ settings: other }) =>
        other.kind === 'queue' && other.functionArn === settings.functionArn ? other.maxConcurrency : 0,
      );
      const share = shareOf(settings.maxConcurrency, others, functions.maxConcurrency(settings.functionArn), parts);
      return new QueueMapping(settings, {
        ...around,
        queueUrl: url,
        holding: () => sqs.holding(url),
        concurrency: share,
      });
    }
    const stream = parts.tableStreams.find(({ arn }) => arn === settings.sourceArn);
    if (!stream)
      throw new UnsupportedError(resource, 'property EventSourceArn', 'the assembly has no such table stream');
    // Checks the destination at the start, and not only when a batch has failed.
    if (settings.onFailureQueueArn) queueUrl(settings.onFailureQueueArn);
    const { engineArn: engineStreamArn } = stream;
    return new StreamMapping(settings, { ...around, streams, queueUrl, engineStreamArn, positions, clock });
  });
}

// On AWS each environment has its own processor. Here more environments would only share the machine's processors.
const CONSUMERS_PER_PROCESSOR = 5;

/**
 * How many batches of a queue its function processes in parallel. The host has fewer environments than AWS. The queues
 * of one function share them in proportion to their limits, so that no queue can use up the others' share.
 */
function shareOf(own: number, limits: number[], most: number, { environments }: MappingParts): number {
  const affordable = Math.min(most, environments ?? CONSUMERS_PER_PROCESSOR * availableParallelism());
  const together = limits.reduce((sum, limit) => sum + limit, 0);
  return together <= affordable ? own : Math.max(1, Math.floor((affordable * own) / together));
}

function urlOfQueue(arn: string, user: Resource, resources: readonly Resource[]): string {
  const queue = resources.find((each) => each.type === 'AWS::SQS::Queue' && arnOf('sqs', queueName(each)) === arn);
  if (!queue) throw new UnsupportedError(user, `queue ${arn}`, 'the assembly has no such queue');
  return queue.physicalId;
}
