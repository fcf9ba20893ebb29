import type { DeliveryTarget } from './delivery.ts';
import type { DeliveryChange } from './delivery-write.ts';
import type { EventRecord } from './event.ts';

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
