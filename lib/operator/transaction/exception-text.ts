import { amountOf } from '../../../functions/payments/amount.ts';
import type { ExceptionRecord } from '../../../functions/payments/exceptions/exception-record.ts';
import { EXCEPTION_MEANINGS, OUTCOME_SENTENCES } from '../../../functions/payments/exceptions/exception-sentences.ts';
import { isoTime } from '../../../functions/runtime/clock.ts';

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
