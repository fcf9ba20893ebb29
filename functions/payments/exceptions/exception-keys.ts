import { isoTime } from '../../runtime/clock.ts';
import { NO_MERCHANT } from './exception.ts';

/** A range of keys of the index `exceptions`, both ends included; keys are plain ASCII. */
export interface KeyRange {
  from: string;
  to: string;
}

interface Wanted {
  merchantId?: string;
  fromMs: number;
  toMs: number;
}

/**
 * Sort key of an open exception: merchant, then time of opening, so that one merchant's exceptions are one range.
 * Foreign payments come first.
 */
export function openKey(merchantId: string | null, openedAt: number): string {
  return `${merchantId ?? NO_MERCHANT}#${isoTime(openedAt)}`;
}

/** The open exceptions of one merchant in a period (end included), or those of all merchants at any time. */
export function openRange({ merchantId, fromMs, toMs }: Wanted): KeyRange {
  if (merchantId === undefined) return { from: ' ', to: '~' };
  return { from: openKey(merchantId, fromMs), to: openKey(merchantId, toMs) };
}

/** The time of opening in the key of an open exception. */
export function openedAtOf(key: string): number {
  return Date.parse(key.slice(key.lastIndexOf('#') + 1));
}

/**
 * Sort key of a closed exception, after all open ones: time of closing, then merchant. Closed exceptions are listed by
 * period across merchants; the merchant in the key allows to filter them without a read.
 */
export function closedKey(closedAt: number, merchantId: string | null): string {
  return `~${isoTime(closedAt)}#${merchantId ?? NO_MERCHANT}`;
}

/** The exceptions that were closed in a period. */
export function closedRange({ fromMs, toMs }: Wanted): KeyRange {
  // The key of an exception closed at `toMs` continues with its merchant, so it is after the range.
  return { from: `~${isoTime(fromMs)}`, to: `~${isoTime(toMs)}` };
}

/** Time and merchant in the key of a closed exception; null for a foreign payment. */
export function readClosedKey(key: string): { closedAt: number; merchantId: string | null } {
  const [time = '', merchantId = NO_MERCHANT] = key.slice(1).split('#');
  return { closedAt: Date.parse(time), merchantId: merchantId === NO_MERCHANT ? null : merchantId };
}
