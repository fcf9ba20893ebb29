import { createHash } from 'node:crypto';
import type { JsonObject } from '../../json.ts';
import { checkRange, required, SqsError } from './error.ts';
import type { LongPolls } from './long-polls.ts';
import { MAX_MESSAGE_BYTES, type Queue, receiptHandleOf, type SendRequest } from './queue.ts';
import type { Queues } from './queues.ts';
import type { Attributes } from './settings.ts';
import type { Message, SqsStore } from './store.ts';

interface Entry extends SendRequest {
  Id?: string;
  ReceiptHandle?: string;
}

/** The parameters of all actions. */
export interface SqsRequest extends Entry {
  QueueName?: string;
  QueueUrl?: string;
  Attributes?: Attributes;
  AttributeNames?: string[];
  MessageSystemAttributeNames?: string[];
  MaxNumberOfMessages?: number;
  VisibilityTimeout?: number;
  WaitTimeSeconds?: number;
  Entries?: Entry[];
}

/** `gone` is aborted when the client has ended its connection. */
export type SqsAction = (request: SqsRequest, gone?: AbortSignal) => JsonObject | Promise<JsonObject>;

export interface ActionParts {
  store: SqsStore;
  queues: Queues;
  polls: LongPolls<JsonObject>;
  urlOf(queue: Queue): string;
}

const MESSAGE = ['MessageBody', 'DelaySeconds', 'MessageGroupId'];
/** The supported parameters, of the request or of an entry. Others are refused: ignored, they would hide a difference. */
const PARAMETERS: Record<string, string[]> = {
  CreateQueue: ['QueueName', 'Attributes'],
  GetQueueAttributes: ['QueueUrl', 'AttributeNames'],
  PurgeQueue: ['QueueUrl'],
  SendMessage: ['QueueUrl', ...MESSAGE],
  SendMessageBatch: ['QueueUrl', 'Entries', 'Id', ...MESSAGE],
  ReceiveMessage: [
    ...['QueueUrl', 'MaxNumberOfMessages', 'VisibilityTimeout', 'WaitTimeSeconds'],
    'MessageSystemAttributeNames',
  ],
  DeleteMessage: ['QueueUrl', 'ReceiptHandle'],
  DeleteMessageBatch: ['QueueUrl', 'Entries', 'Id', 'ReceiptHandle'],
};
const MAX_ENTRIES = 10;

/** Throws for an action or a parameter that is not supported. */
export function checkSupported(name: string, request: SqsRequest): void {
  const known = Object.hasOwn(PARAMETERS, name) ? PARAMETERS[name] : undefined;
  const given = [request, ...(request.Entries ?? [])].flatMap((each) => Object.keys(each));
  const unknown = known ? given.find((parameter) => !known.includes(parameter)) : 'the action';
  if (unknown)
    throw new SqsError(
      'UnsupportedOperation',
      `${name}: ${unknown} is not supported. Add it in engines/sqs/actions.ts.`,
    );
}

/** The supported actions by name. Each throws an `SqsError` for what SQS refuses. */
export function actionsOf({ store, queues, polls, urlOf }: ActionParts): Record<string, SqsAction> {
  const queueOf = ({ QueueUrl }: SqsRequest) => queues.get(required('QueueUrl', QueueUrl));
  const change = (request: SqsRequest, work: (queue: Queue) => JsonObject): JsonObject => {
    const queue = queueOf(request);
    const answer = work(queue);
    polls.serve(queue);
    return answer;
  };
  const batch = (request: SqsRequest, work: (queue: Queue, entry: Entry) => JsonObject) =>
    change(request, (queue) => store.inTransaction(() => eachOf(request.Entries, (entry) => work(queue, entry))));
  return {
    CreateQueue: ({ QueueName, Attributes: attributes = {} }) => ({
      QueueUrl: urlOf(queues.create(required('QueueName', QueueName), attributes)),
    }),
    GetQueueAttributes: (request) => ({ Attributes: pick(queueOf(request).attributes(), request.AttributeNames) }),
    PurgeQueue: (request) =>
      change(request, (queue) => {
        queue.purge();
        return {};
      }),
    SendMessage: (request) => change(request, (queue) => send(queue, request)),
    SendMessageBatch: (request) => {
      const bytes = (request.Entries ?? []).reduce(
        (sum, { MessageBody = '' }) => sum + Buffer.byteLength(MessageBody),
        0,
      );
      if (bytes > MAX_MESSAGE_BYTES)
        throw new SqsError('BatchRequestTooLong', `A batch has ${MAX_MESSAGE_BYTES} bytes at most, and not ${bytes}.`);
      return batch(request, send);
    },
    ReceiveMessage: async (request, gone) => {
      const queue = queueOf(request);
      const deadLetters = queues.deadLettersOf(queue);
      const { MaxNumberOfMessages: count = 1, WaitTimeSeconds = 0 } = request;
      const { VisibilityTimeout = queue.settings.VisibilityTimeout } = request;
      checkRange('MaxNumberOfMessages', count, 1, 10);
      checkRange('VisibilityTimeout', VisibilityTimeout, 0, 43_200);
      checkRange('WaitTimeSeconds', WaitTimeSeconds, 0, 20);
      const receive = () => {
        const received = store.inTransaction(() => queue.receive(count, VisibilityTimeout, deadLetters));
        if (deadLetters) polls.serve(deadLetters);
        return received.map((message) => asReceived(message, request));
      };
      const messages = await polls.wait(queue, WaitTimeSeconds * 1000, receive, gone);
      return { ...(messages.length > 0 && { Messages: messages }) };
    },
    DeleteMessage: (request) => change(request, (queue) => remove(queue, request)),
    DeleteMessageBatch: (request) => batch(request, remove),
  };
}

function send(queue: Queue, request: SendRequest): JsonObject {
  return { MessageId: queue.send(request), MD5OfMessageBody: md5(request.MessageBody ?? '') };
}

function remove(queue: Queue, { ReceiptHandle }: Entry): JsonObject {
  queue.remove(required('ReceiptHandle', ReceiptHandle));
  return {};
}

/** Processes each entry separately: a refused entry does not fail the others. */
function eachOf(entries: readonly Entry[] = [], work: (entry: Entry) => JsonObject): JsonObject {
  if (entries.length === 0) throw new SqsError('EmptyBatchRequest', 'The batch has no entry.');
  if (entries.length > MAX_ENTRIES)
    throw new SqsError('TooManyEntriesInBatchRequest', `A batch has ${MAX_ENTRIES} entries at most.`);
  if (new Set(entries.map(({ Id }) => required('Id', Id))).size < entries.length)
    throw new SqsError('BatchEntryIdsNotDistinct', 'Two entries have the same id.');
  const Successful: JsonObject[] = [];
  const Failed: JsonObject[] = [];
  for (const entry of entries) {
    const Id = entry.Id ?? '';
    try {
      Successful.push({ Id, ...work(entry) });
    } catch (error) {
      if (!(error instanceof SqsError)) throw error;
      Failed.push({ Id, SenderFault: true, Code: error.code, Message: error.message });
    }
  }
  return { Successful, ...(Failed.length > 0 && { Failed }) };
}

function asReceived(message: Message, { MessageSystemAttributeNames }: SqsRequest): JsonObject {
  return {
    MessageId: message.messageId,
    ReceiptHandle: receiptHandleOf(message),
    MD5OfBody: md5(message.body),
    Body: message.body,
    Attributes: pick(systemAttributes(message), MessageSystemAttributeNames),
  };
}

function systemAttributes({ sentAtMs, receiveCount, groupId }: Message): Attributes {
  return {
    SentTimestamp: String(sentAtMs),
    ApproximateReceiveCount: String(receiveCount),
    ...(groupId !== null && { MessageGroupId: groupId }),
  };
}

/** The attributes of `names` that are set; all for `All`. */
function pick(attributes: Attributes, names: readonly string[] = []): Attributes {
  const wanted = Object.entries(attributes).filter(([name]) => names.includes('All') || names.includes(name));
  return Object.fromEntries(wanted);
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
