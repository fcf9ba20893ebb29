import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startDynamo } from '../../../lib/local/engines/dynamo.ts';
import { startSecrets } from '../../../lib/local/engines/secrets.ts';
import { startSqs } from '../../../lib/local/engines/sqs.ts';
import { jsonClient } from '../../../lib/local/json-client.ts';
import { ACCOUNT, createTables } from '../../support/created-tables.ts';
import { NOW_MS } from '../../support/scripted-sibs.ts';
import { startScriptedBank } from './bank.ts';
import { CallTrace } from './call-trace.ts';
import { type Endpoints, productClients } from './clients.ts';
import { type Environment, environment } from './environment.ts';
import { type Fault, type FaultKind, faultProxies } from './fault-proxy.ts';
import { type Ended, Invocation } from './invocation.ts';
import { startReceiver } from './receiver.ts';
import { StreamReader } from './stream-reader.ts';
import { keepingLogger, makeQueue, putSecrets, switchStreamOn } from './world-parts.ts';

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

/** What is to go wrong in a run. */
export interface Plan {
  /** Points of the trace at which the invocation dies. */
  cuts?: readonly string[];
  /** Trouble on the network; only in a faulty world. */
  faults?: readonly Fault[];
  /** Draws a fault for a request, or none; only in a faulty world. */
  chance?(): FaultKind | undefined;
  /** A trace with a plan of its own. */
  trace?: CallTrace;
}

export interface WorldOptions {
  /** Puts proxies between the product and everything it calls; the harness itself always talks directly. */
  isFaulty?: boolean;
}

/** The whole of delivery on embedded engines: table with its stream, queues, secrets, bank, merchants' server, and a clock. */
export async function startWorld(options: WorldOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'payment-service-faults-'));
  const [dynamoEngine, sqsEngine, secretsEngine, receiver, bank] = await Promise.all([
    // On a file, where the engine's index of stream records keeps long runs fast.
    startDynamo({ dataFile: join(folder, 'dynamo.db') }),
    startSqs(),
    startSecrets(),
    startReceiver(),
    startScriptedBank(),
  ]);
  const direct = { dynamodb: dynamoEngine.endpoint, sqs: sqsEngine.endpoint, secretsManager: secretsEngine.endpoint };
  const proxies = faultProxies((call) => hang(call));
  const way = async (target: string) => (options.isFaulty ? proxies.before(target) : target);
  const seen: Endpoints = {
    dynamodb: await way(direct.dynamodb),
    sqs: await way(direct.sqs),
    secretsManager: await way(direct.secretsManager),
  };
  const bankUrl = await way(bank.baseUrl);
  const time = { nowMs: NOW_MS };
  const nowMs = () => time.nowMs;
  const clients = productClients(seen, nowMs);
  const own = new DynamoDBClient({ ...ACCOUNT, endpoint: direct.dynamodb });
  const sqs = jsonClient(direct.sqs, 'sqs');
  await putSecrets(direct.secretsManager);
  await createTables(own);
  const streamArn = await switchStreamOn(own);
  const queues = {
    deliveries: await makeQueue(sqs, 'deliveries', nowMs),
    retries: await makeQueue(sqs, 'delivery-retries', nowMs),
  };

  const state = {
    trace: new CallTrace(),
    environments: new Map<string, Environment>(),
    running: new Set<Invocation>(),
    crashes: 0,
    lines: [] as string[],
    /** Real time a silent merchant is waited for; scenarios with one make it short. */
    postDeadlineMs: 8_000,
    bankDeadlineMs: 8_000,
    silentUrls: new Set<string>(),
  };
  const environmentOf = (name: string): Environment => {
    const kept = state.environments.get(name);
    if (kept) return kept;
    const { postDeadlineMs, bankDeadlineMs, silentUrls } = state;
    const logger = keepingLogger(state.lines);
    const queueUrls = { deliveries: queues.deliveries.url, retries: queues.retries.url };
    const deadlines = { postDeadlineMs, silentUrls, bankDeadlineMs };
    const made = environment({ clients, queueUrls, bankUrl, time, ...deadlines, logger });
    state.environments.set(name, made);
    return made;
  };

  // A call that is never answered: Lambda ends the function that made it, at its time-out. The bank's calls have their own.
  const hang = (call: string) => {
    const [functionName, operation] = call.split(' ');
    if (operation === 'bank') return;
    time.nowMs += FUNCTION_TIMEOUT_MS;
    for (const invocation of state.running) if (invocation.functionName === functionName) invocation.die(true);
  };

  return {
    time,
    state,
    proxies,
    bank,
    receiver,
    queues,
    /** The harness's own way to the table. */
    own,
    stream: new StreamReader(jsonClient(direct.dynamodb, 'streams'), streamArn, nowMs),
    /** A run begins: fresh environments, a fresh trace, cut where the plan says. */
    begin: async ({ cuts = [], faults = [], chance, trace = new CallTrace(cuts) }: Plan): Promise<CallTrace> => {
      state.trace = trace;
      proxies.script(trace.run, faults, chance);
      state.environments.clear();
      state.crashes = 0;
      state.lines.length = 0;
      await clients.renew();
      return state.trace;
    },
    /** Runs a function. Invocations side by side have an environment each; after a crash the next finds a fresh one. */
    invoke: async <Answer>(
      name: FunctionName,
      run: (environment: Environment) => Promise<Answer>,
      sideBySide = 0,
    ): Promise<Ended<Answer>> => {
      const place = `${name} ${sideBySide}`;
      const invocation = new Invocation(name, state.trace);
      state.running.add(invocation);
      const ended = await invocation.run(() => run(environmentOf(place)));
      state.running.delete(invocation);
      if (ended.kind === 'crashed') {
        state.crashes += 1;
        state.environments.delete(place);
      }
      return ended;
    },
    stop: async () => {
      clients.destroy();
      own.destroy();
      await proxies.stop();
      await Promise.all([dynamoEngine, sqsEngine, secretsEngine, receiver, bank].map((part) => part.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// Of the consumer, the relay and the API's functions alike.
const FUNCTION_TIMEOUT_MS = 30_000;
