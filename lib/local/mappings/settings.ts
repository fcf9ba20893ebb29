import { isObject, type JsonObject, objectOf } from '../json.ts';
import type { JsonClient } from '../json-client.ts';
import type { PoolOutcome } from '../lambda/pool.ts';
import type { Log } from '../log.ts';
import { arnOf } from '../template/names.ts';
import type { Resource } from '../template/stacks.ts';
import { UnsupportedError } from '../template/unsupported.ts';
import { compileFilters, type Filter } from './filter.ts';

/** The settings of both kinds of mapping. */
export interface MappingSettings {
  /** The same after a restart. */
  id: string;
  sourceArn: string;
  functionArn: string;
  batchSize: number;
}

/** The surroundings of both kinds of mapping. */
export interface MappingSurroundings {
  sqs: JsonClient;
  invoke(functionArn: string, event: unknown): Promise<PoolOutcome>;
  log: Log;
}

export interface StreamSettings extends MappingSettings {
  kind: 'stream';
  passes: Filter;
  bisects: boolean;
  maxRetries: number;
  maxAgeMs: number;
  onFailureQueueArn: string | undefined;
}

export interface QueueSettings extends MappingSettings {
  kind: 'queue';
  maxConcurrency: number;
}

const MAX_MESSAGES_A_RECEIVE = 10;

/** The settings of a mapping. Both kinds report item failures. */
export function readMapping(resource: Resource): StreamSettings | QueueSettings {
  const { EventSourceArn, FunctionName, BatchSize, FunctionResponseTypes } = resource.properties;
  const sourceArn = String(EventSourceArn);
  if (![FunctionResponseTypes].flat().includes('ReportBatchItemFailures'))
    throw new UnsupportedError(resource, 'property FunctionResponseTypes', 'it must be ReportBatchItemFailures');
  const common = {
    id: `${resource.stack}/${resource.logicalId}`,
    sourceArn,
    functionArn: arnOf('lambda', `function:${String(FunctionName)}`),
    batchSize: Number(BatchSize),
  };
  if (sourceArn.startsWith('arn:aws:dynamodb:')) return { ...common, ...readStream(resource) };
  if (sourceArn.startsWith('arn:aws:sqs:')) return { ...common, ...readQueue(resource) };
  const why = 'only table streams and queues are supported';
  throw new UnsupportedError(resource, `property EventSourceArn (${sourceArn})`, why);
}

function readFilter(resource: Resource): Filter {
  const { Filters: filters = [] } = objectOf(resource.properties.FilterCriteria);
  try {
    return compileFilters((filters as JsonObject[]).map(({ Pattern }) => String(Pattern)));
  } catch (error) {
    throw new UnsupportedError(resource, 'property FilterCriteria', (error as Error).message);
  }
}

function readStream(resource: Resource): Omit<StreamSettings, keyof MappingSettings> {
  const { properties } = resource;
  const { StartingPosition: position, DestinationConfig: destinations } = properties;
  if (position !== 'TRIM_HORIZON')
    throw new UnsupportedError(
      resource,
      `property StartingPosition (${String(position)})`,
      'only TRIM_HORIZON is supported',
    );
  const { Destination: destination } = objectOf(objectOf(destinations).OnFailure);
  return {
    kind: 'stream',
    passes: readFilter(resource),
    bisects: properties.BisectBatchOnFunctionError === true,
    maxRetries: Number(properties.MaximumRetryAttempts ?? Number.POSITIVE_INFINITY),
    maxAgeMs: Number(properties.MaximumRecordAgeInSeconds ?? Number.POSITIVE_INFINITY) * 1000,
    onFailureQueueArn: destination === undefined ? undefined : String(destination),
  };
}

function readQueue(resource: Resource): Omit<QueueSettings, keyof MappingSettings> {
  const { ScalingConfig: scaling, FilterCriteria: filters } = resource.properties;
  if (!isObject(scaling)) throw new UnsupportedError(resource, 'property ScalingConfig', 'a queue needs its limit');
  if (filters !== undefined)
    throw new UnsupportedError(resource, 'property FilterCriteria', 'only table streams are filtered');
  if (!(Number(resource.properties.BatchSize) <= MAX_MESSAGES_A_RECEIVE))
    throw new UnsupportedError(resource, 'property BatchSize', 'a batch of a queue is one receive, of 10 at most');
  return { kind: 'queue', maxConcurrency: Number(scaling.MaximumConcurrency) };
}
