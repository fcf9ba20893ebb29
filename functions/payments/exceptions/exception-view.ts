import { isoTime } from '../../runtime/clock.ts';
import { amountOf } from '../money.ts';
import type { ExceptionRecord } from './exception-record.ts';
import { EXCEPTION_SENTENCES } from './exception-sentences.ts';

/** An exception as people and their programs read it: amounts in EUR, times in ISO 8601, and what its kind means. */
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
    means: EXCEPTION_SENTENCES[exception.kind],
  };
}
