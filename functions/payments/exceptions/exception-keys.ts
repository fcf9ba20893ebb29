import { isoTime } from '../../runtime/clock.ts';
import { NO_MERCHANT } from './exception.ts';

/** A range of keys of the indexes of exceptions, both ends included; keys are plain ASCII. */
export interface KeyRange {
  from: string;
  to: string;
}

/**
 * Sort key of an open exception: its state, then the time of opening, so that those of all merchants and those of one
 * are listed by time, then the merchant.
 */
export function openKey(merchantId: string | null, openedAt: number): string {
  return keyOf('open', openedAt, merchantId);
}

/** Sort key of a closed exception, by the time of closing. */
export function closedKey(closedAt: number, merchantId: string | null): string {
  return keyOf('closed', closedAt, merchantId);
}

/** The exceptions that were opened, or closed, from `fromMs` until before `toMs`. */
export function exceptionRange(state: 'open' | 'closed', { fromMs, toMs }: { fromMs: number; toMs: number }): KeyRange {
  // The key of one at `toMs` continues with its merchant, so it is after the range.
  return { from: `${state}#${isoTime(fromMs)}`, to: `${state}#${isoTime(toMs)}` };
}

/** The time of opening or closing in a key. */
export function timeInKey(key: string): number {
  return Date.parse(key.split('#')[1] ?? '');
}

function keyOf(state: 'open' | 'closed', timeMs: number, merchantId: string | null): string {
  return [state, isoTime(timeMs), merchantId ?? NO_MERCHANT].join('#');
}
