import * as z from 'zod/mini';
import { fromCursor, toCursor } from '../../dynamo/cursor.ts';
import { isTransactionId } from '../../payments/ids.ts';
import type { Reading } from '../../runtime/reading.ts';

/**
 * A position in a merchant's events: after an entry of the index, or without `transactionId` before the first entry at
 * `settledAt` or later. It never names the merchant, who is always the caller.
 */
export interface Position {
  settledAt: number;
  transactionId?: string | undefined;
}

const position = z.object({
  settledAt: z.int().check(z.minimum(0)),
  transactionId: z.optional(z.string().check(z.refine(isTransactionId))),
});

/** The text `next` of an answer. */
export function cursorOf({ settledAt, transactionId }: Position): string {
  return toCursor({ settledAt, transactionId });
}

export const NOT_A_POSITION = 'must be `next` of an earlier answer';

/** Reads what `cursorOf` wrote, and nothing else. */
export function readPosition(cursor: string): Reading<Position> {
  try {
    const value = fromCursor(position, cursor);
    if (value && cursorOf(value) === cursor) return { ok: true, value };
  } catch {
    // As below.
  }
  return { ok: false, problem: NOT_A_POSITION };
}
