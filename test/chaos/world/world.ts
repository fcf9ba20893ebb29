import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import type { LogFields, Logger } from '../../../functions/runtime/logger.ts';
import { startDynamo } from '../../../lib/local/engines/dynamo.ts';
import { startSecrets } from '../../../lib/local/engines/secrets.ts';
import { startSqs } from '../../../lib/local/engines/sqs.ts';
import { jsonClient } from '../../../lib/local/json-client.ts';
import { TableStream } from '../../../lib/local/mappings/table-stream.ts';
import type { Bank } from '../../bank/bank.ts';
import { serveBank } from '../../bank/serve.ts';
import { Sibs } from '../../bank/sibs.ts';
import { CREDENTIALS, NOW_MS } from '../../rig/banks/scripted-sibs.ts';
import { createTables, TABLES } from '../../rig/tables.ts';
import { CallTrace } from './call-trace.ts';
import { ACCESS, productClients } from './clients.ts';
import { Customers } from './customers.ts';
import { type Environment, environment, SECRET_TEXTS } from './environment.ts';
import type { Fault } from './fault.ts';
import { faultProxies } from './fault-proxy.ts';
import type { Hook } from './hook.ts';
import { type Ended, Invocation } from './invocation.ts';
import { Queue } from './queue.ts';
import { startReceiver } from './receiver.ts';
import { StreamReader } from './stream-reader.ts';
import { waysOverNetwork } from './ways.ts';

export type FunctionName =
  | 'authorize'
  | 'init'
  | 'mbway'
  | 'multibanco'
  | 'status'
  | 'notification'
  | 'relay'
  | 'deliver'
  | 'sweep'
  | 'resend'
  | 'test';

export type World = Awaited<ReturnType<typeof startWorld>>;

// The same for the consumer, the relay and the API's functions.
const FUNCTION_TIMEOUT_MS = 30_000;

/**
 * The complete delivery on embedded engines: table with stream, queues, secrets, bank, merchants' servers, and a clock.
 * Proxies are between the functions and what they call; the harness connects directly.
 */
export async function startWorld() {
  const time = { nowMs: NOW_MS };
  const nowMs = () => time.nowMs;
  const bank = new Sibs(nowMs, CREDENTIALS.notificationKey);
  /** By URL. */
  const hooks = new Map<string, Hook>();
  const folder = mkdtempSync(join(tmpdir(), 'payment-service-chaos-'));
  const [dynamo, sqs, servers] = await Promise.all([
    // File-backed: the engine's index of stream records keeps long runs fast.
    startDynamo({ dataFile: join(folder, 'dynamo.db') }),
    startSqs({ now: nowMs }),
    startServers(bank, hooks),
  ]);
  const proxies = faultProxies((call) => hang(call));
  const endpoints = { dynamodb: dynamo.endpoint, sqs: sqs.endpoint, secretsManager: servers.secrets.endpoint };
  const by = {
    dynamodb: await proxies.before(endpoints.dynamodb),
    sqs: await proxies.before(endpoints.sqs),
    secretsManager: await proxies.before(endpoints.secretsManager),
  };
  const clients = productClients(endpoints, { by, isProxied: proxies.isProxied });
  const bankUrl = await proxies.before(servers.bank.baseUrl);
  const own = new DynamoDBClient({ ...ACCESS, endpoint: dynamo.endpoint });
  await createTables(own);
  const stream = new TableStream({
    ...{
      streams: jsonClient(dynamo.endpoint, 'streams'),
      engineStreamArn: await switchStreamOn(own),
      sourceArn: 'stream',
    },
    clock: { aheadMs: () => nowMs() - Date.now() },
  });
  const queues = {
    deliveries: await Queue.create(sqs, 'deliveries'),
    retries: await Queue.create(sqs, 'delivery-retries'),
  };
  const state = {
    trace: new CallTrace(),
    environments: new Map<string, Environment>(),
    running: new Set<Invocation>(),
    crashes: 0,
    /** The functions' last log lines. */
    lines: [] as string[],
    /** Real-time deadline of a POST; short in scenarios with a silent merchant. */
    postDeadlineMs: 8_000,
    bankDeadlineMs: 8_000,
    silentUrls: new Set<string>(),
  };
  const logger = capturingLogger(state.lines);
  const environmentOf = (slot: string): Environment => {
    const existing = state.environments.get(slot);
    if (existing) return existing;
    const queueUrls = { deliveries: queues.deliveries.url, retries: queues.retries.url };
    const ways = waysOverNetwork(world, clients);
    const made = environment({ clients, queueUrls, bankUrl, clock: nowMs, logger, ...ways });
    state.environments.set(slot, made);
    return made;
  };

  // Lambda ends a function whose call is never answered at its timeout. Calls to the bank have their own timeout.
  const hang = (call: string) => {
    const [functionName, operation] = call.split(' ');
    if (operation === 'bank') return;
    time.nowMs += FUNCTION_TIMEOUT_MS;
    for (const invocation of state.running) if (invocation.functionName === functionName) invocation.die(true);
  };

  const world = {
    time,
    state,
    proxies,
    bank,
    customers: new Customers(bank),
    hooks,
    shopsOrigin: servers.receiver.origin,
    queues,
    /** When the next delay or visibility timeout ends. */
    nextMessageAtMs: () => sqs.nextDueMs() ?? Number.POSITIVE_INFINITY,
    /** The harness's own client of the table. */
    own,
    stream: new StreamReader(stream),
    /** Begins a run with these faults, fresh environments, empty queues and a fresh trace. */
    begin: async (faults: readonly Fault[]): Promise<CallTrace> => {
      state.trace = new CallTrace(faults);
      proxies.script(state.trace.run, faults);
      state.environments.clear();
      state.crashes = 0;
      state.lines.length = 0;
      for (const queue of Object.values(queues)) await queue.clear();
      await clients.renew();
      return state.trace;
    },
    /** Runs a function. Concurrent invocations have separate environments. A crash discards the environment. */
    invoke: async <Answer>(
      name: FunctionName,
      run: (environment: Environment) => Promise<Answer>,
      sideBySide = 0,
    ): Promise<Ended<Answer>> => {
      const slot = `${name} ${sideBySide}`;
      const invocation = new Invocation(name, state.trace);
      state.running.add(invocation);
      const ended = await invocation.run(() => run(environmentOf(slot)));
      state.running.delete(invocation);
      if (ended.kind === 'crashed') {
        state.crashes += 1;
        state.environments.delete(slot);
      }
      return ended;
    },
    stop: async () => {
      clients.destroy();
      own.destroy();
      await proxies.stop();
      await Promise.all([dynamo.stop(), sqs.stop(), servers.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}

/** Serves secrets, receivers and bank over the network. */
async function startServers(bank: Bank, hooks: ReadonlyMap<string, Hook>) {
  const parts = { secrets: await startSecrets(), receiver: await startReceiver(hooks), bank: await serveBank(bank) };
  for (const [name, text] of Object.entries(SECRET_TEXTS)) parts.secrets.store.create(name, text);
  return { ...parts, stop: async () => void (await Promise.all(Object.values(parts).map((part) => part.stop()))) };
}

async function switchStreamOn(client: DynamoDBClient): Promise<string> {
  const { TableDescription } = await client.send(
    new UpdateTableCommand({
      TableName: TABLES.transactions,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
  if (!TableDescription?.LatestStreamArn) throw new Error('the engine gave the table no stream');
  return TableDescription.LatestStreamArn;
}

const MAX_LOG_LINES = 400;

/** The last log lines, to explain a failed run. */
function capturingLogger(lines: string[]): Logger {
  const at =
    (level: string) =>
    (message: string, fields: LogFields = {}) => {
      lines.push(`${level} ${message} ${JSON.stringify({ ...fields, stack: undefined })}`);
      if (lines.length > MAX_LOG_LINES) lines.shift();
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
