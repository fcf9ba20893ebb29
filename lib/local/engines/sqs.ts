import type { JsonObject } from '../json.ts';
import { type JsonClient, ServiceError } from '../json-client.ts';
import type { Engine } from './dynamo.ts';
import { type JsonReply, serveJson } from './json-server.ts';
import { actionsOf, type SqsRequest } from './sqs/actions.ts';
import { SqsError } from './sqs/error.ts';
import { LongPolls } from './sqs/long-polls.ts';
import type { Now, Queue } from './sqs/queue.ts';
import { Queues } from './sqs/queues.ts';
import { SqsStore } from './sqs/store.ts';

export interface SqsOptions {
  /** SQLite file of queues and messages; without it they are in memory. */
  file?: string;
  /** The time of delays, visibility timeouts, retention and sent times; by default the machine's. */
  now?: Now;
}

export interface SqsEngine extends Engine {
  /** The same actions without HTTP, for the host's own pollers. */
  call: JsonClient;
  /** Answers every long poll immediately from now on, so that consumers can stop without losing a message. */
  endLongPolls(): void;
  /** When the first delay or visibility timeout ends; undefined when none runs. */
  nextDueMs(): number | undefined;
  /** Delivers messages that became ready because the clock was moved. */
  clockMoved(): void;
  /** The content of a queue, by its URL. */
  holding(queueUrl: string): QueueContent;
  /**
   * Ends the engine as a crash of its process would: connections break, responses are lost, calls are refused, and its
   * memory is gone. Returns a function that restarts it from its file on the same port.
   */
  kill(): Promise<() => Promise<void>>;
}

export interface QueueContent {
  /** Whether there is a message that may be received now. */
  hasReady: boolean;
  /** Receipt handles of the messages in flight. */
  inFlight: string[];
}

/** Starts SQS with standard queues on 127.0.0.1. Queue URLs are `http://127.0.0.1:PORT/000000000000/NAME`. */
export async function startSqs(options: SqsOptions = {}): Promise<SqsEngine> {
  const first = await open(options, 0);
  const { port } = first;
  let running: Running | undefined = first;
  const queues = () => running?.queues.all() ?? [];
  return {
    endpoint: `http://127.0.0.1:${port}`,
    call: async (action, body) => {
      if (!running) throw new ServiceError('EngineAway', 'The queue engine is not running');
      try {
        return await running.act(action, body);
      } catch (error) {
        throw error instanceof SqsError ? new ServiceError(error.code, error.message) : error;
      }
    },
    endLongPolls: () => running?.polls.end(),
    nextDueMs: () => {
      const dueMs = queues().flatMap((queue) => queue.nextDue()?.atMs ?? []);
      return dueMs.length > 0 ? Math.min(...dueMs) : undefined;
    },
    clockMoved: () => {
      for (const queue of queues()) running?.polls.serve(queue);
    },
    holding: (queueUrl) => {
      const queue = running?.queues.find(queueUrl);
      return { hasReady: queue?.hasReady() ?? false, inFlight: queue?.handlesInFlight() ?? [] };
    },
    kill: async () => {
      if (!options.file || !running) throw new Error('Only a running engine that keeps a file can be killed');
      const { end } = running;
      running = undefined;
      await end();
      return async () => {
        running = await open(options, port);
      };
    },
    stop: async () => running?.end(),
  };
}

/** The engine from the opening of its file to its end. */
interface Running {
  port: number;
  queues: Queues;
  polls: LongPolls<JsonObject>;
  act(action: string, body: unknown, gone?: AbortSignal): Promise<JsonObject>;
  end(): Promise<void>;
}

/** `wantedPort` 0 selects a free one. */
async function open({ file, now = Date.now }: SqsOptions, wantedPort: number): Promise<Running> {
  const store = file ? new SqsStore(file) : undefined;
  const queues = new Queues(store, now);
  const polls = new LongPolls<JsonObject>();
  const urlOf = ({ name }: Queue) => `http://127.0.0.1:${server.port}/000000000000/${name}`;
  const actions = actionsOf({ store, queues, polls, urlOf });
  const act = async (name: string, body: unknown, gone?: AbortSignal) => {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw new SqsError('UnsupportedOperation', `The action ${name} is not supported here.`);
    return action(body as SqsRequest, gone);
  };
  const server = await serveJson(wantedPort, '1.0', (action, body, gone) =>
    act(action, body, gone).then((answer): JsonReply => ({ status: 200, body: answer }), refusal),
  );
  const end = async () => {
    polls.end();
    await server.stop();
    store?.close();
  };
  return { port: server.port, queues, polls, act, end };
}

function refusal(error: unknown): JsonReply {
  if (!(error instanceof SqsError)) throw error;
  const { code, message, queryCode, status } = error;
  const headers = { 'x-amzn-query-error': `${queryCode};Sender` };
  return { status, headers, body: { __type: `com.amazonaws.sqs#${code}`, message } };
}
