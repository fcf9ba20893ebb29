import { ApiServer } from './api/server.ts';
import { readAssembly } from './assembly.ts';
import { ClockControl } from './clock-control.ts';
import { Closers } from './closers.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { type Engines, startEngines } from './engines.ts';
import { deleteExpired } from './expiry.ts';
import { jsonClient } from './json-client.ts';
import { clientEnvironment, Functions } from './lambda/functions.ts';
import type { Log } from './log.ts';
import { Positions } from './mappings/positions.ts';
import { QueueMapping } from './mappings/queue.ts';
import { StreamMapping } from './mappings/stream.ts';
import { MovableClock } from './movable-clock.ts';
import { physicalOf } from './physical.ts';
import { arnOf } from './place.ts';
import type { Callers } from './quiet.ts';
import { Schedule } from './schedule.ts';
import { openStacks, type Resource } from './stacks.ts';
import { makeStores } from './stores.ts';
import type { TableStream } from './tables.ts';
import { type Jump, TimeTravel } from './time-travel.ts';
import { type Caller, readCallers, readGateways, resolveAll } from './wiring.ts';

export type { LogEntry } from './log.ts';
export type { Jump } from './time-travel.ts';

export interface HostOptions {
  /** Absolute path of a synthesized cloud assembly (`cdk.out`). */
  assemblyDir: string;
  /** Folder of the engines' files; made when missing, and what is in it survives restarts. */
  dataDir: string;
  /** On 127.0.0.1; 0 takes a free one. */
  port: number;
  /** Extra variables for every function. */
  environment?: Record<string, string>;
  /** PEM files of certificate authorities that every function trusts besides the usual ones. */
  trustedCaFiles?: string[];
  onLog: Log;
  /**
   * When the earliest work is due that schedules look for, in the app's own tables; undefined when there is none. With it
   * a long jump of the clock leaves out the times at which a schedule would find nothing.
   */
  firstDueMs?: (host: Host) => Promise<number | undefined>;
}

export interface Host {
  port: number;
  /** `http://localhost:PORT` */
  url: string;
  /** CloudFormation outputs by stack and output name. */
  outputs: Record<string, Record<string, string>>;
  /** Physical ids (table name, queue URL, secret ARN, function name …) by stack and logical id. */
  resources: Record<string, Record<string, string>>;
  endpoints: Engines['endpoints'];
  /** Variables that lead an AWS SDK or CLI to this host. */
  clientEnvironment: Record<string, string>;
  /** The time of everything here: the machine's, and what it was moved on by. */
  nowMs(): number;
  aheadMs(): number;
  /** Moves the clock on, and resolves when all that fell due on the way has been done. */
  advance(byMs: number): Promise<Jump>;
  /** Calls a function by its name; rejects when it fails. */
  invoke(functionName: string, event: unknown): Promise<unknown>;
  /** Takes nothing new, finishes what is under way for up to 10 s, then closes the engines. */
  stop(): Promise<void>;
}

const STOP_LIMIT_MS = 10_000;

/**
 * Runs a synthesized CDK app on this machine. It reads nothing but the assembly: what the templates say is what runs, and
 * what it cannot run stops it with an `UnsupportedError`.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const closers = new Closers();
  try {
    return await open(options, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function open(options: HostOptions, closers: Closers): Promise<Host> {
  const { onLog: log, dataDir } = options;
  // The assembly is read first: an app that cannot run should not leave engines and files behind.
  const assembly = readAssembly(options.assemblyDir);
  closers.add(lockDataDir(dataDir));
  const clock = new MovableClock(dataDir);
  const server = new ApiServer(clock, log);
  const port = await server.listen(options.port);
  closers.add(() => server.stop(Promise.resolve()));
  const url = `http://localhost:${port}`;
  const streams = new Map<string, TableStream>();
  const engines = await startEngines(dataDir, clock, log);
  closers.add(() => engines.stop());
  const streamArn = (tableName: string) => streams.get(tableName)?.arn;
  const physical = physicalOf({ sqsEndpoint: engines.endpoints.sqs, secrets: engines.secrets.store, url, streamArn });
  const { resources, outputs } = openStacks(assembly, physical);
  await makeStores(resources, engines, streams);
  resolveAll(resources);
  const { environment = {}, trustedCaFiles = [] } = options;
  const functions = new Functions(resources, {
    endpoints: engines.endpoints,
    environment,
    trustedCaFiles,
    clockAhead: clock.shared,
    log,
  });
  closers.add(() => functions.stop());
  const positions = new Positions(dataDir);
  closers.add(() => positions.close());
  const wiring = { resources, engines, functions, streams, positions, clock, log };
  const { gateways, functionArns } = readGateways(wiring);
  const callers = readCallers(wiring);
  const { firstDueMs } = options;
  const travel = new TimeTravel({
    clock,
    sqs: engines.sqs,
    functions,
    callers: byKind(callers),
    deleteExpired: () => deleteExpired(resources, jsonClient(engines.endpoints.dynamodb, 'dynamodb'), clock.nowMs()),
    ...(firstDueMs ? { firstDueMs: () => firstDueMs(host) } : {}),
  });
  const host: Host = {
    port,
    url,
    outputs: outputs(),
    resources: physicalIds(resources),
    endpoints: engines.endpoints,
    clientEnvironment: clientEnvironment(engines.endpoints),
    nowMs: () => clock.nowMs(),
    aheadMs: () => clock.aheadMs(),
    advance: (byMs) => travel.advance(byMs),
    invoke: (functionName, event) => invoke(functions, functionName, event),
    stop: once(() => {
      travel.stop();
      return stop(server, callers, engines, closers);
    }),
  };
  server.open(gateways, new ClockControl(clock, travel));
  for (const caller of callers) caller.start();
  void functions.warm(functionArns);
  return host;
}

function byKind(callers: readonly Caller[]): Callers {
  return {
    schedules: callers.filter((caller) => caller instanceof Schedule),
    queues: callers.filter((caller) => caller instanceof QueueMapping),
    streams: callers.filter((caller) => caller instanceof StreamMapping),
  };
}

function physicalIds(resources: readonly Resource[]): Host['resources'] {
  const ids: Host['resources'] = {};
  for (const { stack, logicalId, physicalId } of resources) {
    ids[stack] = { ...ids[stack], [logicalId]: physicalId };
  }
  return ids;
}

async function invoke(functions: Functions, functionName: string, event: unknown): Promise<unknown> {
  const outcome = await functions.invoke(arnOf('lambda', `function:${functionName}`), event);
  switch (outcome.kind) {
    case 'answered':
      return outcome.payload;
    case 'throttled':
      throw new Error(`${functionName}: TooManyRequestsException`);
    case 'failed':
      throw new Error(`${functionName}: ${outcome.error.errorType}: ${outcome.error.errorMessage}`);
  }
}

/** Calls under way may still send messages and write items, so callers end before functions and functions before engines. */
async function stop(server: ApiServer, callers: readonly Caller[], engines: Engines, closers: Closers): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, STOP_LIMIT_MS);
  });
  const callersDone = Promise.allSettled(callers.map((caller) => caller.stop()));
  engines.sqs.endLongPolls();
  await Promise.all([server.stop(deadline), Promise.race([callersDone, deadline])]);
  clearTimeout(timer);
  await closers.close();
}

function once(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= action();
    return running;
  };
}
