import type { Attribute } from '../runtime/attributes.ts';
import { isoTime } from '../runtime/clock.ts';
import type { AttemptRecord, DeliveryTarget } from './delivery.ts';
import { type EventRecord, isTestEvent } from './event.ts';

/** A change of a delivery: a recorded attempt, or an end without one. */
export type DeliveryChange = AttemptRecord | { target: DeliveryTarget; state: 'skipped' | 'superseded' };

/** An update of the main item, in plain values; the adapter marshals them. */
export interface DeliveryWrite {
  update: string;
  condition: string;
  names: Record<string, string>;
  values: Record<string, Attribute>;
}

/**
 * The conditional update that makes `change`, given the record as last read.
 *
 *     attempt n    only if series = s, pending, and exactly n - 1 attempts are done
 *     any end      only if no settlement was added since the read, so that the marks below are right
 *
 * An end also keeps the marks of the whole transaction (docs/tables.md): when no other delivery is unfinished, `dueAt` goes,
 * so that the sweep has nothing to look for; the newest delivery puts the transaction among the undelivered or takes
 * it out. A test event carries no marks.
 */
export function deliveryWrite(change: DeliveryChange, record: EventRecord): DeliveryWrite {
  const { target } = change;
  const path = `#settlements[${target.index}].#delivery`;
  const write = new WriteParts();
  write.names('settlements', 'delivery', 'eventId', 'series', 'state');
  write.require(`#settlements[${target.index}].#eventId = :eventId`, { eventId: target.eventId });
  write.require(`${path}.#series = :series`, { series: target.series });
  write.require(`${path}.#state = :pending`, { pending: 'pending' });
  write.set(`${path}.#state = :state`, { state: change.state });
  if ('attempt' in change) addAttempt(write, path, change);
  if (change.state !== 'pending') addEnd(write, path, change, record);
  return write.done();
}

function addAttempt(write: WriteParts, path: string, { number, attempt, nextAttemptAt }: AttemptRecord): void {
  write.names('done', 'attempts');
  write.require(`${path}.#done = :before`, { before: number - 1 });
  write.set(`${path}.#done = :done`, { done: number });
  write.set(`${path}.#attempts = list_append(${path}.#attempts, :attempt)`, { attempt: [attempt] });
  if (nextAttemptAt === undefined) return;
  write.names('nextAttemptAt');
  write.set(`${path}.#nextAttemptAt = :nextAttemptAt`, { nextAttemptAt });
}

function addEnd(write: WriteParts, path: string, { target, state }: DeliveryChange, record: EventRecord): void {
  write.names('nextAttemptAt');
  write.remove(`${path}.#nextAttemptAt`);
  if (isTestEvent(record)) return;
  write.require('size(#settlements) = :count', { count: record.settlements.length });
  const others = record.settlements.map((_, index) => index).filter((index) => index !== target.index);
  if (others.every((index) => record.settlements[index]?.delivery.state !== 'pending')) {
    for (const index of others) write.require(`#settlements[${index}].#delivery.#state <> :pending`, {});
    write.names('dueAt');
    write.remove('#dueAt');
  }
  const settledAt = record.settlements[target.index]?.settledAt;
  if (target.index !== record.settlements.length - 1 || settledAt === undefined) return;
  write.names('undeliveredKey');
  if (state === 'not_delivered') {
    write.set('#undeliveredKey = :undeliveredKey', { undeliveredKey: undeliveredKey(record.merchantId, settledAt) });
  } else {
    write.remove('#undeliveredKey');
  }
}

/** Sort key of the index of undelivered events: by merchant, then by the time of the settlement. */
export function undeliveredKey(merchantId: string, settledAt: number): string {
  return `${merchantId}#${isoTime(settledAt)}`;
}

class WriteParts {
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
