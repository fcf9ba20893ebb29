import * as z from 'zod/mini';
import { PERSON_OUTCOMES } from '../../payments/exceptions/exception-outcomes.ts';
import type { ExceptionRecord } from '../../payments/exceptions/exception-record.ts';
import type { ExceptionWrites } from '../../payments/exceptions/exceptions-close.table.ts';
import { isForeignId } from '../../payments/foreign-id.ts';
import { isoTime } from '../../runtime/clock.ts';
import { MAX_NOTE_CHARACTERS, MAX_NOTES } from '../../runtime/text-limits.ts';
import { type DashboardCaller, nameOf, notFound } from '../caller.ts';
import { Refused } from '../refused.ts';

// Our ids are plain text; anything else cannot be a key.
const PLAIN = /^[\x20-\x7e]+$/;
const name = {
  transactionId: z.string().check(z.maxLength(100), z.regex(PLAIN, 'transactionId is not an id')),
  exceptionId: z.string().check(z.maxLength(300), z.regex(PLAIN, 'exceptionId is not an id')),
};

/** What a person writes about it; `missing` says which text it is. */
const textInput = (missing: string) =>
  z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(MAX_NOTE_CHARACTERS));

export const noteInput = z.object({ ...name, text: textInput('text is required: it is stored with the exception') });

export const closeInput = z.object({
  ...name,
  outcome: z.enum(PERSON_OUTCOMES),
  note: textInput('note is required: it is stored with the exception'),
});

/** Adds a note to an open exception, with who and when. For staff. */
export function noteException({ note }: Pick<ExceptionWrites, 'note'>) {
  return async ({ text, ...exception }: z.infer<typeof noteInput>, caller: DashboardCaller) => {
    const outcome = await note(exception, { text, by: nameOf(caller) });
    switch (outcome.kind) {
      case 'not-found':
        throw notFound('exception');
      case 'full':
        throw new Refused('text', { code: 'exception-notes', max: MAX_NOTES });
      case 'closed-before':
        throw closedBefore(outcome.exception);
      case 'noted':
        return { kind: outcome.kind };
    }
  };
}

/**
 * Ends an exception with an outcome and a note; both are stored with it, with who and when. For staff. Only money that
 * leads to no transaction can be somebody else's: of a transaction it stays in the sums of its day.
 */
export function closeException({ close }: Pick<ExceptionWrites, 'close'>) {
  return async ({ outcome, note, ...exception }: z.infer<typeof closeInput>, caller: DashboardCaller) => {
    if (outcome === 'not-ours' && !isForeignId(exception.transactionId))
      throw new Refused('outcome', { code: 'exception-is-ours' });
    const closed = await close(exception, { outcome, note, by: nameOf(caller) });
    if (closed.kind === 'not-found') throw notFound('exception');
    if (closed.kind !== 'closed') throw closedBefore(closed.exception);
    return { kind: closed.kind };
  };
}

function closedBefore({ exceptionId, closed }: ExceptionRecord): Refused {
  if (!closed) throw new Error(`exception ${exceptionId}: neither open nor closed`);
  const { outcome, by, at } = closed;
  return new Refused('exceptionId', { code: 'exception-closed', outcome, by, at: isoTime(at) });
}
