import { SqsError } from './error.ts';
import { Queue, type QueueParts } from './queue.ts';
import type { Attributes } from './settings.ts';
import type { SqsStore } from './store.ts';

const ARN = 'arn:aws:sqs:eu-west-1:000000000000:';
const NAME = /^[A-Za-z0-9_-]{1,80}$/;

/** The queues of an engine, with the messages of its file. */
export class Queues {
  readonly #parts: QueueParts;
  readonly #byName = new Map<string, Queue>();

  constructor(store: SqsStore, now: () => number) {
    let lastSeq = 0;
    this.#parts = { store, now, nextSeq: () => ++lastSeq };
    for (const { name, attributes } of store.queues()) this.#add(name, JSON.parse(attributes) as Attributes);
    for (const message of store.messages()) {
      lastSeq = message.seq;
      this.find(message.queue)?.load(message);
    }
  }

  all(): Queue[] {
    return [...this.#byName.values()];
  }

  /** Creates the queue, or gives the one of this name these attributes, as a deployment does. */
  create(name: string, attributes: Attributes): Queue {
    if (!NAME.test(name))
      throw new SqsError('InvalidParameterValue', 'A name has 1 to 80 letters, digits, hyphens and underscores.');
    const existing = this.#byName.get(name);
    existing?.set(attributes);
    const queue = existing ?? this.#add(name, attributes);
    this.#parts.store.saveQueue({ name, attributes: JSON.stringify(attributes) });
    return queue;
  }

  /** Finds a queue by its URL with any host: its last part is the name. */
  get(url: string): Queue {
    const queue = this.find(url);
    if (!queue) throw new SqsError('QueueDoesNotExist', 'The specified queue does not exist.');
    return queue;
  }

  find(nameOrUrl: string): Queue | undefined {
    return this.#byName.get(nameOrUrl.split('/').pop() ?? '');
  }

  deadLettersOf({ settings }: Queue): Queue | undefined {
    return this.#byName.get(settings.RedrivePolicy?.deadLetterTargetArn.replace(ARN, '') ?? '');
  }

  #add(name: string, attributes: Attributes): Queue {
    const queue = new Queue(name, ARN + name, attributes, this.#parts);
    this.#byName.set(name, queue);
    return queue;
  }
}
