import type { MoneyExceptionKind } from '../exceptions/exception.ts';
import type { ExceptionRecord } from '../exceptions/exception-record.ts';
import type { SettledAttempt } from '../settle/settle.ts';
import { balanceOf } from './balance.ts';
import {
  type Comparison,
  compare,
  type Hint,
  type Money,
  type MoneyReport,
  type Received,
  recordedOf,
} from './received.ts';
import { isBeyond } from './refund.ts';

/** A write that brings the records of a start in line with a report. */
export type MoneyStep =
  /** Other money received. `isNamed`: its name is its key, since only this movement can have it. */
  | { kind: 'record'; received: Received; as: MoneyExceptionKind; isNamed: boolean }
  /** The movement pays the transaction; `leaves` is its record as other money, where it has one. */
  | { kind: 'settle'; received: Received; attempt: SettledAttempt; leaves?: ExceptionRecord }
  | { kind: 'name'; item: string; name: string; atMs: number | null }
  /** The list explains an open exception about a callback. */
  | { kind: 'confirm'; exception: ExceptionRecord };

/** What a report changes, by what is stored. */
export interface Plan {
  /** In order: first what nobody would report again, so that a crash leaves no movement unrecorded. */
  steps: MoneyStep[];
  /** Whether the list explains the callback that asked for it. */
  isExplained: boolean;
  /** Records of the start that the answer does not have. */
  unlisted: number;
  /** The report has another amount under the name of a recorded movement. */
  contradicted: Received | undefined;
}

export function planOf(money: Money, report: MoneyReport): Plan {
  const { transaction, exceptions } = money;
  const hinted = exceptions.flatMap((exception) => {
    const hint = hintIn(exception, report);
    return hint ? [{ exception, hint }] : [];
  });
  const hints = [...(report.hint ? [report.hint] : []), ...hinted.map(({ hint }) => hint)];
  const found = compare(recordedOf(money, report.bankId), report, hints);
  const index = transaction?.attempts.findIndex(({ bankId }) => bankId === report.bankId) ?? -1;
  const known = transaction?.attempts[index];
  const paying = known && payingOf(money, found);
  const as = !known ? 'unknown-payment' : transaction?.status === 'paid' || paying ? 'paid-twice' : 'underpaid';
  const isNamed = ({ name }: Received) => name !== undefined && name === report.proven?.name;
  const attempt = known && { index, bankId: report.bankId, method: known.method };
  const stepOf = (received: Received): MoneyStep =>
    paying && attempt && received === paying.received
      ? { kind: 'settle', attempt, ...paying }
      : { kind: 'record', received, as, isNamed: isNamed(received) };
  // What was notified comes last: once it is on record, its repeat neither asks the bank nor brings anything else.
  const rank = (each: Received) => Number(each.name !== undefined) * 2 + Number(each === paying?.received);
  // Closed as not ours, it is in no sum, whatever its day.
  const isNotOurs = (item: string) =>
    exceptions.some(({ exceptionId, closed }) => exceptionId === item && closed?.outcome === 'not-ours');
  const movements = new Set([...found.missing, ...(paying ? [paying.received] : [])]);
  return {
    steps: [
      ...[...movements].sort((left, right) => rank(left) - rank(right)).map(stepOf),
      ...found.named.map((each): MoneyStep => ({ kind: 'name', ...each, ...(isNotOurs(each.item) && { atMs: null }) })),
      ...hinted
        .filter(({ hint }) => found.explained.has(hint.name))
        .map(({ exception }): MoneyStep => ({ kind: 'confirm', exception })),
      ...coveredIn(money, [...movements], paying?.leaves).map(
        (exception): MoneyStep => ({ kind: 'confirm', exception }),
      ),
    ],
    isExplained: report.hint === undefined || found.explained.has(report.hint.name),
    unlisted: found.unlisted,
    contradicted: paying?.leaves === undefined ? found.contradicted[0]?.received : undefined,
  };
}

/** The callback that an open exception is about: not confirmed yet, so that its amount is in its words only. */
function hintIn(exception: ExceptionRecord, report: MoneyReport): Hint | undefined {
  const { kind, bankId, state, reportedCents, operationId, bankTime } = exception;
  if (kind !== 'unclear-payment' || bankId !== report.bankId || state !== 'open') return undefined;
  if (reportedCents === undefined || operationId === undefined) return undefined;
  return { name: operationId, cents: reportedCents, atMs: bankTime ?? null };
}

/** Open questions about more returned than received, which these movements answer. */
function coveredIn(
  { transaction, exceptions, refunds }: Money,
  movements: readonly Received[],
  leaves: ExceptionRecord | undefined,
): ExceptionRecord[] {
  if (!transaction || refunds.length === 0) return [];
  const { gross, other, balance } = balanceOf({ transaction, exceptions, refunds });
  const added = movements.reduce((sum, { cents }) => sum + cents, 0) - (leaves?.receivedCents ?? 0);
  const isCovered = gross + other + added > 0 && balance + added >= 0;
  return !isCovered ? [] : exceptions.filter((each) => each.state === 'open' && isBeyond(each));
}

/** The first movement that pays a transaction that is not paid. */
function payingOf(
  { transaction, exceptions }: Money,
  { missing, contradicted }: Comparison,
): { received: Received; leaves?: ExceptionRecord } | undefined {
  if (!transaction || transaction.status === 'paid') return undefined;
  const isEnough = ({ cents, isPart }: Received) => !isPart && cents >= transaction.amountCents;
  const received = missing.filter(isEnough).sort((left, right) => (left.atMs ?? 0) - (right.atMs ?? 0))[0];
  if (received) return { received };
  const corrected = contradicted.find((each) => isEnough(each.received));
  const leaves = exceptions.find(({ exceptionId }) => exceptionId === corrected?.record.item);
  return corrected && leaves && { received: corrected.received, leaves };
}
