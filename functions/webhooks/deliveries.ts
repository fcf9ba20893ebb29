import { type Fragment, havingSize, removing, setting, type Update, updateOf, where } from '../dynamo/update.ts';
import type { Delivery, DeliveryState, Requeues } from '../payments/transaction.ts';
import type { EventRecord } from './event.ts';
import { isTestEvent } from './event-kind.ts';
import type { AttemptRecord, DeliveryTarget } from './plan.ts';
import { undeliveredMarks } from './undelivered.ts';

/** `raced`: another worker recorded something else first. What was observed here is not recorded. */
export type RecordOutcome = 'recorded' | 'raced';

/** The delivery records, on the transactions' main items. */
export interface Deliveries {
  /** Strongly consistent; undefined when there is no such item. Throws on an item that is not in its schema. */
  read(transactionId: string): Promise<EventRecord | undefined>;
  /** Makes the change if the record still allows it; `record` is what the change was decided on. */
  write(change: DeliveryChange, record: EventRecord): Promise<RecordOutcome>;
  /** Stores the first kilobyte that a failed attempt was answered with, for `ANSWER_STORED_DAYS`. */
  storeAnswer(target: DeliveryTarget, number: number, answer: string, nowMs: number): Promise<void>;
}

/** A change of a delivery: a recorded attempt, an end without one, or a step of recovering it. */
export type DeliveryChange =
  | AttemptRecord
  | { kind: 'end'; target: DeliveryTarget; state: 'skipped' | 'superseded' }
  /** The sweep gave it up: nothing was recorded in spite of its re-queues. `done` attempts were recorded before. */
  | { kind: 'give-up'; target: DeliveryTarget; done: number }
  /** The sweep handed it to the queue once more. */
  | { kind: 're-queue'; target: DeliveryTarget; requeues: Requeues };

/** What a delivery must be for a change to be made; the condition of the write and the judgement of a refusal. */
export function expectationOf(change: DeliveryChange): { state: 'pending'; done?: number } {
  const state = 'pending';
  switch (change.kind) {
    case 'attempt':
      return { state, done: change.number - 1 };
    case 'end':
      return { state };
    case 'give-up':
      return { state, done: change.done };
    case 're-queue':
      return { state, done: change.requeues.done };
  }
}

/**
 * The conditional update that makes `change`, given the record as last read.
 *
 *     attempt n    only if resends = r, pending, and exactly n - 1 attempts are done
 *     re-queue     only if pending and nothing was recorded since; a give-up likewise
 *     any end      only if no settlement was added since the read, so that the marks below are right
 *
 * An end also updates the transaction's marks (docs/tables.md). When no other delivery is unfinished, `dueAt` is
 * removed, so that the sweep does not scan it. The newest delivery adds the transaction to the undelivered or removes
 * it. A test event has no mark.
 */
export function deliveryWrite(change: DeliveryChange, record: EventRecord): Update {
  const { target } = change;
  return updateOf(
    where({ [`settlements[${target.index}].eventId`]: target.eventId }),
    where(ofDelivery(target, { resends: target.resends, ...expectationOf(change) })),
    ...changesOf(change, record),
  );
}

function changesOf(change: DeliveryChange, record: EventRecord): Fragment[] {
  const { target } = change;
  const set = (fields: Partial<Delivery>) => setting(ofDelivery(target, fields));
  switch (change.kind) {
    case 'attempt': {
      const { state, number, attempt, nextAttemptAt } = change;
      const attempts = `${pathOf(target)}.attempts`;
      const added = { set: [`${attempts} = list_append(${attempts}, :attempt)`], values: { attempt: [attempt] } };
      const marks = state === 'pending' ? [] : marksAfter(target, state, record);
      return [set({ state, done: number, nextAttemptAt }), added, ...marks];
    }
    case 'end':
    case 'give-up': {
      const ended = endedAs(change);
      return [set(ended), ...marksAfter(target, ended.state, record)];
    }
    case 're-queue':
      return [set({ requeues: change.requeues })];
  }
}

/** What an end without a final attempt leaves in the delivery: what is written, and what a repeated write finds. */
export function endedAs(
  change: Extract<DeliveryChange, { kind: 'end' | 'give-up' }>,
): Pick<Delivery, 'state' | 'outcome'> {
  return change.kind === 'end' ? { state: change.state } : { state: 'not_delivered', outcome: 'not_attempted' };
}

/** What an end changes beside the delivery itself. */
function marksAfter(target: DeliveryTarget, state: DeliveryState, record: EventRecord): Fragment[] {
  const { settlements } = record;
  const others = settlements.map((_, index) => index).filter((index) => index !== target.index);
  const isLast = others.every((index) => settlements[index]?.delivery.state !== 'pending');
  return [
    removing(`${pathOf(target)}.nextAttemptAt`),
    ...(isTestEvent(record) ? [] : [havingSize('settlements', settlements.length)]),
    ...(isLast ? [removing('dueAt'), ...others.map(whileEnded)] : []),
    ...undeliveredMark(target, state, record),
  ];
}

function undeliveredMark({ index }: DeliveryTarget, state: DeliveryState, record: EventRecord): Fragment[] {
  const settledAt = record.settlements[index]?.settledAt;
  if (isTestEvent(record) || index !== record.settlements.length - 1 || settledAt === undefined) return [];
  const isUndelivered = state === 'not_delivered' || state === 'skipped';
  if (!isUndelivered) return [removing('undelivered', 'undeliveredKey')];
  return [setting(undeliveredMarks(record.merchantId, settledAt, state))];
}

/** Only while another delivery of the transaction has ended. */
function whileEnded(index: number): Fragment {
  return { conditions: [`${pathOf({ index })}.state <> :pending`], values: { pending: 'pending' } };
}

/** The path of a delivery on the main item. */
function pathOf({ index }: Pick<DeliveryTarget, 'index'>): string {
  return `settlements[${index}].delivery`;
}

/** Attributes of a delivery by their paths. */
export function ofDelivery(target: Pick<DeliveryTarget, 'index'>, fields: Partial<Delivery>) {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${pathOf(target)}.${name}`, value]));
}
