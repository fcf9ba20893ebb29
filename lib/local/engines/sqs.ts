import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '../json.ts';
import { type JsonClient, ServiceError } from '../json-client.ts';
import type { Engine } from './dynamo.ts';
import { loadFauxqs, type Now, type QueueStore, type SqsAction, type SqsRequest } from './fauxqs.ts';

export interface SqsOptions {
  /** Folder that keeps queues and messages; without it they live in memory. */
  dataDir?: string;
  /** The time of delays, visibility time-outs and sent times; the machine's unless given. */
  now?: Now;
}

export interface SqsEngine extends Engine {
  /** The same actions without the way over HTTP, for the host's own pollers, which stand for a part of AWS. */
  call: JsonClient;
  /** Answers every long poll at once, now and from now on, so that consumers can end without a message lost on the way to them. */
  endLongPolls(): void;
  /** When the first delay or visibility time-out ends; undefined when none runs. */
  nextDueMs(): number | undefined;
  /** Makes ready what has become due because the clock was moved. */
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
  /** Messages that anybody may receive now. */
  ready: number;
  /** Receipt handles of what was received and neither deleted nor become ready again. */
  inFlight: string[];
}

/**
 * Starts SQS on 127.0.0.1: the queues, actions and store of fauxqs behind a plain server of ours, because the package's
 * own start listens on every interface and brings S3 and SNS along. Queue URLs are
 * `http://127.0.0.1:PORT/000000000000/NAME`.
 */
export async function startSqs(options: SqsOptions = {}): Promise<SqsEngine> {
  const first = await openSqs(options, 0);
  const { port } = first;
  let running: OpenSqs | undefined = first;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    call: async (name, body) => {
      if (!running) throw new ServiceError('EngineAway', 'The queue engine does not run');
      const { actions, store } = running;
      const action = actions.get(name);
      if (!action) throw new ServiceError('InvalidAction', `No action ${name}`);
      try {
        return ((await action(body as SqsRequest, store, undefined)) ?? {}) as JsonObject;
      } catch (error) {
        throw isSqsError(error) ? new ServiceError(error.code, error.message) : error;
      }
    },
    endLongPolls: () => running?.endLongPolls(),
    nextDueMs: () => running && nextDueMs(running.store),
    clockMoved: () => running?.store.processAllTimers(),
    holding: (queueUrl) => {
      const queue = running?.store.getQueue(queueUrl);
      return { ready: queue?.messages.length ?? 0, inFlight: [...(queue?.inflightMessages.keys() ?? [])] };
    },
    kill: async () => {
      if (!options.dataDir || !running) throw new Error('Only a running engine that keeps a file can be killed');
      const { end } = running;
      running = undefined;
      await end();
      return async () => {
        running = await openSqs(options, port);
      };
    },
    stop: async () => running?.end(),
  };
}

/** One life of the engine, from the opening of its file to its end. */
interface OpenSqs {
  store: QueueStore;
  actions: ReadonlyMap<string, SqsAction>;
  port: number;
  endLongPolls(): void;
  end(): Promise<void>;
}

/** `wantedPort` 0 takes a free one. */
async function openSqs({ dataDir, now = Date.now.bind(Date) }: SqsOptions, wantedPort: number): Promise<OpenSqs> {
  const { store, actions, close } = await loadFauxqs(dataDir, now);
  let polling = true;
  const isPolling = () => polling;
  const receive = actions.get('ReceiveMessage');
  if (receive) actions.set('ReceiveMessage', patient(receive as Receive, isPolling));
  const endLongPolls = () => {
    polling = false;
    store.shutdown();
  };
  const server = createServer((request, response) => {
    answer(request, response, store, actions).catch((error: unknown) => {
      reply(response, 500, { __type: 'com.amazonaws.sqs#InternalError', message: String(error) });
    });
  });
  // The SDK keeps connections for long polls; closing them between two polls would cost a reconnect each.
  server.keepAliveTimeout = 60_000;
  const port = await listen(server, wantedPort);
  moveQueuesTo(store, port);
  const end = async () => {
    server.closeAllConnections();
    endLongPolls();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    close();
  };
  return { store, actions, port, endLongPolls, end };
}

type Receive = (...parameters: Parameters<SqsAction>) => Promise<{ Messages?: unknown[] }>;

/**
 * A long poll that lasts its time where there is nothing for it: the package wakes all who wait for each message, and would
 * answer all but one of them with nothing. One that is on its way when the polls end begins none.
 */
function patient(receive: Receive, isPolling: () => boolean): SqsAction {
  return async (body, ...rest) => {
    const endsAtMs = performance.now() + (body.WaitTimeSeconds ?? 0) * 1_000;
    for (let wanted = body; ; ) {
      const answer = await receive(isPolling() ? wanted : { ...wanted, WaitTimeSeconds: 0 }, ...rest);
      const leftMs = endsAtMs - performance.now();
      if (answer.Messages || leftMs <= 0 || !isPolling()) return answer;
      wanted = { ...body, WaitTimeSeconds: leftMs / 1_000 };
    }
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

/** A kept queue remembers the URL of the port it was made on; clients follow the URL, so it must name the present port. */
function moveQueuesTo(store: QueueStore, port: number): void {
  const queues = [...store.queues.values()];
  store.queues.clear();
  for (const queue of queues) {
    queue.url = `http://127.0.0.1:${port}/000000000000/${queue.name}`;
    store.queues.set(queue.url, queue);
  }
}

/** FIFO queues, which no template here has, are not looked at. */
function nextDueMs(store: QueueStore): number | undefined {
  const dueMs = [...store.queues.values()].flatMap(({ delayedMessages, inflightMessages }) => [
    ...delayedMessages.flatMap(({ delayUntil }) => delayUntil ?? []),
    ...[...inflightMessages.values()].map(({ visibilityDeadline }) => visibilityDeadline),
  ]);
  return dueMs.length === 0 ? undefined : dueMs.reduce((earliest, time) => Math.min(earliest, time));
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  store: QueueStore,
  actions: ReadonlyMap<string, SqsAction>,
): Promise<void> {
  const name = String(request.headers['x-amz-target'] ?? '').replace('AmazonSQS.', '');
  const action = actions.get(name);
  const body = await readBody(request);
  if (!action) return reply(response, 400, { __type: 'com.amazonaws.sqs#InvalidAction', message: `No action ${name}` });
  try {
    reply(response, 200, (await action(JSON.parse(body || '{}'), store, request)) ?? {});
  } catch (error) {
    if (!isSqsError(error)) throw error;
    response.setHeader('x-amzn-query-error', error.queryErrorHeader);
    reply(response, error.statusCode, error.toJSON());
  }
}

interface SqsError extends Error {
  code: string;
  statusCode: number;
  queryErrorHeader: string;
  toJSON(): unknown;
}

function isSqsError(error: unknown): error is SqsError {
  return error instanceof Error && 'queryErrorHeader' in error && 'statusCode' in error && 'code' in error;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(body));
}
