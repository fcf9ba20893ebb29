import type { JsonObject } from '../../json.ts';
import { checkRange, required, SqsError } from './error.ts';
import type { LongPolls } from './long-polls.ts';
import {
  bytesOf,
  chooseAttributes,
  type MessageAttributes,
  md5,
  md5OfAttributes,
  type SendRequest,
} from './message.ts';
import { type Queue, receiptHandleOf } from './queue.ts';
import type { Queues } from './queues.ts';
import type { Attributes } from './settings.ts';
import type { Message, SqsStore } from './store.ts';

interface Entry extends SendRequest {
  Id?: string;
  ReceiptHandle?: string;
  VisibilityTimeout?: number;
}

/** The parameters of all actions. */
export interface SqsRequest extends Entry {
  QueueName?: string;
  QueueUrl?: string;
  Attributes?: Attributes;
  AttributeNames?: string[];
  MessageSystemAttributeNames?: string[];
  MessageAttributeNames?: string[];
  MaxNumberOfMessages?: number;
  WaitTimeSeconds?: number;
  Entries?: Entry[];
}

/** `gone` is aborted when the client has ended its connection. */
export type SqsAction = (request: SqsRequest, gone?: AbortSignal) => JsonObject | Promise<JsonObject>;

export interface ActionParts {
  store: SqsStore | undefined;
  queues: Queues;
  polls: LongPolls<JsonObject>;
  urlOf(queue: Queue): string;
}

const NOT_ALWAYS_SET = ['All', 'RedrivePolicy'];
const MAX_ENTRIES = 10;
const MAX_BATCH_BYTES = 1_048_576;
const ENTRY_ID = /^[A-Za-z0-9_-]{1,80}$/;
const SENDER_ID = '000000000000';

/** The supported actions by name. Each throws an `SqsError` for what SQS refuses. */
export function actionsOf({ store, queues, polls, urlOf }: ActionParts): Record<string, SqsAction> {
  const inTransaction = <Result>(work: () => Result): Result => (store ? store.inTransaction(work) : work());
  const queueOf = ({ QueueUrl }: SqsRequest) => queues.get(required('QueueUrl', QueueUrl));
  const change = (request: SqsRequest, work: (queue: Queue) => JsonObject): JsonObject => {
    const queue = queueOf(request);
    const answer = work(queue);
    polls.serve(queue);
    return answer;
  };
  const batch = (name: string, { Entries }: SqsRequest, work: (entry: Entry) => JsonObject) =>
    inTransaction(() => eachOf(name, Entries, work));
  return {
    CreateQueue: ({ QueueName, Attributes: attributes }) => {
      return { QueueUrl: urlOf(queues.create(required('QueueName', QueueName), attributes)) };
    },
    GetQueueUrl: ({ QueueName }) => ({ QueueUrl: urlOf(queues.get(required('QueueName', QueueName))) }),
    GetQueueAttributes: (request) => {
      const attributes = queueOf(request).attributes();
      const { AttributeNames: names = [] } = request;
      const unknown = names.find((name) => !NOT_ALWAYS_SET.includes(name) && !Object.hasOwn(attributes, name));
      if (unknown !== undefined) throw new SqsError('InvalidAttributeName', `Unknown Attribute ${unknown}.`);
      return { Attributes: pick(attributes, names) };
    },
    SetQueueAttributes: (request) => {
      queueOf(request).set(required('Attributes', request.Attributes));
      return {};
    },
    PurgeQueue: (request) =>
      change(request, (queue) => {
        queue.purge();
        return {};
      }),
    SendMessage: (request) => change(request, (queue) => send(queue, request)),
    SendMessageBatch: (request) =>
      change(request, (queue) => {
        const bytes = (request.Entries ?? []).reduce((sum, entry) => sum + bytesOf(entry), 0);
        if (bytes > MAX_BATCH_BYTES) {
          const text = `Batch requests cannot be longer than ${MAX_BATCH_BYTES} bytes. You have sent ${bytes} bytes.`;
          throw new SqsError('BatchRequestTooLong', text);
        }
        return batch('SendMessageBatch', request, (entry) => send(queue, entry));
      }),
    ReceiveMessage: async (request, gone) => {
      const queue = queueOf(request);
      const deadLetters = queues.deadLettersOf(queue);
      const { MaxNumberOfMessages: count = 1, VisibilityTimeout = queue.settings.VisibilityTimeout } = request;
      const { WaitTimeSeconds = queue.settings.ReceiveMessageWaitTimeSeconds } = request;
      checkRange('MaxNumberOfMessages', count, 1, 10);
      checkRange('VisibilityTimeout', VisibilityTimeout, 0, 43_200);
      checkRange('WaitTimeSeconds', WaitTimeSeconds, 0, 20);
      const receive = () => {
        const received = inTransaction(() => queue.receive(count, VisibilityTimeout, deadLetters));
        if (deadLetters) polls.serve(deadLetters);
        return received.map((message) => asReceived(message, request));
      };
      const messages = await polls.wait(queue, WaitTimeSeconds * 1000, receive, gone);
      return given({ Messages: messages.length > 0 ? messages : undefined });
    },
    DeleteMessage: (request) => change(request, (queue) => remove(queue, request)),
    DeleteMessageBatch: (request) =>
      change(request, (queue) => batch('DeleteMessageBatch', request, (entry) => remove(queue, entry))),
    ChangeMessageVisibility: (request) => change(request, (queue) => changeVisibility(queue, request)),
    ChangeMessageVisibilityBatch: (request) =>
      change(request, (queue) =>
        batch('ChangeMessageVisibilityBatch', request, (entry) => changeVisibility(queue, entry)),
      ),
  };
}

function send(queue: Queue, request: SendRequest): JsonObject {
  const { MessageBody = '', MessageAttributes = {}, MessageSystemAttributes = {} } = request;
  const MessageId = queue.send(request);
  return given({
    MessageId,
    MD5OfMessageBody: md5(MessageBody),
    MD5OfMessageAttributes: md5OfAttributes(MessageAttributes),
    MD5OfMessageSystemAttributes: md5OfAttributes(MessageSystemAttributes),
  });
}

function remove(queue: Queue, { ReceiptHandle }: Entry): JsonObject {
  queue.remove(required('ReceiptHandle', ReceiptHandle));
  return {};
}

function changeVisibility(queue: Queue, { ReceiptHandle, VisibilityTimeout }: Entry): JsonObject {
  const visibilityS = required('VisibilityTimeout', VisibilityTimeout);
  checkRange('VisibilityTimeout', visibilityS, 0, 43_200);
  queue.changeVisibility(required('ReceiptHandle', ReceiptHandle), visibilityS);
  return {};
}

/** Processes each entry separately: a refused entry does not fail the others. */
function eachOf(name: string, entries: readonly Entry[] = [], work: (entry: Entry) => JsonObject): JsonObject {
  checkIds(
    name,
    entries.map(({ Id }) => required('Id', Id)),
  );
  const successful: JsonObject[] = [];
  const failed: JsonObject[] = [];
  for (const entry of entries) {
    const Id = entry.Id ?? '';
    try {
      successful.push({ Id, ...work(entry) });
    } catch (error) {
      if (!(error instanceof SqsError)) throw error;
      failed.push({ Id, SenderFault: true, Code: error.queryCode, Message: error.message });
    }
  }
  return given({
    Successful: successful.length > 0 ? successful : undefined,
    Failed: failed.length > 0 ? failed : undefined,
  });
}

function checkIds(name: string, ids: readonly string[]): void {
  if (ids.length === 0)
    throw new SqsError('EmptyBatchRequest', `There should be at least one ${name}RequestEntry in the request.`);
  if (ids.length > MAX_ENTRIES) {
    const text = `Maximum number of entries per request are ${MAX_ENTRIES}. You have sent ${ids.length}.`;
    throw new SqsError('TooManyEntriesInBatchRequest', text);
  }
  if (!ids.every((id) => ENTRY_ID.test(id))) {
    const text =
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores, at most 80 of them.';
    throw new SqsError('InvalidBatchEntryId', text);
  }
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) throw new SqsError('BatchEntryIdsNotDistinct', `Id ${repeated} repeated.`);
}

function asReceived(message: Message, request: SqsRequest): JsonObject {
  const all = JSON.parse(message.attributes) as MessageAttributes;
  const attributes = chooseAttributes(all, request.MessageAttributeNames ?? []);
  const system = systemAttributes(message, [
    ...(request.AttributeNames ?? []),
    ...(request.MessageSystemAttributeNames ?? []),
  ]);
  return given({
    MessageId: message.messageId,
    ReceiptHandle: receiptHandleOf(message),
    MD5OfBody: md5(message.body),
    Body: message.body,
    Attributes: Object.keys(system).length > 0 ? system : undefined,
    MD5OfMessageAttributes: md5OfAttributes(attributes),
    MessageAttributes: Object.keys(attributes).length > 0 ? (attributes as JsonObject) : undefined,
  });
}

function systemAttributes(message: Message, names: readonly string[]): Attributes {
  const all = {
    SenderId: SENDER_ID,
    SentTimestamp: message.sentAtMs,
    ApproximateReceiveCount: message.receiveCount,
    ApproximateFirstReceiveTimestamp: message.firstReceivedAtMs,
    MessageGroupId: message.groupId,
    AWSTraceHeader: message.traceHeader,
    DeadLetterQueueSourceArn: message.sourceArn,
  };
  const present = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return pick(Object.fromEntries(present) as Attributes, names);
}

/** The attributes of `names` that are set; all for `All`. */
function pick(attributes: Attributes, names: readonly string[]): Attributes {
  const wanted = names.includes('All')
    ? Object.keys(attributes)
    : names.filter((name) => Object.hasOwn(attributes, name));
  return Object.fromEntries(wanted.map((name) => [name, attributes[name] ?? '']));
}

/** Without the fields that are undefined. */
function given(fields: Record<string, JsonObject[string] | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject;
}
