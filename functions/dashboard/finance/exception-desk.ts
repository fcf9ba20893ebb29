import * as z from 'zod/mini';
import { EXCEPTION_OUTCOMES } from '../../payments/exceptions/exception-outcomes.ts';
import type { ExceptionRecord } from '../../payments/exceptions/exception-record.ts';
import type { ExceptionWrites } from '../../payments/exceptions/exceptions-close.table.ts';
import { isoTime } from '../../runtime/clock.ts';
import { MAX_NOTE_CHARACTERS } from '../../runtime/text-limits.ts';
import { type DashboardCaller, nameOf, notFound, requireStaff } from '../caller.ts';
import { type Refused, refused } from '../problem.ts';

// Our ids are plain text; anything else cannot be a key.
const PLAIN = /^[\x20-\x7e]+$/;
const name = {
  transactionId: z.string().check(z.maxLength(100), z.regex(PLAIN, 'transactionId is not an id')),
  exceptionId: z.string().check(z.maxLength(300), z.regex(PLAIN, 'exceptionId is not an id')),
};

export const assignInput = z.object({
  ...name,
  to: z
    .string('to is required: a name or an e-mail address')
    .check(z.trim(), z.minLength(1, 'to is required: a name or an e-mail address'), z.maxLength(100)),
});

export const closeInput = z.object({
  ...name,
  outcome: z.enum(EXCEPTION_OUTCOMES),
  note: z
    .string('note is required: it is stored with the exception')
    .check(
      z.trim(),
      z.minLength(1, 'note is required: it is stored with the exception'),
      z.maxLength(MAX_NOTE_CHARACTERS),
    ),
});

/** Assigns an open exception to a person. Who assigned it, and when, is recorded with it. For staff. */
export function assignException({ assign }: Pick<ExceptionWrites, 'assign'>) {
  return async (
    { to, ...exception }: z.infer<typeof assignInput>,
    caller: DashboardCaller,
  ): Promise<{ kind: 'assigned' } | Refused> => {
    requireStaff(caller);
    const outcome = await assign(exception, { to, by: nameOf(caller) });
    if (outcome.kind === 'not-found') throw notFound('exception');
    return outcome.kind === 'assigned' ? { kind: 'assigned' } : closedBefore(outcome.exception);
  };
}

/** Ends an exception with an outcome and a note; both are stored with it, with who and when. For staff. */
export function closeException({ close }: Pick<ExceptionWrites, 'close'>) {
  return async (
    { outcome, note, ...exception }: z.infer<typeof closeInput>,
    caller: DashboardCaller,
  ): Promise<{ kind: 'closed' } | Refused> => {
    requireStaff(caller);
    const closed = await close(exception, { outcome, note, by: nameOf(caller) });
    if (closed.kind === 'not-found') throw notFound('exception');
    return closed.kind === 'closed' ? { kind: 'closed' } : closedBefore(closed.exception);
  };
}

function closedBefore({ exceptionId, closed }: ExceptionRecord): Refused {
  if (!closed) throw new Error(`exception ${exceptionId}: neither open nor closed`);
  const { outcome, by, at } = closed;
  return refused('exceptionId', { code: 'exception-closed', outcome, by, at: isoTime(at) });
}
