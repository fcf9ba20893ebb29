import { SMOKE_MERCHANT_ID } from '../merchants/tables.ts';
import { isoTime } from '../runtime/clock.ts';

/** The ends that a person may want to do something about; both are in the indexes of undelivered events. */
export const UNDELIVERED_STATES = ['not_delivered', 'skipped'] as const;
export type UndeliveredState = (typeof UNDELIVERED_STATES)[number];

const SEPARATOR = '#';

/** The partition of the index across merchants, in the attribute `undelivered`. */
export const EVERY_MERCHANT = 'every merchant';

/** The attributes by which an undelivered event is listed; those of the smoke test are in no list of staff. */
export function undeliveredMarks(merchantId: string, settledAt: number, state: UndeliveredState) {
  return {
    undeliveredKey: undeliveredKey(merchantId, settledAt, state),
    ...(merchantId !== SMOKE_MERCHANT_ID && { undelivered: EVERY_MERCHANT }),
  };
}

/**
 * Sort key of the indexes of undelivered events: the state, then the time of the settlement, so that those of all
 * merchants and those of one are listed by time, then the merchant.
 */
export function undeliveredKey(merchantId: string, settledAt: number, state: UndeliveredState): string {
  return [state, isoTime(settledAt), merchantId].join(SEPARATOR);
}

export function readUndeliveredKey(key: string): { settledAt: number; state: UndeliveredState } {
  const [state, time = ''] = key.split(SEPARATOR);
  return { settledAt: Date.parse(time), state: state === 'skipped' ? state : 'not_delivered' };
}

/** The keys of the events of one state from `fromMs` until before `toMs`. */
export function undeliveredRange(
  state: UndeliveredState,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): { from: string; to: string } {
  // The key of an event at `toMs` continues with its merchant, so it is after the range.
  return {
    from: [state, isoTime(fromMs)].join(SEPARATOR),
    to: [state, isoTime(toMs)].join(SEPARATOR),
  };
}
