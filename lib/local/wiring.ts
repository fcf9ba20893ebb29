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
import { type QueueSettings, readMapping } from './mappings/settings.ts';
import { StreamMapping } from './mappings/stream.ts';
import { arnOf } from './template/names.ts';
import { queueName } from './template/physical.ts';
import type { Resource } from './template/stacks.ts';
import { UnsupportedError } from './template/unsupported.ts';
import type { Site } from './web/site.ts';

/** A part that calls functions automatically. */
export type Caller = Schedule | QueueMapping | StreamMapping;

export interface Wiring {
  resources: readonly Resource[];
  engines: Engines;
  functions: Functions;
  /** Of a function that consumes queues. */
  environments: number | undefined;
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
  const invoke = (functionArn: string, event: unknown) => functions.invoke(functionArn, event);
  const around = { sqs: engines.sqs.call, invoke, log };
  const queueUrl = (arn: string) => urlOfQueue(arn, resource, wiring.resources);
  if (settings.kind === 'queue') {
    const functionConcurrency = shareOf(settings, wiring);
    return new QueueMapping(settings, {
      ...around,
      queueUrl: queueUrl(settings.sourceArn),
      holding: () => engines.sqs.holding(queueUrl(settings.sourceArn)),
      functionConcurrency,
    });
  }
  const stream = [...wiring.streams.values()].find(({ arn }) => arn === settings.sourceArn);
  if (!stream) throw new UnsupportedError(resource, 'property EventSourceArn', 'the assembly has no such table stream');
  // Checks the destination at the start, and not only when a batch has failed.
  if (settings.onFailureQueueArn) queueUrl(settings.onFailureQueueArn);
  const streams = jsonClient(engines.endpoints.dynamodb, 'streams');
  return new StreamMapping(settings, {
    ...around,
    streams,
    queueUrl,
    engineStreamArn: stream.engineArn,
    positions,
    clock,
  });
}

// On AWS each environment has its own processor. Here more environments would only share the machine's processors.
const CONSUMERS_PER_PROCESSOR = 5;

/**
 * How many batches of this queue its function processes in parallel. The host has fewer environments than AWS. The
 * queues of one function share them in proportion to their limits, so that no queue can use up the others' share.
 */
function shareOf({ functionArn, maxConcurrency }: QueueSettings, wiring: Wiring): number {
  const { resources, functions } = wiring;
  const affordable = wiring.environments ?? CONSUMERS_PER_PROCESSOR * availableParallelism();
  const environments = Math.min(functions.maxConcurrency(functionArn), affordable);
  const limits = resources
    .filter(({ type }) => type === 'AWS::Lambda::EventSourceMapping')
    .map((resource) => readMapping(resource, functionArns(resources)))
    .filter((other) => other?.kind === 'queue')
    .filter((other) => other.functionArn === functionArn)
    .map((other) => other.maxConcurrency ?? environments);
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
  if (!queue) throw new UnsupportedError(user, `queue ${arn}`, 'the assembly has no such queue');
  return queue.physicalId;
}

/** One gateway for each stage. Throws when an API names a function that does not exist. */
export function readGateways(wiring: Wiring): Map<string, Gateway> {
  const gateways = new Map<string, Gateway>();
  for (const [stage, api] of readApis(wiring.resources, wiring.clock)) {
    const gateway = new Gateway(api, wiring.functions, wiring.verifyToken, wiring.log);
    const missing = gateway.functionArns().find((arn) => !wiring.functions.has(arn));
    if (missing) throw new Error(`An API calls ${missing}, but the assembly has no such function`);
    gateways.set(stage, gateway);
  }
  return gateways;
}

/** Resolves all lazily resolved properties, so that errors in templates are reported at the start. */
export function resolveAll(resources: readonly Resource[]): void {
  for (const { properties, physicalId } of resources) {
    if (!isObject(properties) || !physicalId) throw new Error('A resource has no name');
  }
}

/** An environment takes about 23 MB, and a page uses a few functions at a time. */
const MAX_IDLE_OF_PAGES = 12;

/**
 * The functions that programs call: those of APIs, and those of queues, streams and schedules. They are loaded before
 * the host is ready, because after a restart with pending work they would all load together and delay the first
 * responses. Functions behind a distribution serve people on a page, who call few of them: only some idle environments
 * of these are retained. Sets that limit.
 */
export function programFunctionsOf(
  functions: Functions,
  gateways: ReadonlyMap<string, Gateway>,
  site: Site | undefined,
  callers: readonly Caller[],
): Set<string> {
  const programArns = callers.flatMap(({ functionArns }) => functionArns);
  const pageArns: string[] = [];
  for (const [stage, gateway] of gateways) {
    (site?.covers(stage) ? pageArns : programArns).push(...gateway.functionArns());
  }
  functions.limitIdle(pageArns, MAX_IDLE_OF_PAGES);
  return new Set(programArns);
}
