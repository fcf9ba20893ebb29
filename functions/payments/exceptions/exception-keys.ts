import { isoTime } from '../../runtime/clock.ts';

/** Keys of the index `exceptions` from one to the other, both included; all of a key is plain ASCII. */
export interface KeyRange {
  from: string;
  to: string;
}

interface Wanted {
  merchantId?: string;
  fromMs: number;
  toMs: number;
}

// Of money that no merchant's transaction asked for.
const NOBODY = '-';

/**
 * Sort key of an open exception: merchant, then time of opening, so that one merchant's are read without the others'.
 * Foreign payments, which have no merchant, come first of all.
 */
export function openKey(merchantId: string | null, openedAt: number): string {
  return `${merchantId ?? NOBODY}#${isoTime(openedAt)}`;
}

/** One merchant's in a period (and at its very end), or everybody's whenever they were opened. */
export function openRange({ merchantId, fromMs, toMs }: Wanted): KeyRange {
  if (merchantId === undefined) return { from: ' ', to: '~' };
  return { from: openKey(merchantId, fromMs), to: openKey(merchantId, toMs) };
}

export function openedAtOf(key: string): number {
  return Date.parse(key.slice(key.lastIndexOf('#') + 1));
}

/**
 * Sort key of a closed one, behind all the open ones: time of closing first, since people look for a period whoever the
 * merchant is; the merchant after it, so that others' are left out without being read.
 */
export function closedKey(closedAt: number, merchantId: string | null): string {
  return `~${isoTime(closedAt)}#${merchantId ?? NOBODY}`;
}

export function closedRange({ fromMs, toMs }: Wanted): KeyRange {
  // What was closed at `toMs` itself has its merchant behind the time, and so lies after the range.
  return { from: `~${isoTime(fromMs)}`, to: `~${isoTime(toMs)}` };
}

/** Null for money of no merchant. */
export function readClosedKey(key: string): { closedAt: number; merchantId: string | null } {
  const [time = '', merchantId = NOBODY] = key.slice(1).split('#');
  return { closedAt: Date.parse(time), merchantId: merchantId === NOBODY ? null : merchantId };
}
