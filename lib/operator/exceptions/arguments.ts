import { EXCEPTION_KINDS } from '../../../functions/payments/exceptions/exception.ts';
import { EXCEPTION_OUTCOMES } from '../../../functions/payments/exceptions/exception-outcomes.ts';
import type { Closing } from '../../../functions/payments/exceptions/exceptions-close.table.ts';
import type { ExceptionFilter } from '../../../functions/payments/exceptions/exceptions-find.table.ts';
import { keptText, oneOf, type Text, timesOf, whoOf } from '../arguments.ts';
import { UsageError } from '../command.ts';

interface Period {
  merchant?: Text;
  from?: Text;
  to?: Text;
}

/** The exceptions that the command line speaks of; a day is Lisbon's. */
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

/** How an exception is closed, and by whom. */
export function closingOf({ outcome, note, who }: { outcome?: Text; note?: Text; who?: Text }): Closing {
  return {
    outcome: oneOf('--outcome', EXCEPTION_OUTCOMES, outcome),
    note: keptText('--note', note, 'it is kept with the exception', 500),
    by: whoOf(who),
  };
}

export function assigningOf({ to, who }: { to?: Text; who?: Text }): { to: string; by: string } {
  return { to: keptText('--to', to, 'who looks after it', 100), by: whoOf(who) };
}
