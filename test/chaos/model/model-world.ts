import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startDynamo } from '../../../lib/local/engines/dynamo.ts';
import { jsonClient } from '../../../lib/local/json-client.ts';
import { ACCOUNT, createTables } from '../../support/created-tables.ts';
import { NOW_MS } from '../../support/scripted-sibs.ts';
import { CallTrace } from '../world/call-trace.ts';
import { productClients } from '../world/clients.ts';
import { type Ended, Invocation } from '../world/invocation.ts';
import { StreamReader } from '../world/stream-reader.ts';
import type { FunctionName } from '../world/world.ts';
import { switchStreamOn } from '../world/world-parts.ts';
import { ModelBank } from './model-bank.ts';
import { type ModelEnvironment, modelEnvironment, secrets } from './model-environment.ts';
import { ModelQueue } from './model-queue.ts';
import type { ModelShop } from './model-shop.ts';

/** Where an invocation dies: at the n-th of the points before and after its calls, counted from 1. */
export type Cut = number | undefined;

export interface ModelWorld {
  time: { nowMs: number };
  bank: ModelBank;
  queues: { deliveries: ModelQueue; retries: ModelQueue };
  shops: ModelShop[];
  /** The last log lines of the functions. */
  lines: string[];
  /** The harness's own way to the table. */
  own: DynamoDBClient;
  stream: StreamReader;
  /** A sequence begins: the time of the first one, a bank that knows nothing, empty queues, fresh environments. */
  begin(): void;
  invoke<Answer>(
    name: FunctionName,
    run: (environment: ModelEnvironment) => Promise<Answer>,
    cut?: Cut,
  ): Promise<Ended<Answer>>;
  stop(): Promise<void>;
}

/** One table for all sequences of a worker: each has its own merchants and transactions, and leaves nothing due behind. */
export async function startModelWorld(): Promise<ModelWorld> {
  const time = { nowMs: NOW_MS };
  const nowMs = () => time.nowMs;
  const { clients, own, stream, stop } = await startTable(nowMs);
  let environment: ModelEnvironment | undefined;
  const world: ModelWorld = {
    time,
    bank: new ModelBank(nowMs),
    queues: { deliveries: new ModelQueue('deliveries', nowMs), retries: new ModelQueue('delivery-retries', nowMs) },
    shops: [],
    lines: [],
    own,
    stream,
    begin: () => {
      time.nowMs = NOW_MS;
      world.bank.reset();
      for (const queue of Object.values(world.queues)) queue.clear();
      world.shops.length = 0;
      world.lines.length = 0;
      environment = undefined;
    },
    invoke: async (name, run, cut) => {
      environment ??= modelEnvironment(world, clients);
      const made = environment;
      const ended = await new Invocation(name, new CutTrace(cut)).run(() => run(made));
      if (ended.kind === 'crashed') environment = undefined;
      return ended;
    },
    stop,
  };
  return world;
}

/** The table with its stream, and the ways to it: the product's, whose calls can be cut, and the harness's own. */
async function startTable(nowMs: () => number) {
  const folder = mkdtempSync(join(tmpdir(), 'payment-service-model-'));
  // On a file, where the engine's index of stream records keeps long runs fast.
  const engine = await startDynamo({ dataFile: join(folder, 'dynamo.db') });
  const { endpoint } = engine;
  const own = new DynamoDBClient({ ...ACCOUNT, endpoint });
  await createTables(own);
  const streamArn = await switchStreamOn(own);
  const clients = {
    ...productClients({ dynamodb: endpoint, sqs: endpoint, secretsManager: endpoint }, nowMs),
    secrets,
  };
  return {
    clients,
    own,
    stream: new StreamReader(jsonClient(endpoint, 'streams'), streamArn, nowMs),
    stop: async () => {
      clients.destroy();
      own.destroy();
      await engine.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

class CutTrace extends CallTrace {
  readonly #at: Cut;
  #passed = 0;

  constructor(at: Cut) {
    super();
    this.#at = at;
  }

  override isCutAt(): boolean {
    this.#passed += 1;
    return this.#passed === this.#at;
  }
}
