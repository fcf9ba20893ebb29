import { EXCEPTION_KINDS } from '../../../functions/payments/exceptions/exception.ts';
import { PERSON_OUTCOMES } from '../../../functions/payments/exceptions/exception-outcomes.ts';
import type { Closing } from '../../../functions/payments/exceptions/exceptions-close.table.ts';
import type { ExceptionFilter } from '../../../functions/payments/exceptions/exceptions-find.table.ts';
import { MAX_NOTE_CHARACTERS } from '../../../functions/runtime/text-limits.ts';
import { oneOf, storedText, type Text, timesOf, whoOf } from '../arguments.ts';

/** The filter of the command line; a day is a day in Lisbon. */
export function exceptionFilterOf(
  { merchant, kind, ...period }: { merchant?: Text; kind?: Text; from?: Text; to?: Text },
  nowMs: number,
): ExceptionFilter {
  return {
    ...timesOf(period, nowMs),
    ...(merchant !== undefined && { merchantId: merchant }),
    ...(kind !== undefined && { kind: oneOf('--kind', EXCEPTION_KINDS, kind) }),
  };
}

/** The outcome, note and author of a closing. */
export function closingOf({ outcome, note, who }: { outcome?: Text; note?: Text; who?: Text }): Closing {
  return {
    outcome: oneOf('--outcome', PERSON_OUTCOMES, outcome),
    note: noteTextOf(note),
    by: whoOf(who),
  };
}

/** The text and author of a note. */
export function noteOf({ note, who }: { note?: Text; who?: Text }): { text: string; by: string } {
  return { text: noteTextOf(note), by: whoOf(who) };
}

function noteTextOf(note: Text): string {
  return storedText('--note', note, 'it is stored with the exception', MAX_NOTE_CHARACTERS);
}
