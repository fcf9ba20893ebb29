import { EXCEPTION_KINDS, type ExceptionKind } from '../../functions/payments/exception.ts';
import { EXCEPTION_OUTCOMES } from '../../functions/payments/exception-outcomes.ts';
import type { Closing } from '../../functions/payments/exceptions-close.table.ts';
import type { ExceptionFilter } from '../../functions/payments/exceptions-find.table.ts';
import { UsageError } from './command.ts';
import { filterOf, reasonOf } from './deliveries-arguments.ts';

interface Period {
  merchant?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The open exceptions that the command line speaks of; a day is Lisbon's. */
export function exceptionFilterOf(
  { kind, ...period }: Period & { kind?: string | undefined },
  nowMs: number,
): ExceptionFilter {
  const { merchantId, fromMs, toMs } = filterOf(period, nowMs);
  return {
    fromMs,
    toMs,
    ...(merchantId !== undefined && { merchantId }),
    ...(kind !== undefined && { kind: kindOf(kind) }),
  };
}

/** One merchant's payments of a period, for the audit of orders. */
export function auditPeriodOf(period: Period, nowMs: number): { merchantId: string; fromMs: number; toMs: number } {
  const { merchantId, fromMs, toMs } = filterOf(period, nowMs);
  if (merchantId === undefined) throw new UsageError('--merchant is missing');
  return { merchantId, fromMs, toMs };
}

/** How an exception is closed, and by whom: the user's name unless given. */
export function closingOf(values: {
  outcome?: string | undefined;
  note?: string | undefined;
  who?: string | undefined;
}): Closing {
  const outcome = EXCEPTION_OUTCOMES.find((known) => known === values.outcome);
  if (!outcome) throw new UsageError(`--outcome must be one of ${EXCEPTION_OUTCOMES.join(', ')}`);
  const note = values.note?.trim() ?? '';
  if (note === '') throw new UsageError('--note is missing: it is kept with the exception');
  if (note.length > 500) throw new UsageError('--note is too long: at most 500 characters');
  return { outcome, note, by: whoOf(values.who) };
}

export function assigningOf(values: { to?: string | undefined; who?: string | undefined }): { to: string; by: string } {
  const to = values.to?.trim() ?? '';
  if (to === '') throw new UsageError('--to is missing: who looks after it');
  if (to.length > 100) throw new UsageError('--to is too long: at most 100 characters');
  return { to, by: whoOf(values.who) };
}

function whoOf(who: string | undefined): string {
  return reasonOf({ who, why: '-' }).who;
}

function kindOf(text: string): ExceptionKind {
  const kind = EXCEPTION_KINDS.find((known) => known === text);
  if (!kind) throw new UsageError(`--kind must be one of ${EXCEPTION_KINDS.join(', ')}`);
  return kind;
}
