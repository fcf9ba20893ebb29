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
  /** SQLite file that keeps queues and messages; without it they live in memory. */
  file?: string;
  /** The time of delays, visibility time-outs, retention and sent times; the machine's unless given. */
  now?: Now;
}

export interface SqsEngine extends Engine {
  /** The same actions without the way over HTTP, for the host's own pollers, which stand for a part of AWS. */
  call: JsonClient;
  /** Answers every long poll immediately, now and from now on, so that consumers can end without a message lost on the way to them. */
  endLongPolls(): void;
  /** When the first delay or visibility time-out ends; undefined when none runs. */
  nextDueMs(): number | undefined;
  /** Hands out what has become ready because the clock was moved. */
  clockMoved(): void;
  /** What a queue holds, by its URL. */
  holding(queueUrl: string): QueueContent;
  /**
   * Ends the engine as the death of a process would: every connection breaks, answers on their way are lost, nothing is
   * accepted, and what was in memory is gone. Answers a function that brings it back from its file on the same port.
   */
  kill(): Promise<() => Promise<void>>;
}

export interface QueueContent {
  /** Whether there is a message that may be received now. */
  hasReady: boolean;
  /** Receipt handles of what was received and neither deleted nor become ready again. */
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
      if (!running) throw new ServiceError('EngineAway', 'The queue engine does not run');
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

/** One life of the engine, from the opening of its file to its end. */
interface Running {
  port: number;
  queues: Queues;
  polls: LongPolls<JsonObject>;
  act(action: string, body: unknown, gone?: AbortSignal): Promise<JsonObject>;
  end(): Promise<void>;
}

/** `wantedPort` 0 takes a free one. */
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
