import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { serveFairly } from './fair-order.ts';
import { packageDir } from './packages.ts';

/** The parts of fauxqs's inner modules that are used here; the package is pinned to one exact version for their sake. */
export interface StoredMessage {
  messageId: string;
  messageGroupId?: string;
  /** Milliseconds since the epoch, as all times in the store. */
  delayUntil?: number;
}

/** As a receive answers it. */
export interface Received {
  ReceiptHandle: string;
}

export interface Queue {
  name: string;
  url: string;
  messages: StoredMessage[];
  delayedMessages: StoredMessage[];
  /** By receipt handle. */
  inflightMessages: Map<string, { message: StoredMessage; visibilityDeadline: number }>;
  persistence?: Persistence;
  isFifo(): boolean;
  enqueue(message: StoredMessage): void;
  dequeue(count: number, ...rest: unknown[]): Received[];
  deleteMessage(receiptHandle: string): boolean;
  processTimers(): void;
}

export interface QueueStore {
  host: string;
  region: string;
  queues: Map<string, Queue>;
  persistence?: Persistence;
  getQueue(url: string): Queue | undefined;
  createQueue(...parameters: unknown[]): Queue;
  /** Makes ready what is due. */
  processAllTimers(): void;
  shutdown(): void;
}

export interface Persistence {
  db: DatabaseSync;
  loadSqsQueues(store: QueueStore): void;
  updateMessageReady(messageId: string): void;
  close(): void;
}

export type SqsAction = (body: SqsRequest, store: QueueStore, request: unknown) => unknown;

interface SendEntry {
  Id?: string;
  MessageGroupId?: string;
}

export interface SqsRequest extends SendEntry {
  QueueUrl?: string;
  Entries?: SendEntry[];
  WaitTimeSeconds?: number;
}

const ACTIONS = [
  'CreateQueue',
  'DeleteQueue',
  'GetQueueUrl',
  'ListQueues',
  'GetQueueAttributes',
  'SetQueueAttributes',
  'PurgeQueue',
  'SendMessage',
  'ReceiveMessage',
  'DeleteMessage',
  'SendMessageBatch',
  'DeleteMessageBatch',
  'ChangeMessageVisibility',
  'ChangeMessageVisibilityBatch',
  'TagQueue',
  'UntagQueue',
  'ListQueueTags',
];

const SENDS = ['SendMessage', 'SendMessageBatch'];

interface Sent {
  Id?: string;
  MessageId?: string;
}
type SendAnswer = Sent & { Successful?: Sent[] };

/** Milliseconds since the epoch. */
export type Now = () => number;

/**
 * The queue store (durable when `dataDir` is given) and its actions by name, without the package's HTTP server. Its times
 * are those of `now`.
 */
export async function loadFauxqs(
  dataDir: string | undefined,
  now: Now,
): Promise<{ store: QueueStore; actions: Map<string, SqsAction>; close: () => void }> {
  const root = packageDir('fauxqs');
  if (!root) throw new Error('The package fauxqs is not installed: run npm install with its development dependencies.');
  const load = async (file: string) =>
    (await import(pathToFileURL(join(root, 'dist', file)).href)) as Record<string, unknown>;
  const { SqsStore } = (await load('sqs/sqsStore.js')) as { SqsStore: new () => QueueStore };
  const store = new SqsStore();
  // With no host name of its own a new queue's URL names the host of the request that made it.
  store.host = '';
  store.region = 'eu-west-1';
  prepareQueues(store, now);
  const persistence = dataDir ? await loadPersistence(load, dataDir, store, now) : undefined;
  return { store, actions: await loadActions(load, now), close: () => persistence?.close() };
}

type Load = (file: string) => Promise<Record<string, unknown>>;

async function loadActions(load: Load, now: Now): Promise<Map<string, SqsAction>> {
  const actions = new Map<string, SqsAction>();
  await Promise.all(
    ACTIONS.map(async (name) => {
      const key = name[0]?.toLowerCase() + name.slice(1);
      const action = (await load(`sqs/actions/${key}.js`))[key] as SqsAction;
      actions.set(name, timed(SENDS.includes(name) ? keepingGroups(action) : action, now));
    }),
  );
  return actions;
}

async function loadPersistence(load: Load, dataDir: string, store: QueueStore, now: Now): Promise<Persistence> {
  const module = await load('persistence.js');
  const persistence = new (module.PersistenceManager as new (folder: string) => Persistence)(dataDir);
  // Safe against the death of the process, which is what is promised; a sync per write would guard against power loss.
  persistence.db.exec('PRAGMA synchronous = NORMAL');
  // The package's own statement also clears the receive count, which its schema forbids: a visibility of 0 would fail.
  const makeReady = persistence.db.prepare(
    'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?',
  );
  persistence.updateMessageReady = (messageId) => void makeReady.run(messageId);
  timed(() => persistence.loadSqsQueues(store), now)();
  store.persistence = persistence;
  for (const queue of store.queues.values()) {
    queue.persistence = persistence;
    prepareQueue(queue, now);
  }
  return persistence;
}

/** For the queues that will be made. */
function prepareQueues(store: QueueStore, now: Now): void {
  const create = store.createQueue.bind(store);
  store.createQueue = (...parameters) => {
    const queue = create(...parameters);
    prepareQueue(queue, now);
    return queue;
  };
}

/** Delays and visibility time-outs by `now`, also outside the synchronous part of an action: on the queue's own poll timer. */
function prepareQueue(queue: Queue, now: Now): void {
  queue.processTimers = timed(queue.processTimers.bind(queue), now);
  queue.dequeue = timed(queue.dequeue.bind(queue), now);
  if (!queue.isFifo()) serveFairly(queue, now);
}

/**
 * The same function at the time of `now`. The package takes no clock: it asks `Date.now` in some ten places, all of them
 * in synchronous calls, so for the length of the call that is another one. Nothing else can run meanwhile.
 */
function timed<Parameters extends unknown[], Result>(
  work: (...parameters: Parameters) => Result,
  now: Now,
): (...parameters: Parameters) => Result {
  return (...parameters) => {
    const machineNow = Date.now;
    const timeMs = now();
    Date.now = () => timeMs;
    try {
      return work(...parameters);
    } finally {
      Date.now = machineNow;
    }
  };
}

/**
 * Keeps `MessageGroupId` on a standard queue, as SQS does for fair queues; fauxqs forgets it there. The messages are held
 * back until they have it, so that each is stored once. For the length of the call the queue's method is shadowed.
 */
function keepingGroups(send: SqsAction): SqsAction {
  return (body, store, request) => {
    const queue = store.getQueue(body.QueueUrl ?? '');
    if (!queue || queue.isFifo()) return send(body, store, request);
    const messages = new Map<string, StoredMessage>();
    queue.enqueue = (message) => void messages.set(message.messageId, message);
    let sent: SendAnswer;
    try {
      sent = send(body, store, request) as SendAnswer;
    } finally {
      Reflect.deleteProperty(queue, 'enqueue');
    }
    const groups = new Map([body, ...(body.Entries ?? [])].map(({ Id, MessageGroupId }) => [Id, MessageGroupId]));
    for (const { Id, MessageId = '' } of sent.Successful ?? [sent]) {
      const message = messages.get(MessageId);
      const group = groups.get(Id);
      if (message && group) message.messageGroupId = group;
    }
    for (const message of messages.values()) queue.enqueue(message);
    return sent;
  };
}
