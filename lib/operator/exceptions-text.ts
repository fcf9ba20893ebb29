import type { ExceptionRecord } from '../../functions/payments/exception-record.ts';
import { EXCEPTION_SENTENCES, OUTCOME_SENTENCES } from '../../functions/payments/exception-sentences.ts';
import { amountOf } from '../../functions/payments/money.ts';
import { isoTime } from '../../functions/runtime/clock.ts';

/** An exception as the commands print it in JSON: amounts in EUR, times in ISO 8601, and what its kind means. */
export function exceptionJson(exception: ExceptionRecord) {
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

/** One line of the list of open exceptions. */
export function exceptionLine(exception: ExceptionRecord): string {
  const { openedAt, kind, transactionId, merchantId, assigned } = exception;
  return [
    isoTime(openedAt),
    kind.padEnd(16),
    moneyText(exception).padEnd(34),
    transactionId,
    merchantId ?? '(no merchant)',
    exception.exceptionId,
    ...(assigned ? [`with ${assigned.to}`] : []),
  ].join('  ');
}

/** Everything of one exception, with the sentence for its kind and what to do. */
export function exceptionLines(exception: ExceptionRecord): string[] {
  const { kind, state, exceptionId, openedAt, bankAccount, bankId, noticeId, operationId, bankTime } = exception;
  const { what, toDo } = EXCEPTION_SENTENCES[kind].en;
  const lines = [
    `exception ${kind}, ${state}, since ${isoTime(openedAt)}`,
    `  ${what}`,
    ...(state === 'open' ? [`  ${toDo}`] : []),
    `  id        ${exceptionId}`,
    `  money     ${moneyText(exception)}`,
    `  bank      account ${bankAccount}, payment ${bankId}${operationId === undefined ? '' : `, movement ${operationId}`}`,
  ];
  if (bankTime !== undefined) lines.push(`  bank time ${isoTime(bankTime)}`);
  if (noticeId !== null) lines.push(`  notice    ${noticeId}`);
  if (exception.detail !== undefined) lines.push(`  detail    ${exception.detail}`);
  if (exception.siblingId !== undefined) lines.push(`  other     ${exception.siblingId}`);
  const { assigned, closed } = exception;
  if (assigned) lines.push(`  assigned  to ${assigned.to} by ${assigned.by} at ${isoTime(assigned.at)}`);
  if (closed) {
    lines.push(`  closed    ${closed.outcome} by ${closed.by} at ${isoTime(closed.at)}: ${closed.note}`);
    lines.push(`            ${OUTCOME_SENTENCES[closed.outcome].en}`);
  }
  return lines;
}

/** `received 5.00 of 10.00 EUR` */
export function moneyText({ expectedCents, receivedCents, detail, kind }: ExceptionRecord): string {
  const sum = kind === 'foreign-currency' && detail !== undefined ? detail : eurosText(receivedCents);
  return expectedCents === null ? sum : `${sum} of ${eurosText(expectedCents)}`;
}

export function eurosText(cents: number | null): string {
  return cents === null ? 'unnamed sum' : `${amountOf(cents).toFixed(2)} EUR`;
}
