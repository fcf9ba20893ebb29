import { amountOf } from '../../../functions/payments/amount.ts';
import type { ExceptionRecord } from '../../../functions/payments/exceptions/exception-record.ts';
import { EXCEPTION_MEANINGS, OUTCOME_SENTENCES } from '../../../functions/payments/exceptions/exception-sentences.ts';
import { isoTime } from '../../../functions/runtime/clock.ts';

/** One line of a list: an open exception with its newest note; a closed one with its outcome and closing note. */
export function exceptionLine(exception: ExceptionRecord): string {
  const { openedAt, kind, transactionId, merchantId, notes = [], closed } = exception;
  const newest = closed ? { by: closed.by, text: closed.note } : notes.at(-1);
  return [
    isoTime(closed?.at ?? openedAt),
    ...(closed ? [closed.outcome.padEnd(9)] : []),
    kind.padEnd(16),
    moneyText(exception).padEnd(34),
    transactionId,
    merchantId ?? '(no merchant)',
    exception.exceptionId,
    ...(newest ? [`by ${newest.by}: ${newest.text}`] : []),
  ].join('  ');
}

/** `3 open exceptions, 15.00 EUR received`: the money that they record, with nothing subtracted. */
export function sumLine(state: ExceptionRecord['state'], exceptions: readonly ExceptionRecord[]): string {
  const count = `${exceptions.length} ${state} ${exceptions.length === 1 ? 'exception' : 'exceptions'}`;
  const cents = exceptions.reduce((sum, { receivedCents }) => sum + (receivedCents ?? 0), 0);
  return `${count}, ${eurosText(cents)} received`;
}

/** All fields of one exception, with the explanation of its kind and what to do. */
export function exceptionLines(exception: ExceptionRecord): string[] {
  const { kind, state, exceptionId, openedAt, bankAccount, bankId, noticeId, operationId, bankTime } = exception;
  const { what, toDo } = EXCEPTION_MEANINGS[kind];
  const movement = operationId === undefined ? '' : `, movement ${operationId}`;
  const lines = [
    `exception ${kind}, ${state}, since ${isoTime(openedAt)}`,
    `  ${what}`,
    ...(state === 'open' ? [`  ${toDo}`] : []),
    `  id        ${exceptionId}`,
    `  money     ${moneyText(exception)}`,
    `  bank      account ${bankAccount}, payment ${bankId}${movement}`,
  ];
  if (bankTime !== undefined) lines.push(`  bank time ${isoTime(bankTime)}`);
  if (noticeId !== null) lines.push(`  notification ${noticeId}`);
  if (exception.detail !== undefined) lines.push(`  detail    ${exception.detail}`);
  if (exception.siblingId !== undefined) lines.push(`  other     ${exception.siblingId}`);
  const { notes = [], closed } = exception;
  for (const { text, by, at } of notes) lines.push(`  note      by ${by} at ${isoTime(at)}: ${text}`);
  if (closed) {
    lines.push(`  closed    ${closed.outcome} by ${closed.by} at ${isoTime(closed.at)}: ${closed.note}`);
    lines.push(`            ${OUTCOME_SENTENCES[closed.outcome]}`);
  }
  return lines;
}

/** `5.00 EUR received of 10.00 EUR`; of money that is not recorded here `5.00 EUR reported`. */
function moneyText({ expectedCents, receivedCents, reportedCents }: ExceptionRecord): string {
  const sum = receivedCents === null ? reportedText(reportedCents) : `${eurosText(receivedCents)} received`;
  return expectedCents === null ? sum : `${sum} of ${eurosText(expectedCents)}`;
}

function reportedText(cents: number | undefined): string {
  return cents === undefined ? 'no amount' : `${eurosText(cents)} reported`;
}

function eurosText(cents: number): string {
  return `${amountOf(cents).toFixed(2)} EUR`;
}
