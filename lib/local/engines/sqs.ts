import type { JsonObject } from '../json.ts';
import { type JsonClient, ServiceError } from '../json-client.ts';
import type { Engine } from './dynamo.ts';
import { type JsonReply, serveJson } from './json-server.ts';
import { actionsOf, checkSupported, type SqsRequest } from './sqs/actions.ts';
import { SqsError } from './sqs/error.ts';
import { LongPolls } from './sqs/long-polls.ts';
import { Queues } from './sqs/queues.ts';
import { SqsStore } from './sqs/store.ts';

export interface SqsOptions {
  /** SQLite file of queues and messages; without it they are in memory. */
  file?: string;
  /** The time of delays, visibility timeouts, retention and sent times; by default the machine's. */
  now?: () => number;
}

export interface SqsEngine extends Engine {
  /** The same actions without HTTP, for the host itself. */
  call: JsonClient;
  /** Answers every long poll immediately from now on, so that consumers can stop without losing a message. */
  endLongPolls(): void;
  /** When the first delay or visibility timeout ends; undefined when none runs. */
  nextDueMs(): number | undefined;
  /** Delivers messages that became ready because the clock was moved. */
  clockMoved(): void;
  /** The content of a queue, by its URL. */
  holding(queueUrl: string): QueueContent;
}

export interface QueueContent {
  /** Whether there is a message that may be received now. */
  hasReady: boolean;
  /** Receipt handles of the messages in flight. */
  inFlight: string[];
}

/** Starts SQS with standard queues on 127.0.0.1. Queue URLs are `http://127.0.0.1:PORT/000000000000/NAME`. */
export async function startSqs({ file, now = Date.now }: SqsOptions = {}): Promise<SqsEngine> {
  const store = new SqsStore(file ?? ':memory:');
  const queues = new Queues(store, now);
  const polls = new LongPolls<JsonObject>();
  const urlOf = ({ name }: { name: string }) => `http://127.0.0.1:${server.port}/000000000000/${name}`;
  const actions = actionsOf({ store, queues, polls, urlOf });
  const act = async (name: string, request: SqsRequest, gone?: AbortSignal): Promise<JsonObject> => {
    checkSupported(name, request);
    return actions[name]?.(request, gone) ?? {};
  };
  const server = await serveJson('1.0', (action, body, gone) =>
    act(action, body as SqsRequest, gone).then((answer): JsonReply => ({ status: 200, body: answer }), refusal),
  );
  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    call: (action, body) =>
      act(action, body as SqsRequest).catch((error: unknown) => {
        throw error instanceof SqsError ? new ServiceError(error.code, error.message) : error;
      }),
    endLongPolls: () => polls.end(),
    nextDueMs: () => {
      const dueMs = queues.all().flatMap((queue) => queue.nextDue()?.atMs ?? []);
      return dueMs.length > 0 ? Math.min(...dueMs) : undefined;
    },
    clockMoved: () => {
      for (const queue of queues.all()) polls.serve(queue);
    },
    holding: (queueUrl) => {
      const queue = queues.find(queueUrl);
      return { hasReady: queue?.hasReady() ?? false, inFlight: queue?.handlesInFlight() ?? [] };
    },
    stop: async () => {
      polls.end();
      await server.stop();
      store.close();
    },
  };
}

function refusal(error: unknown): JsonReply {
  if (!(error instanceof SqsError)) throw error;
  return { status: 400, body: { __type: `com.amazonaws.sqs#${error.code}`, message: error.message } };
}
