import { join } from 'node:path';
import type { VerifyToken } from './api/cognito-authorizer.ts';
import { readGateways } from './api/gateway.ts';
import { ApiServer } from './api/server.ts';
import { type Clock, timeLimit } from './clock/clock.ts';
import { ClockControl } from './clock/clock-control.ts';
import { deleteExpired } from './clock/expiry.ts';
import { MovableClock } from './clock/movable-clock.ts';
import type { Callers } from './clock/quiet.ts';
import { Schedule } from './clock/schedule.ts';
import { TimeTravel } from './clock/time-travel.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { startDynamo } from './engines/dynamo.ts';
import { startMail } from './engines/mail.ts';
import { startSecrets } from './engines/secrets.ts';
import { type SqsEngine, startSqs } from './engines/sqs.ts';
import { ensureTable, type TableStream } from './engines/tables.ts';
import type { Engines, Host, HostOptions } from './host-options.ts';
import { LocalIssuer } from './issuer/local-issuer.ts';
import { readUserPool } from './issuer/user-pool.ts';
import { type JsonClient, jsonClient } from './json-client.ts';
import { clientEnvironment, Functions } from './lambda/functions.ts';
import { Positions } from './mappings/positions.ts';
import { QueueMapping } from './mappings/queue.ts';
import { readMappings } from './mappings/read-mappings.ts';
import { StreamMapping } from './mappings/stream.ts';
import { readAssembly } from './template/assembly.ts';
import { arnOf } from './template/names.ts';
import { physicalOf, queueName } from './template/physical.ts';
import { openStacks, type Resource } from './template/stacks.ts';
import { readSite } from './web/read-site.ts';

export type { Jump } from './clock/time-travel.ts';
export type { Host, HostOptions } from './host-options.ts';
export type { SeededUser } from './issuer/users.ts';
export type { LogEntry } from './log.ts';

const MAX_STOP_MS = 10_000;

/** A part that calls functions automatically. */
type Caller = Schedule | QueueMapping | StreamMapping;

/**
 * Runs a synthesized CDK app on this machine. Its only input is the assembly: it runs what the templates declare, and
 * throws an `UnsupportedError` for what it does not support.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const closers = new AsyncDisposableStack();
  try {
    return await open(options, closers);
  } catch (error) {
    await closers.disposeAsync();
    throw error;
  }
}

async function open(options: HostOptions, closers: AsyncDisposableStack): Promise<Host> {
  const { onLog: log, dataDir, environment = {}, trustedCaFiles = [], environments, firstDueMs } = options;
  // Read first: an unsupported app must not leave engines and files behind.
  const assembly = readAssembly(options.assemblyDir);
  closers.defer(lockDataDir(dataDir));
  const server = new ApiServer(log);
  closers.defer(() => server.stop(Promise.resolve()));
  const port = await server.listen(options.port, options.host);
  const url = `http://localhost:${port}`;
  await options.prepare?.();
  const clock = new MovableClock(dataDir);
  const engines = await startEngines(options, clock, closers);
  const { endpoints } = engines;
  const dynamo = jsonClient(endpoints.dynamodb, 'dynamodb');
  const tableStreams = new Map<string, TableStream>();
  const streamArn = (tableName: string) => tableStreams.get(tableName)?.arn;
  const physical = physicalOf({ sqsEndpoint: endpoints.sqs, secrets: engines.secrets.store, url, streamArn });
  const { resources, outputs } = openStacks(assembly, physical);
  await createTables(resources, dynamo, tableStreams);
  await createQueues(resources, engines.sqs);
  // All are resolved on first use: errors in templates are reported at the start.
  const ids = physicalIds(resources);
  const around = { endpoints, environment, trustedCaFiles, environments, clockAhead: clock.shared, log };
  const functions = new Functions(resources, around);
  closers.defer(() => functions.stop());
  const issuer = openIssuer(resources, url, options);
  const positions = new Positions(dataDir);
  closers.defer(() => positions.close());
  const verifyToken: VerifyToken = async (token, pools) => (await issuer?.verify(token, pools)) ?? { kind: 'invalid' };
  const gateways = readGateways({ resources, clock, functions, verifyToken, log });
  const site = readSite(resources, gateways, physical.finish, log);
  const mappings = readMappings({
    ...{ resources, functions, environments, positions, clock, log, sqs: engines.sqs },
    tableStreams: [...tableStreams.values()],
    streams: jsonClient(engines.endpoints.dynamodb, 'streams'),
  });
  const callers: Callers = {
    schedules: ofType(resources, 'AWS::Events::Rule').map((rule) => new Schedule(rule, functions, clock, log)),
    queues: mappings.filter((mapping) => mapping instanceof QueueMapping),
    streams: mappings.filter((mapping) => mapping instanceof StreamMapping),
  };
  const allCallers = Object.values(callers).flat();
  const travel = new TimeTravel({
    ...{ clock, sqs: engines.sqs, functions, callers },
    deleteExpired: () => deleteExpired(resources, dynamo, clock.nowMs()),
    ...(firstDueMs && { firstDueMs: (afterMs) => firstDueMs(host, afterMs) }),
  });
  const host: Host = {
    ...{ port, url, outputs: outputs(), resources: ids, endpoints },
    clientEnvironment: clientEnvironment(endpoints),
    nowMs: () => clock.nowMs(),
    aheadMs: () => clock.aheadMs(),
    advance: (byMs) => travel.advance(byMs),
    invoke: (functionName, event) => invoke(functions, functionName, event),
    stop: () => {
      travel.stop();
      return stop(server, allCallers, engines.sqs, closers);
    },
  };
  server.open({
    ...{ gateways, clockControl: new ClockControl(clock, travel) },
    ...(issuer && { issuer }),
    ...(site && { site }),
  });
  for (const caller of allCallers) caller.start();
  return host;
}

function ofType(resources: readonly Resource[], wanted: string): Resource[] {
  return resources.filter(({ type }) => type === wanted);
}

/** Starts the engines, each with its own file in the data folder. DynamoDB is not restarted when it ends. */
async function startEngines(
  { dataDir, mailDir, onLog, onLost }: HostOptions,
  clock: Clock,
  closers: AsyncDisposableStack,
): Promise<Engines> {
  const lost = () => {
    onLog({ kind: 'host', level: 'error', text: 'DynamoDB engine ended' });
    onLost?.();
  };
  const dynamo = await startDynamo({ dataFile: join(dataDir, 'dynamo.db'), onLost: lost });
  closers.defer(() => dynamo.stop());
  const sqs = await startSqs({ file: join(dataDir, 'queues.db'), now: () => clock.nowMs() });
  closers.defer(() => sqs.stop());
  const secrets = await startSecrets(join(dataDir, 'secrets.json'));
  closers.defer(() => secrets.stop());
  const mail = await startMail(mailDir ?? join(dataDir, 'mail'), () => clock.nowMs());
  closers.defer(() => mail.stop());
  const endpoints = {
    ...{ dynamodb: dynamo.endpoint, sqs: sqs.endpoint, secretsManager: secrets.endpoint },
    ses: mail.endpoint,
  };
  return { sqs, secrets, endpoints };
}

async function createTables(
  resources: readonly Resource[],
  dynamo: JsonClient,
  streams: Map<string, TableStream>,
): Promise<void> {
  const work = ofType(resources, 'AWS::DynamoDB::Table').map(async (table) => {
    const stream = await ensureTable(table, dynamo);
    if (stream) streams.set(table.physicalId, stream);
  });
  await Promise.all(work);
}

async function createQueues(resources: readonly Resource[], { call }: SqsEngine): Promise<void> {
  for (const queue of ofType(resources, 'AWS::SQS::Queue')) {
    const texts = Object.entries(queue.properties).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]);
    await call('CreateQueue', { QueueName: queueName(queue), Attributes: Object.fromEntries(texts) });
  }
}

function openIssuer(resources: readonly Resource[], url: string, options: HostOptions): LocalIssuer | undefined {
  const pool = readUserPool(resources);
  return pool && new LocalIssuer(url, options.dataDir, pool, options.users ?? []);
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
async function stop(
  server: ApiServer,
  callers: readonly Caller[],
  sqs: SqsEngine,
  closers: AsyncDisposableStack,
): Promise<void> {
  const deadline = timeLimit(MAX_STOP_MS);
  const callersDone = Promise.allSettled(callers.map((caller) => caller.stop()));
  sqs.endLongPolls();
  await Promise.all([server.stop(deadline.passed), Promise.race([callersDone, deadline.passed])]);
  deadline.cancel();
  await closers.disposeAsync();
}
