import * as z from 'zod/mini';
import { PAYMENT_METHODS } from '../../banking/bank.ts';
import type { Attributes } from '../../runtime/attributes.ts';
import { isoTime } from '../../runtime/clock.ts';
import { parseItem } from '../../runtime/parse-item.ts';
import { amountOrNull } from '../amount.ts';
import { EXCEPTION_KINDS, EXCEPTION_PREFIX, NO_MERCHANT } from './exception.ts';
import { EXCEPTION_MEANINGS_PT } from './exception-meanings-pt.ts';
import { EXCEPTION_OUTCOMES } from './exception-outcomes.ts';
import { EXCEPTION_MEANINGS } from './exception-sentences.ts';

const id = z.string();
const timeMs = z.int();
const cents = z.nullable(z.int());

/** What a person wrote about an exception. */
const note = z.object({ text: z.string(), by: z.string(), at: timeMs });

/** An exception as it is stored: the report, its notes and its closing. */
const exceptionRecord = z.object({
  transactionId: id,
  /** The sort key. */
  item: id,
  kind: z.enum(EXCEPTION_KINDS),
  /** `NO_MERCHANT` where it belongs to none. */
  merchantId: id,
  bankAccount: id,
  bankId: id,
  noticeId: z.nullable(id),
  /** The amount requested; null where no transaction is known. */
  expectedCents: cents,
  /**
   * The money that this exception records: it is in the sums of other money received. Null where it records none: the
   * money is on the transaction, on a refund, or not confirmed.
   */
  receivedCents: cents,
  /** The amount of a report that is not confirmed or is recorded elsewhere; in no sum. */
  reportedCents: z.optional(z.int()),
  /** The method of the start whose money it is. */
  paymentMethod: z.optional(z.nullable(z.enum(PAYMENT_METHODS))),
  /** The bank's name of the movement. */
  operationId: z.optional(id),
  /** The bank's time of the movement. */
  bankTime: z.optional(timeMs),
  detail: z.optional(z.string()),
  siblingId: z.optional(id),
  openedAt: timeMs,
  state: z.enum(['open', 'closed']),
  notes: z.optional(z.array(note)),
  closed: z.optional(z.object({ outcome: z.enum(EXCEPTION_OUTCOMES), note: z.string(), by: z.string(), at: timeMs })),
});

/** A stored exception. Times are in milliseconds since the epoch. */
export type ExceptionRecord = Omit<z.infer<typeof exceptionRecord>, 'item' | 'merchantId'> & {
  /** The sort key without its prefix; unique within the transaction. */
  exceptionId: string;
  merchantId: string | null;
};

/** Whether a sort key is that of an exception. */
export function isException(sortKey: string): boolean {
  return sortKey.startsWith(EXCEPTION_PREFIX);
}

/** Reads an exception from its item. Throws `UnreadableItem`. */
export function exceptionOf(attributes: Attributes): ExceptionRecord {
  const { item, merchantId, ...record } = parseItem(exceptionRecord, attributes);
  const owner = merchantId === NO_MERCHANT ? null : merchantId;
  return { ...record, exceptionId: item.slice(EXCEPTION_PREFIX.length), merchantId: owner };
}

/** An exception as commands print it: amounts in EUR, times in ISO 8601, and the meaning of its kind. */
export function exceptionView(exception: ExceptionRecord) {
  const { expectedCents, receivedCents, reportedCents, openedAt, bankTime, notes = [], closed, ...rest } = exception;
  return {
    ...rest,
    expected: amountOrNull(expectedCents),
    received: amountOrNull(receivedCents),
    reported: amountOrNull(reportedCents),
    openedAt: isoTime(openedAt),
    bankTime: bankTime === undefined ? null : isoTime(bankTime),
    notes: notes.map(({ at, ...each }) => ({ ...each, at: isoTime(at) })),
    closed: closed ? { ...closed, at: isoTime(closed.at) } : null,
    means: { en: EXCEPTION_MEANINGS[exception.kind], pt: EXCEPTION_MEANINGS_PT[exception.kind] },
  };
}
