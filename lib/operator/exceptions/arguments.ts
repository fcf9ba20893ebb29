import { EXCEPTION_KINDS } from '../../../functions/payments/exceptions/exception.ts';
import { EXCEPTION_OUTCOMES } from '../../../functions/payments/exceptions/exception-outcomes.ts';
import type { Closing } from '../../../functions/payments/exceptions/exceptions-close.table.ts';
import type { ExceptionFilter } from '../../../functions/payments/exceptions/exceptions-find.table.ts';
import { oneOf, storedText, type Text, timesOf, whoOf } from '../arguments.ts';
import { UsageError } from '../command.ts';

interface Period {
  merchant?: Text;
  from?: Text;
  to?: Text;
}

/** The filter of the command line; a day is a day in Lisbon. */
export function exceptionFilterOf(
  { merchant, kind, ...period }: Period & { kind?: Text },
  nowMs: number,
): ExceptionFilter {
  return {
    ...timesOf(period, nowMs),
    ...(merchant !== undefined && { merchantId: merchant }),
    ...(kind !== undefined && { kind: oneOf('--kind', EXCEPTION_KINDS, kind) }),
  };
}

/** One merchant's payments of a period, for the audit of orders. */
export function auditPeriodOf({ merchant, ...period }: Period, nowMs: number) {
  const times = timesOf(period, nowMs);
  if (merchant === undefined) throw new UsageError('--merchant is missing');
  return { merchantId: merchant, ...times };
}

/** The outcome, note and author of a closing. */
export function closingOf({ outcome, note, who }: { outcome?: Text; note?: Text; who?: Text }): Closing {
  return {
    outcome: oneOf('--outcome', EXCEPTION_OUTCOMES, outcome),
    note: storedText('--note', note, 'it is stored with the exception', 500),
    by: whoOf(who),
  };
}

export function assigningOf({ to, who }: { to?: Text; who?: Text }): { to: string; by: string } {
  return { to: storedText('--to', to, 'the name of a person', 100), by: whoOf(who) };
}
