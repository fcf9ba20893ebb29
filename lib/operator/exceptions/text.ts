import { amountOf } from '../../../functions/payments/amount.ts';
import type { ExceptionRecord } from '../../../functions/payments/exceptions/exception-record.ts';
import { EXCEPTION_MEANINGS, OUTCOME_SENTENCES } from '../../../functions/payments/exceptions/exception-sentences.ts';
import { outcomeSums } from '../../../functions/payments/exceptions/exception-sums.ts';
import type { ReturnedMoney } from '../../../functions/payments/exceptions/returned-money.ts';
import { isoTime } from '../../../functions/runtime/clock.ts';

/**
 * One line of a list: an open exception with its assignee; a closed one with its outcome, who closed it and the note.
 */
export function exceptionLine(exception: ExceptionRecord): string {
  const { openedAt, kind, transactionId, merchantId, assigned, closed } = exception;
  return [
    isoTime(closed?.at ?? openedAt),
    ...(closed ? [closed.outcome.padEnd(8)] : []),
    kind.padEnd(16),
    moneyText(exception).padEnd(34),
    transactionId,
    merchantId ?? '(no merchant)',
    exception.exceptionId,
    ...(closed ? [`by ${closed.by}: ${closed.note}`] : assigned ? [`with ${assigned.to}`] : []),
  ].join('  ');
}

/** The sum of a list; of closed exceptions the sum of each outcome, each payment counted once. */
export function sumLines(state: ExceptionRecord['state'], exceptions: readonly ExceptionRecord[]): string[] {
  const count = `${exceptions.length} ${state} ${exceptions.length === 1 ? 'exception' : 'exceptions'}`;
  if (state === 'open') {
    return [
      `${count}, ${eurosText(exceptions.reduce((sum, { receivedCents }) => sum + (receivedCents ?? 0), 0))} received`,
    ];
  }
  const closed = exceptions.flatMap((each) =>
    each.closed ? [{ ...each, cents: each.receivedCents, outcome: each.closed.outcome }] : [],
  );
  const lines = outcomeSums(closed).map((sum) => {
    const elsewhere = sum.centsElsewhere === 0 ? '' : `, ${eurosText(sum.centsElsewhere)} more counted above`;
    return `  ${sum.outcome.padEnd(8)}  ${sum.count}, ${eurosText(sum.cents)} received${elsewhere}`;
  });
  return [count, ...lines];
}

/** All fields of one exception, with the explanation of its kind, what to do, and what was already returned. */
export function exceptionLines(exception: ExceptionRecord, returned?: ReturnedMoney): string[] {
  const { kind, state, exceptionId, openedAt, bankAccount, bankId, noticeId, operationId, bankTime } = exception;
  const { what, toDo } = EXCEPTION_MEANINGS[kind];
  const movement = operationId === undefined ? '' : `, movement ${operationId}`;
  const lines = [
    `exception ${kind}, ${state}, since ${isoTime(openedAt)}`,
    `  ${what}`,
    ...(state === 'open' ? [`  ${toDo}`] : []),
    `  id        ${exceptionId}`,
    `  money     ${moneyText(exception)}`,
    ...(returned ? [`  returned  ${returnedText(returned)}`] : []),
    `  bank      account ${bankAccount}, payment ${bankId}${movement}`,
  ];
  if (bankTime !== undefined) lines.push(`  bank time ${isoTime(bankTime)}`);
  if (noticeId !== null) lines.push(`  notification ${noticeId}`);
  if (exception.detail !== undefined) lines.push(`  detail    ${exception.detail}`);
  if (exception.siblingId !== undefined) lines.push(`  other     ${exception.siblingId}`);
  const { assigned, closed } = exception;
  if (assigned) lines.push(`  assigned  to ${assigned.to} by ${assigned.by} at ${isoTime(assigned.at)}`);
  if (closed) {
    lines.push(`  closed    ${closed.outcome} by ${closed.by} at ${isoTime(closed.at)}: ${closed.note}`);
    lines.push(`            ${OUTCOME_SENTENCES[closed.outcome]}`);
  }
  return lines;
}

/** `received 5.00 of 10.00 EUR` */
export function moneyText({ expectedCents, receivedCents, detail, kind }: ExceptionRecord): string {
  const sum = kind === 'foreign-currency' && detail !== undefined ? detail : eurosText(receivedCents);
  return expectedCents === null ? sum : `${sum} of ${eurosText(expectedCents)}`;
}

function returnedText({ cents, ofCents, atMs }: ReturnedMoney): string {
  return `${eurosText(cents)} of ${eurosText(ofCents)}, last at ${isoTime(atMs)}`;
}

export function eurosText(cents: number | null): string {
  return cents === null ? 'unknown amount' : `${amountOf(cents).toFixed(2)} EUR`;
}
