import { DELIVERY_STALLED_MS } from '../payments/times.ts';
import type { Delivery, Requeues } from '../payments/transaction.ts';
import type { Attribute } from '../runtime/attributes.ts';
import type { EventRecord } from './event.ts';
import { isTestEvent } from './event-kind.ts';
import type { AttemptRecord, DeliveryTarget } from './plan.ts';
import { undeliveredKey } from './resend/undelivered.ts';

/** `raced`: another worker recorded something else first. What was observed here is not recorded. */
export type RecordOutcome = 'recorded' | 'raced';

/** For how long the answer to a failed attempt is kept. */
export const ANSWER_KEPT_DAYS = 30;

/** The delivery records, kept on the transactions' main items. */
export interface Deliveries {
  /** Undefined when there is no such item. Throws on an item that is not in its schema. */
  read(transactionId: string, consistency: 'eventual' | 'strong'): Promise<EventRecord | undefined>;
  /** Makes the change if the record still allows it; `record` is what the change was decided on. */
  write(change: DeliveryChange, record: EventRecord): Promise<RecordOutcome>;
  /** Keeps the first kilobyte that a failed attempt was answered with, for `ANSWER_KEPT_DAYS`. */
  keepAnswer(target: DeliveryTarget, number: number, answer: string, nowMs: number): Promise<void>;
}

/** The sweep gave it up: nothing was recorded in spite of its re-queues. `done` attempts were recorded before. */
export interface GiveUp {
  target: DeliveryTarget;
  state: 'not_delivered';
  outcome: 'not_attempted';
  done: number;
}

/** The sweep handed it to the queue once more. */
export interface Requeue {
  target: DeliveryTarget;
  state: 'pending';
  requeues: Requeues;
}

/** A message came for what the sweep had given up. */
export interface Revival {
  target: DeliveryTarget;
  state: 'pending';
  revivedAt: number;
}

/** A change of a delivery: a recorded attempt, an end without one, or a step of recovering it. */
export type DeliveryChange =
  | AttemptRecord
  | { target: DeliveryTarget; state: 'skipped' | 'superseded' }
  | GiveUp
  | Requeue
  | Revival;

/** What a delivery must be for a change to be made; the condition of the write and the judgement of a refusal. */
export function expectationOf(change: DeliveryChange): Pick<Delivery, 'state' | 'outcome'> & { done?: number } {
  if ('revivedAt' in change) return { state: 'not_delivered', outcome: 'not_attempted' };
  if ('attempt' in change) return { state: 'pending', done: change.number - 1 };
  if ('requeues' in change) return { state: 'pending', done: change.requeues.done };
  if ('outcome' in change) return { state: 'pending', done: change.done };
  return { state: 'pending' };
}

/**
 * The conditional update that makes `change`, given the record as last read.
 *
 *     attempt n    only if series = s, pending, and exactly n - 1 attempts are done
 *     re-queue     only if pending and nothing was recorded since; a giving-up likewise
 *     revival      only if given up
 *     any end      only if no settlement was added since the read, so that the marks below are right
 *
 * An end also updates the transaction's marks (docs/tables.md). When no other delivery is unfinished, `dueAt` is
 * removed, so that the sweep does not scan it. The newest delivery adds the transaction to the undelivered or removes
 * it. A test event has no mark but `dueAt`.
 */
export function deliveryWrite(change: DeliveryChange, record: EventRecord): DeliveryWrite {
  const { target } = change;
  const path = `#settlements[${target.index}].#delivery`;
  const write = new WriteParts();
  const expected = expectationOf(change);
  write.names('settlements', 'delivery', 'eventId', 'series', 'state');
  write.require(`#settlements[${target.index}].#eventId = :eventId`, { eventId: target.eventId });
  write.require(`${path}.#series = :series`, { series: target.series });
  write.require(`${path}.#state = :expected`, { expected: expected.state });
  if (expected.outcome !== undefined) {
    write.names('outcome');
    write.require(`${path}.#outcome = :outcome`, { outcome: expected.outcome });
  }
  if (expected.done !== undefined) {
    write.names('done');
    write.require(`${path}.#done = :before`, { before: expected.done });
  }
  write.set(`${path}.#state = :state`, { state: change.state });
  if ('attempt' in change) addAttempt(write, path, change);
  if ('requeues' in change) addRequeues(write, path, change.requeues);
  if ('revivedAt' in change) addRevival(write, path, change, record);
  if ('outcome' in change) {
    write.names('outcome');
    write.set(`${path}.#outcome = :outcome`, { outcome: change.outcome });
  }
  if (change.state !== 'pending') addEnd(write, path, change, record);
  return write.done();
}

function addAttempt(write: WriteParts, path: string, { number, attempt, nextAttemptAt }: AttemptRecord): void {
  write.names('attempts');
  write.set(`${path}.#done = :done`, { done: number });
  write.set(`${path}.#attempts = list_append(${path}.#attempts, :attempt)`, { attempt: [attempt] });
  if (nextAttemptAt === undefined) return;
  write.names('nextAttemptAt');
  write.set(`${path}.#nextAttemptAt = :nextAttemptAt`, { nextAttemptAt });
}

function addRequeues(write: WriteParts, path: string, requeues: Requeues): void {
  write.names('requeues');
  write.set(`${path}.#requeues = :requeues`, { requeues });
}

/** The sweep scans it again, and counts its re-queues from this message on. */
function addRevival(write: WriteParts, path: string, { target, revivedAt }: Revival, record: EventRecord): void {
  const done = record.settlements[target.index]?.delivery.done ?? 0;
  addRequeues(write, path, { count: 0, done, at: revivedAt });
  write.names('outcome', 'dueAt', 'undeliveredKey');
  write.remove(`${path}.#outcome`);
  write.set('#dueAt = :dueAt', { dueAt: revivedAt + DELIVERY_STALLED_MS });
  write.remove('#undeliveredKey');
}

function addEnd(write: WriteParts, path: string, { target, state }: DeliveryChange, record: EventRecord): void {
  write.names('nextAttemptAt');
  write.remove(`${path}.#nextAttemptAt`);
  if (!isTestEvent(record)) write.require('size(#settlements) = :count', { count: record.settlements.length });
  const others = record.settlements.map((_, index) => index).filter((index) => index !== target.index);
  if (others.every((index) => record.settlements[index]?.delivery.state !== 'pending')) {
    if (others.length > 0) write.require(othersEnded(others), { pending: 'pending' });
    write.names('dueAt');
    write.remove('#dueAt');
  }
  const settledAt = record.settlements[target.index]?.settledAt;
  if (isTestEvent(record) || target.index !== record.settlements.length - 1 || settledAt === undefined) return;
  write.names('undeliveredKey');
  if (state === 'not_delivered' || state === 'skipped') {
    write.set('#undeliveredKey = :key', { key: undeliveredKey(record.merchantId, settledAt, state) });
  } else {
    write.remove('#undeliveredKey');
  }
}

function othersEnded(others: readonly number[]): string {
  return others.map((index) => `#settlements[${index}].#delivery.#state <> :pending`).join(' AND ');
}

/** An update of the main item, in plain values; the adapter marshals them. */
export interface DeliveryWrite {
  update: string;
  condition: string;
  names: Record<string, string>;
  values: Record<string, Attribute>;
}

/** Gathers the parts of an update; names and values may be given as often as parts use them. */
export class WriteParts {
  readonly #names: Record<string, string> = {};
  readonly #values: Record<string, Attribute> = {};
  readonly #sets: string[] = [];
  readonly #removes: string[] = [];
  readonly #conditions: string[] = [];

  names(...names: string[]): void {
    for (const name of names) this.#names[`#${name}`] = name;
  }

  require(condition: string, values: Record<string, Attribute>): void {
    this.#conditions.push(condition);
    this.#add(values);
  }

  set(assignment: string, values: Record<string, Attribute>): void {
    this.#sets.push(assignment);
    this.#add(values);
  }

  remove(path: string): void {
    this.#removes.push(path);
  }

  done(): DeliveryWrite {
    const removes = this.#removes.length === 0 ? '' : ` REMOVE ${this.#removes.join(', ')}`;
    return {
      update: `SET ${this.#sets.join(', ')}${removes}`,
      condition: this.#conditions.join(' AND '),
      names: this.#names,
      values: this.#values,
    };
  }

  #add(values: Record<string, Attribute>): void {
    for (const [name, value] of Object.entries(values)) this.#values[`:${name}`] = value;
  }
}
