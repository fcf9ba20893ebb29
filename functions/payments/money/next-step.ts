import type { MoneyExceptionKind } from '../exceptions/exception.ts';
import type { ExceptionRecord } from '../exceptions/exception-record.ts';
import type { SettledAttempt } from '../settle/settle.ts';
import { type Comparison, compare, type Hint, type MoneyReport, type Received, recordedOf } from './received.ts';
import type { Money } from './records.table.ts';

/** The next write that brings the records of a start in line with a report. */
export type MoneyStep =
  /** Other money received. `isNamed`: its name is its key, since only this movement can have it. */
  | { kind: 'record'; received: Received; as: MoneyExceptionKind; isNamed: boolean }
  /** The movement pays the transaction; `leaves` is its record as other money, where it has one. */
  | { kind: 'settle'; received: Received; attempt: SettledAttempt; leaves?: string }
  | { kind: 'name'; item: string; name: string }
  /** The list explains an open exception about a callback. */
  | { kind: 'confirm'; exceptionId: string }
  /** `contradicted`: it has another amount under the name of a recorded movement. */
  | { kind: 'done'; isExplained: boolean; unlisted: number; contradicted: Received | undefined };

/**
 * Decides one step at a time by what is stored, so that a crash or another writer between two steps changes nothing of
 * the result. What does not pay is recorded first and the payment last: until then the report counts as not applied.
 */
export function nextStep(money: Money, report: MoneyReport): MoneyStep {
  const { transaction, exceptions } = money;
  const hints = [...(report.hint ? [report.hint] : []), ...exceptions.flatMap((each) => hintIn(each, report))];
  const found = compare(recordedOf(money, report.bankId), report, hints);
  const index = transaction?.attempts.findIndex(({ bankId }) => bankId === report.bankId) ?? -1;
  const known = transaction?.attempts[index];
  const attempt = known && { index, bankId: report.bankId, method: known.method };
  const paying = payingOf(money, found);
  if (attempt && transaction) {
    // What was notified comes last: once it is on record, its repeat asks the bank no more.
    const others = found.missing.filter((each) => each !== paying?.received);
    const other = others.find(({ name }) => name === undefined) ?? others[0];
    const as = transaction.status === 'paid' || paying ? 'paid-twice' : 'underpaid';
    if (other) return { kind: 'record', received: other, as, isNamed: isNamed(other, report) };
    if (paying) return { kind: 'settle', attempt, ...paying };
  } else if (found.missing[0]) {
    const [received] = found.missing;
    return { kind: 'record', received, as: 'unknown-payment', isNamed: isNamed(received, report) };
  }
  if (found.named[0]) return { kind: 'name', ...found.named[0] };
  const explained = exceptions.find(
    (each) => each.state === 'open' && hintIn(each, report).some(({ name }) => found.explained.has(name)),
  );
  if (explained) return { kind: 'confirm', exceptionId: explained.exceptionId };
  const isExplained = report.hint === undefined || found.explained.has(report.hint.name);
  return { kind: 'done', isExplained, unlisted: found.unlisted, contradicted: found.contradicted[0]?.received };
}

function isNamed({ name }: Received, { proven }: MoneyReport): boolean {
  return name !== undefined && name === proven?.name;
}

/** The callback that an open exception is about: not confirmed yet, so that its amount is in its words only. */
function hintIn(exception: ExceptionRecord, report: MoneyReport): Hint[] {
  const { kind, bankId, state, reportedCents, operationId, bankTime } = exception;
  if (kind !== 'unclear-payment' || bankId !== report.bankId || state !== 'open') return [];
  if (reportedCents === undefined || operationId === undefined) return [];
  return [{ name: operationId, cents: reportedCents, atMs: bankTime ?? null }];
}

/** The first movement that pays a transaction that is not paid. */
function payingOf(
  { transaction }: Money,
  { missing, contradicted }: Comparison,
): { received: Received; leaves?: string } | undefined {
  if (!transaction || transaction.status === 'paid') return undefined;
  const isEnough = ({ cents, isPart }: Received) => !isPart && cents >= transaction.amountCents;
  const received = missing.filter(isEnough).sort((left, right) => (left.atMs ?? 0) - (right.atMs ?? 0))[0];
  if (received) return { received };
  const corrected = contradicted.find((each) => isEnough(each.received));
  return corrected && { received: corrected.received, leaves: corrected.record.item };
}
