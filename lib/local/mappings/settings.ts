import { isObject, type JsonObject } from '../json.ts';
import type { JsonClient } from '../json-client.ts';
import type { PoolOutcome } from '../lambda/pool.ts';
import type { Log } from '../log.ts';
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
  batchingWindowMs: number;
  passes: Filter;
  reportsItemFailures: boolean;
}

/** The surroundings of both kinds of mapping. */
export interface MappingSurroundings {
  sqs: JsonClient;
  invoke(functionArn: string, event: unknown): Promise<PoolOutcome>;
  log: Log;
}

export interface StreamSettings extends MappingSettings {
  kind: 'stream';
  startingPosition: 'TRIM_HORIZON' | 'LATEST';
  bisects: boolean;
  /** Infinite when the template has -1 or no value. */
  maxRetries: number;
  maxAgeMs: number;
  onFailureQueueArn: string | undefined;
}

export interface QueueSettings extends MappingSettings {
  kind: 'queue';
  maxConcurrency: number | undefined;
}

/** The mapping of a resource; undefined when it is disabled. */
export function readMapping(
  resource: Resource,
  functionArns: ReadonlyMap<string, string>,
): StreamSettings | QueueSettings | undefined {
  const { properties } = resource;
  if (properties.Enabled === false) return undefined;
  const sourceArn = String(properties.EventSourceArn);
  const functionArn = functionArns.get(String(properties.FunctionName));
  if (!functionArn) throw new UnsupportedError(resource, 'property FunctionName', 'the assembly has no such function');
  const isStream = sourceArn.startsWith('arn:aws:dynamodb:');
  if (!isStream && !sourceArn.startsWith('arn:aws:sqs:')) {
    throw new UnsupportedError(
      resource,
      `property EventSourceArn (${sourceArn})`,
      'only table streams and queues are supported',
    );
  }
  const common = {
    id: `${resource.stack}/${resource.logicalId}`,
    sourceArn,
    functionArn,
    batchSize: Number(properties.BatchSize ?? (isStream ? 100 : 10)),
    batchingWindowMs: Number(properties.MaximumBatchingWindowInSeconds ?? 0) * 1000,
    passes: readFilter(resource),
    reportsItemFailures: [properties.FunctionResponseTypes].flat().includes('ReportBatchItemFailures'),
  };
  return isStream ? { ...common, ...readStream(resource) } : { ...common, ...readQueue(resource) };
}

function readFilter(resource: Resource): Filter {
  const criteria = resource.properties.FilterCriteria;
  const filters = isObject(criteria) && Array.isArray(criteria.Filters) ? (criteria.Filters as JsonObject[]) : [];
  try {
    return compileFilters(filters.map(({ Pattern }) => String(Pattern)));
  } catch (error) {
    throw new UnsupportedError(resource, 'property FilterCriteria', (error as Error).message);
  }
}

function readStream(resource: Resource): Omit<StreamSettings, keyof MappingSettings> {
  const { properties } = resource;
  const position = properties.StartingPosition;
  if (position !== 'TRIM_HORIZON' && position !== 'LATEST') {
    throw new UnsupportedError(
      resource,
      `property StartingPosition (${String(position)})`,
      'only TRIM_HORIZON and LATEST are supported',
    );
  }
  if (Number(properties.ParallelizationFactor ?? 1) !== 1) {
    throw new UnsupportedError(resource, 'property ParallelizationFactor', 'only 1 is supported');
  }
  const destination = isObject(properties.DestinationConfig) ? properties.DestinationConfig.OnFailure : undefined;
  const queueArn = isObject(destination) ? String(destination.Destination) : undefined;
  if (queueArn && !queueArn.startsWith('arn:aws:sqs:')) {
    throw new UnsupportedError(resource, `property DestinationConfig (${queueArn})`, 'only queues are supported');
  }
  return {
    kind: 'stream',
    startingPosition: position,
    bisects: properties.BisectBatchOnFunctionError === true,
    maxRetries: unlimited(properties.MaximumRetryAttempts),
    maxAgeMs: unlimited(properties.MaximumRecordAgeInSeconds) * 1000,
    onFailureQueueArn: queueArn,
  };
}

function readQueue(resource: Resource): Omit<QueueSettings, keyof MappingSettings> {
  const {
    ScalingConfig: scaling,
    StartingPosition: position,
    BisectBatchOnFunctionError: bisects,
    DestinationConfig: destination,
  } = resource.properties;
  if (position !== undefined || bisects !== undefined || destination !== undefined) {
    throw new UnsupportedError(
      resource,
      'property StartingPosition, BisectBatchOnFunctionError or DestinationConfig',
      'they apply to streams only',
    );
  }
  const max = isObject(scaling) ? scaling.MaximumConcurrency : undefined;
  return { kind: 'queue', maxConcurrency: max === undefined ? undefined : Number(max) };
}

function unlimited(value: unknown): number {
  return value === undefined || Number(value) === -1 ? Number.POSITIVE_INFINITY : Number(value);
}
