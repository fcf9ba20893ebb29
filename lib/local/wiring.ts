import { availableParallelism } from 'node:os';
import type { VerifyToken } from './api/cognito-authorizer.ts';
import { Gateway } from './api/gateway.ts';
import { readApis } from './api/model.ts';
import type { Clock } from './clock/clock.ts';
import { isEnabled, Schedule } from './clock/schedule.ts';
import type { Engines } from './engines/engines.ts';
import type { TableStream } from './engines/tables.ts';
import { isObject } from './json.ts';
import { jsonClient } from './json-client.ts';
import type { Functions } from './lambda/functions.ts';
import type { Log } from './log.ts';
import type { Positions } from './mappings/positions.ts';
import { QueueMapping } from './mappings/queue.ts';
import { isStreamMapping, type QueueSettings, readMapping } from './mappings/settings.ts';
import { StreamMapping } from './mappings/stream.ts';
import { arnOf } from './template/names.ts';
import { queueName } from './template/physical.ts';
import type { Resource } from './template/stacks.ts';
import { UnsupportedError } from './template/unsupported.ts';
import type { Site } from './web/site.ts';

/** Something that calls functions of its own accord. */
export type Caller = Schedule | QueueMapping | StreamMapping;

export interface Wiring {
  resources: readonly Resource[];
  engines: Engines;
  functions: Functions;
  streams: ReadonlyMap<string, TableStream>;
  positions: Positions;
  clock: Clock;
  verifyToken: VerifyToken;
  log: Log;
}

/** Event source mappings and schedules of the assembly, not yet started. */
export function readCallers(wiring: Wiring): Caller[] {
  return wiring.resources.flatMap((resource) => {
    if (resource.type === 'AWS::Lambda::EventSourceMapping') return mappingOf(resource, wiring) ?? [];
    if (resource.type === 'AWS::Events::Rule' && isEnabled(resource)) {
      return new Schedule(resource, wiring.functions, wiring.clock, wiring.log);
    }
    return [];
  });
}

function mappingOf(resource: Resource, wiring: Wiring): Caller | undefined {
  const { engines, functions, positions, clock, log } = wiring;
  const settings = readMapping(resource, functionArns(wiring.resources));
  if (!settings) return undefined;
  const sqs = engines.sqs.call;
  const invoke = (functionArn: string, event: unknown) => functions.invoke(functionArn, event);
  const queueUrl = (arn: string) => urlOfQueue(arn, resource, wiring.resources);
  if (!isStreamMapping(settings)) {
    const functionConcurrency = shareOf(settings, wiring);
    return new QueueMapping(settings, {
      sqs,
      queueUrl: queueUrl(settings.sourceArn),
      holding: () => engines.sqs.holding(queueUrl(settings.sourceArn)),
      functionConcurrency,
      invoke,
      log,
    });
  }
  const stream = [...wiring.streams.values()].find(({ arn }) => arn === settings.sourceArn);
  if (!stream)
    throw new UnsupportedError(resource, 'property EventSourceArn', 'it names no table stream of the assembly');
  // A wrong destination is to be known at the start, not when a batch has failed.
  if (settings.onFailureQueueArn) queueUrl(settings.onFailureQueueArn);
  const streams = jsonClient(engines.endpoints.dynamodb, 'streams');
  return new StreamMapping(settings, {
    streams,
    sqs,
    queueUrl,
    engineStreamArn: stream.engineArn,
    invoke,
    positions,
    clock,
    log,
  });
}

// On AWS each environment brings its processor along. Here more of them only take turns, each with code of its own to warm up.
const CONSUMERS_PER_PROCESSOR = 5;

/**
 * How many batches of this queue its function takes side by side. The host has fewer environments than AWS: the queues of one
 * function divide them as their own limits stand to each other, so that none can take the others' part.
 */
function shareOf({ functionArn, maxConcurrency }: QueueSettings, { resources, functions }: Wiring): number {
  const affordable = CONSUMERS_PER_PROCESSOR * availableParallelism();
  const environments = Math.min(functions.maxConcurrency(functionArn), affordable);
  const limits = resources
    .filter(({ type }) => type === 'AWS::Lambda::EventSourceMapping')
    .map((resource) => readMapping(resource, functionArns(resources)))
    .filter((other) => other !== undefined && !isStreamMapping(other) && other.functionArn === functionArn)
    .map((other) => (other as QueueSettings).maxConcurrency ?? environments);
  const together = limits.reduce((sum, limit) => sum + limit, 0);
  const own = maxConcurrency ?? environments;
  return together <= environments ? own : Math.max(1, Math.floor((environments * own) / together));
}

/** A mapping may name its function by name or by ARN. */
function functionArns(resources: readonly Resource[]): Map<string, string> {
  const arns = new Map<string, string>();
  for (const { type, physicalId } of resources) {
    if (type !== 'AWS::Lambda::Function') continue;
    const arn = arnOf('lambda', `function:${physicalId}`);
    arns.set(physicalId, arn).set(arn, arn);
  }
  return arns;
}

function urlOfQueue(arn: string, user: Resource, resources: readonly Resource[]): string {
  const queue = resources.find((each) => each.type === 'AWS::SQS::Queue' && arnOf('sqs', queueName(each)) === arn);
  if (!queue) throw new UnsupportedError(user, `queue ${arn}`, 'it is no queue of the assembly');
  return queue.physicalId;
}

/** One gateway for each stage; every function an API names must exist. */
export function readGateways(wiring: Wiring): Map<string, Gateway> {
  const gateways = new Map<string, Gateway>();
  for (const [stage, api] of readApis(wiring.resources, wiring.clock)) {
    const gateway = new Gateway(api, wiring.functions, wiring.verifyToken, wiring.log);
    const missing = gateway.functionArns().find((arn) => !wiring.functions.has(arn));
    if (missing) throw new Error(`An API calls ${missing}, which is no function of the assembly`);
    gateways.set(stage, gateway);
  }
  return gateways;
}

/** Everything in a template that is resolved only when asked for is asked for now, so that a fault shows at the start. */
export function resolveAll(resources: readonly Resource[]): void {
  for (const { properties, physicalId } of resources) {
    if (!isObject(properties) || !physicalId) throw new Error('A resource has no name');
  }
}

/** An environment takes about 23 MB, and a page uses a handful of its functions at a time. */
const MOST_IDLE_OF_PAGES = 12;

/**
 * The functions that programs call: an API's, all at once and measured, and those of queues, streams and schedules, which
 * after a restart with work left over would all load at once and hold up everybody's first answers. A person on a page
 * makes a call now and then, and most functions are never called: few of those behind a distribution are kept.
 */
export function sortFunctions(
  functions: Functions,
  gateways: ReadonlyMap<string, Gateway>,
  site: Site | undefined,
  callers: readonly Caller[],
): Set<string> {
  const ofPrograms = callers.flatMap(({ functionArns }) => functionArns);
  const ofPages: string[] = [];
  for (const [stage, gateway] of gateways) {
    (site?.covers(stage) ? ofPages : ofPrograms).push(...gateway.functionArns());
  }
  functions.limitIdle(ofPages, MOST_IDLE_OF_PAGES);
  return new Set(ofPrograms);
}
