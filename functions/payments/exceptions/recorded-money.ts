import { nameOf, paired, SAME, sameMovement } from '../../banking/movement.ts';
import { isOfExcess } from '../money/payment-record.ts';
import type { MovementContext, PaymentException } from './exception.ts';
import { EXCEPTION_FACTS } from './exception-facts.ts';
import type { ExceptionRecord } from './exception-record.ts';

type Reported = Pick<PaymentException, 'kind' | 'bankId' | 'receivedCents' | 'detail' | 'operationId' | 'bankTime'>;

/**
 * Finds the record of a movement of money: an exception of any kind, since a partial payment that is reported again
 * after the transaction was paid is no second payment, or the payment itself (invariant 9: each movement once, to the
 * cent). `records` are those of one transaction.
 */
export function findRecord(
  reported: Reported,
  context: MovementContext,
  records: readonly ExceptionRecord[],
): ExceptionRecord | 'payment' | undefined {
  const ofSum = records
    // A late payment is recorded in its settlement.
    .filter((record) => record.kind !== 'late' && hasSameSum(record, reported))
    .sort((left, right) => left.openedAt - right.openedAt || (left.exceptionId < right.exceptionId ? -1 : 1));
  const certain = ofSum.find((record) => isCertainMatch(record, reported));
  if (certain) return certain;
  if (context.listed) return recordOfEntry(reported, context, context.listed, ofSum);
  return ofSum.find((record) => isLikely(record, reported, context) && isPossibleMatch(record, reported));
}

/**
 * The record of one entry of a list. The payment has a record `overpaid` beside it, where it was more than requested.
 */
function recordOfEntry(
  { receivedCents }: Reported,
  context: MovementContext,
  { names, index, payment }: NonNullable<MovementContext['listed']>,
  ofSum: readonly ExceptionRecord[],
): ExceptionRecord | 'payment' | undefined {
  const movements = ofSum.filter(({ kind }) => EXCEPTION_FACTS[kind].isPerMovement);
  const isOfSum = payment?.cents === receivedCents;
  const excesses = isOfSum ? movements.filter((each) => isOfPayment(each, context)) : [];
  const excess = excesses.find(({ operationId }) => operationId === payment?.name.text) ?? excesses[0];
  const recorded = [
    ...(isOfSum && !excess ? [payment.name] : []),
    ...movements.map(({ operationId }) => nameOf(operationId)),
  ];
  const at = paired(names, recorded)[index];
  if (at === undefined) return undefined;
  const found = movements[at - (recorded.length - movements.length)];
  return found === undefined || found === excess ? 'payment' : found;
}

/** Whether a record is about the excess of the payment, which is no other money. */
function isOfPayment(record: ExceptionRecord, { transaction }: MovementContext): boolean {
  return transaction !== undefined && isOfExcess(record, transaction);
}

function isLikely(record: ExceptionRecord, reported: Reported, context: MovementContext): boolean {
  if (!EXCEPTION_FACTS[record.kind].isPerMovement) return false;
  if (record.kind !== 'overpaid') return reported.kind !== 'overpaid';
  return reported.kind === 'overpaid' || !isOfPayment(record, context);
}

/** Whether bank id and amount are equal; `detail` has an amount in another currency. */
function hasSameSum(record: ExceptionRecord, { bankId, receivedCents, detail }: Reported): boolean {
  return record.bankId === bankId && record.receivedCents === receivedCents && record.detail === detail;
}

/** Whether record and report can be about the same movement: no fact that both have contradicts it. */
function isPossibleMatch(record: ExceptionRecord, { operationId, bankTime }: Reported): boolean {
  const [known, reported] = [nameOf(record.operationId), nameOf(operationId)];
  if (known.text !== undefined && reported.text !== undefined) return sameMovement(known, reported) >= SAME.possible;
  return record.bankTime === undefined || bankTime === undefined || record.bankTime === bankTime;
}

/** Whether record and report have the same exact name of the movement. */
function isCertainMatch(record: ExceptionRecord, { operationId }: Reported): boolean {
  return sameMovement(nameOf(record.operationId), nameOf(operationId)) === SAME.certain;
}
