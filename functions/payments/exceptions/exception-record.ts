import * as z from 'zod/mini';
import type { Attributes } from '../../runtime/attributes.ts';
import { isoTime } from '../../runtime/clock.ts';
import { parseItem } from '../../runtime/parse-item.ts';
import { amountOf } from '../amount.ts';
import { EXCEPTION_KINDS, EXCEPTION_PREFIX } from './exception.ts';
import { EXCEPTION_MEANINGS_PT } from './exception-meanings-pt.ts';
import { EXCEPTION_OUTCOMES } from './exception-outcomes.ts';
import { EXCEPTION_MEANINGS } from './exception-sentences.ts';

const id = z.string();
const timeMs = z.int();
const cents = z.nullable(z.int());

/** An exception as it is stored: the report, its assignment and its closing. */
const exceptionRecord = z.object({
  transactionId: id,
  /** The sort key. */
  item: id,
  kind: z.enum(EXCEPTION_KINDS),
  ofMerchant: z.nullable(id),
  bankAccount: id,
  bankId: id,
  noticeId: z.nullable(id),
  expectedCents: cents,
  receivedCents: cents,
  operationId: z.optional(id),
  bankTime: z.optional(timeMs),
  detail: z.optional(z.string()),
  siblingId: z.optional(id),
  openedAt: timeMs,
  state: z.enum(['open', 'closed']),
  /** The person responsible; may change while it is open. */
  assigned: z.optional(z.object({ to: z.string(), by: z.string(), at: timeMs })),
  closed: z.optional(z.object({ outcome: z.enum(EXCEPTION_OUTCOMES), note: z.string(), by: z.string(), at: timeMs })),
});

/** A stored exception. Times are in milliseconds since the epoch. */
export type ExceptionRecord = Omit<z.infer<typeof exceptionRecord>, 'item' | 'ofMerchant'> & {
  /** `{kind}#{bankId}` and a suffix where there can be several; unique within the transaction. */
  exceptionId: string;
  merchantId: string | null;
};

/** Whether a sort key is that of an exception. */
export function isException(sortKey: string): boolean {
  return sortKey.startsWith(EXCEPTION_PREFIX);
}

/** Reads an exception from its item. Throws `UnreadableItem`. */
export function exceptionOf(attributes: Attributes): ExceptionRecord {
  const { item, ofMerchant, ...record } = parseItem(exceptionRecord, attributes);
  return { ...record, exceptionId: item.slice(EXCEPTION_PREFIX.length), merchantId: ofMerchant };
}

/** An exception as commands print it: amounts in EUR, times in ISO 8601, and the meaning of its kind. */
export function exceptionView(exception: ExceptionRecord) {
  const { expectedCents, receivedCents, openedAt, bankTime, assigned, closed, ...rest } = exception;
  return {
    ...rest,
    expected: expectedCents === null ? null : amountOf(expectedCents),
    received: receivedCents === null ? null : amountOf(receivedCents),
    openedAt: isoTime(openedAt),
    bankTime: bankTime === undefined ? null : isoTime(bankTime),
    assigned: assigned ? { ...assigned, at: isoTime(assigned.at) } : null,
    closed: closed ? { ...closed, at: isoTime(closed.at) } : null,
    means: { en: EXCEPTION_MEANINGS[exception.kind], pt: EXCEPTION_MEANINGS_PT[exception.kind] },
  };
}
