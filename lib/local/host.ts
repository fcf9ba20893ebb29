import type { VerifyToken } from './api/cognito-authorizer.ts';
import { ApiServer } from './api/server.ts';
import { timeLimit } from './clock/clock.ts';
import { ClockControl } from './clock/clock-control.ts';
import { deleteExpired } from './clock/expiry.ts';
import { MovableClock } from './clock/movable-clock.ts';
import type { Callers } from './clock/quiet.ts';
import { Schedule } from './clock/schedule.ts';
import { TimeTravel } from './clock/time-travel.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { type Engines, startEngines } from './engines/engines.ts';
import { createStores } from './engines/stores.ts';
import type { TableStream } from './engines/tables.ts';
import type { Host, HostOptions } from './host-options.ts';
import { LocalIssuer } from './issuer/local-issuer.ts';
import { readUserPool } from './issuer/user-pool.ts';
import { jsonClient } from './json-client.ts';
import { clientEnvironment, Functions } from './lambda/functions.ts';
import { Positions } from './mappings/positions.ts';
import { QueueMapping } from './mappings/queue.ts';
import { StreamMapping } from './mappings/stream.ts';
import { startRelays } from './rights/function-rights.ts';
import { readAssembly } from './template/assembly.ts';
import { arnOf } from './template/names.ts';
import { physicalOf } from './template/physical.ts';
import { openStacks, type Resource } from './template/stacks.ts';
import { readSite } from './web/read-site.ts';
import { type Caller, programFunctionsOf, readCallers, readGateways, resolveAll } from './wiring.ts';

export type { Jump } from './clock/time-travel.ts';
export type { Host, HostOptions } from './host-options.ts';
export type { SignInOptions } from './issuer/local-issuer.ts';
export type { LogEntry } from './log.ts';

const MAX_STOP_MS = 10_000;

/**
 * Runs a synthesized CDK app on this machine. Its only input is the assembly: it runs what the templates declare, and
 * throws an `UnsupportedError` for what it does not support.
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
  // Read first: an unsupported app must not leave engines and files behind.
  const assembly = readAssembly(options.assemblyDir);
  closers.add(lockDataDir(dataDir));
  const server = new ApiServer(log);
  closers.add(() => server.stop(Promise.resolve()));
  const { port, url } = await server.listen(options.port, options.host);
  await options.prepare?.();
  const clock = new MovableClock(dataDir);
  const streams = new Map<string, TableStream>();
  const engines = await startEngines(dataDir, clock, log, options.onLost);
  closers.add(() => engines.stop());
  const relays = options.onRight && (await startRelays(engines, options.onRight));
  if (relays) closers.add(() => relays.stop());
  const endpoints = relays?.endpoints ?? engines.endpoints;
  const streamArn = (tableName: string) => streams.get(tableName)?.arn;
  const physical = physicalOf({ sqsEndpoint: endpoints.sqs, secrets: engines.secrets.store, url, streamArn });
  const { resources, outputs } = openStacks(assembly, physical);
  await createStores(resources, engines, streams);
  resolveAll(resources);
  const { environment = {}, trustedCaFiles = [], environments } = options;
  relays?.know(resources);
  const functions = new Functions(resources, {
    endpoints,
    environment,
    trustedCaFiles,
    environments,
    clockAhead: clock.shared,
    log,
  });
  closers.add(() => functions.stop());
  const issuer = openIssuer(resources, url, options);
  const positions = new Positions(dataDir);
  closers.add(() => positions.close());
  const verifyToken: VerifyToken = async (token, pools) => (await issuer?.verify(token, pools)) ?? { kind: 'invalid' };
  const wiring = { resources, engines, functions, environments, streams, positions, clock, verifyToken, log };
  const gateways = readGateways(wiring);
  const site = readSite(resources, gateways, physical.finish, log);
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
    clientEnvironment: clientEnvironment({ ...engines.endpoints, sqs: endpoints.sqs }),
    nowMs: () => clock.nowMs(),
    aheadMs: () => clock.aheadMs(),
    advance: (byMs) => travel.advance(byMs),
    invoke: (functionName, event) => invoke(functions, functionName, event),
    stop: once(() => {
      travel.stop();
      return stop(server, callers, engines, closers);
    }),
  };
  server.open({
    clock,
    gateways,
    clockControl: new ClockControl(clock, travel),
    ...(issuer ? { issuer } : {}),
    ...(site ? { site } : {}),
  });
  const programFunctions = programFunctionsOf(functions, gateways, site, callers);
  if (options.isWarm) await functions.warm(programFunctions);
  for (const caller of callers) caller.start();
  return host;
}

function openIssuer(resources: readonly Resource[], url: string, options: HostOptions): LocalIssuer | undefined {
  const pool = readUserPool(resources);
  return pool && new LocalIssuer(url, options.dataDir, pool, options.signIn ?? { users: [] });
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

/** Calls in progress may still write and send, so callers stop before functions, and functions before engines. */
async function stop(server: ApiServer, callers: readonly Caller[], engines: Engines, closers: Closers): Promise<void> {
  const deadline = timeLimit(MAX_STOP_MS);
  const callersDone = Promise.allSettled(callers.map((caller) => caller.stop()));
  engines.sqs.endLongPolls();
  await Promise.all([server.stop(deadline.passed), Promise.race([callersDone, deadline.passed])]);
  deadline.cancel();
  await closers.close();
}

function once(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= action();
    return running;
  };
}

/** Closes resources when a start fails or the host stops: last opened, first closed. */
export class Closers {
  readonly #closers: (() => void | Promise<void>)[] = [];

  add(close: () => void | Promise<void>): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) await close();
  }
}
