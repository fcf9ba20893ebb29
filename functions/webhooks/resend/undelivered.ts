import { isoTime } from '../../runtime/clock.ts';

/** The ends that a person may want to do something about; both are in the index `undelivered`. */
export const UNDELIVERED_STATES = ['not_delivered', 'skipped'] as const;
export type UndeliveredState = (typeof UNDELIVERED_STATES)[number];

const SEPARATOR = '#';

/**
 * Sort key of the index of undelivered events: merchant, time of the settlement, and `skipped` where that is the state,
 * so that a list can leave out what it is not about without reading a transaction.
 */
export function undeliveredKey(merchantId: string, settledAt: number, state: UndeliveredState): string {
  const key = [merchantId, isoTime(settledAt)];
  return (state === 'skipped' ? [...key, state] : key).join(SEPARATOR);
}

export function readUndeliveredKey(key: string): { merchantId: string; settledAt: number; state: UndeliveredState } {
  const [merchantId = '', time = '', state] = key.split(SEPARATOR);
  return { merchantId, settledAt: Date.parse(time), state: state === 'skipped' ? state : 'not_delivered' };
}

/** The keys of one merchant's events in a period lie from `from` to `to`, both included. */
export function undeliveredRange(merchantId: string, fromMs: number, toMs: number): { from: string; to: string } {
  return { from: undeliveredKey(merchantId, fromMs, 'not_delivered'), to: undeliveredKey(merchantId, toMs, 'skipped') };
}
