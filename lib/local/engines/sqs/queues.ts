import { invalidParameter, SqsError } from './error.ts';
import { type Now, Queue, type QueueParts } from './queue.ts';
import { type Attributes, noFifo, type QueueSettings, readSettings, writeSettings } from './settings.ts';
import type { SqsStore, StoredQueue } from './store.ts';

const ARN = 'arn:aws:sqs:eu-west-1:000000000000:';
const NAME = /^[A-Za-z0-9_-]{1,80}$/;

/** The queues of an engine, with the messages of its file. */
export class Queues {
  readonly #parts: QueueParts;
  readonly #byName = new Map<string, Queue>();

  constructor(store: SqsStore | undefined, now: Now) {
    let lastSeq = 0;
    const checkTarget = ({ RedrivePolicy: policy }: QueueSettings) => {
      if (policy && !this.#withArn(policy.deadLetterTargetArn))
        throw invalidParameter('RedrivePolicy', JSON.stringify(policy), 'Dead letter target does not exist.');
    };
    this.#parts = { store, now, nextSeq: () => ++lastSeq, checkTarget };
    for (const stored of store?.queues() ?? []) this.#add(stored);
    for (const message of store?.messages() ?? []) {
      lastSeq = message.seq;
      this.find(message.queue)?.load(message);
    }
  }

  all(): Queue[] {
    return [...this.#byName.values()];
  }

  /** Creates the queue, or returns the one of this name if no given attribute differs. */
  create(name: string, attributes: Attributes = {}): Queue {
    if (name.endsWith('.fifo')) throw noFifo();
    if (!NAME.test(name))
      throw new SqsError(
        'InvalidParameterValue',
        'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length',
      );
    const wanted = readSettings(attributes);
    const existing = this.#byName.get(name);
    if (existing) {
      const [is, requested] = [writeSettings(existing.settings), writeSettings(wanted)];
      const different = Object.keys(attributes).find((attribute) => is[attribute] !== requested[attribute]);
      if (different === undefined) return existing;
      const text = `A queue already exists with the same name and a different value for attribute ${different}`;
      throw new SqsError('QueueNameExists', text);
    }
    this.#parts.checkTarget(wanted);
    const nowMs = this.#parts.now();
    const stored = { name, attributes: JSON.stringify(writeSettings(wanted)), createdAtMs: nowMs, modifiedAtMs: nowMs };
    this.#parts.store?.saveQueue(stored);
    return this.#add(stored);
  }

  /** Finds a queue by name, or by URL with any host: its last part is the name. */
  get(nameOrUrl: string): Queue {
    const queue = this.find(nameOrUrl);
    if (!queue) throw new SqsError('QueueDoesNotExist', 'The specified queue does not exist.');
    return queue;
  }

  find(nameOrUrl: string): Queue | undefined {
    return this.#byName.get(nameOrUrl.split('/').pop() ?? '');
  }

  /** The dead-letter queue of a queue. */
  deadLettersOf(queue: Queue): Queue | undefined {
    const found = this.#withArn(queue.settings.RedrivePolicy?.deadLetterTargetArn ?? '');
    return found === queue ? undefined : found;
  }

  #withArn(arn: string): Queue | undefined {
    return arn.startsWith(ARN) ? this.#byName.get(arn.slice(ARN.length)) : undefined;
  }

  #add(stored: StoredQueue): Queue {
    const queue = new Queue(stored, ARN + stored.name, this.#parts);
    this.#byName.set(stored.name, queue);
    return queue;
  }
}
