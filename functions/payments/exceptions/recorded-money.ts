import { areAlike, isExact } from '../../banking/movement.ts';
import type { ExceptionKind, MovementContext, PaymentException } from './exception.ts';
import { paymentName } from './exception-outcomes.ts';
import type { ExceptionRecord } from './exception-record.ts';

/** Kinds of which there is one exception for each movement of money. */
const OF_EACH_MOVEMENT: readonly ExceptionKind[] = ['underpaid', 'overpaid', 'paid-twice', 'unknown-payment'];

export function isOfEachMovement(kind: ExceptionKind): boolean {
  return OF_EACH_MOVEMENT.includes(kind);
}

type Reported = Pick<PaymentException, 'kind' | 'bankId' | 'receivedCents' | 'detail' | 'operationId' | 'bankTime'>;

/**
 * The exception in which a movement of money is on record already, under whatever kind: a part that is reported again after
 * the rest has paid is no second payment (invariant 9: once, and to the cent). `records` are of one transaction.
 */
export function recordOf(
  reported: Reported,
  context: MovementContext,
  records: readonly ExceptionRecord[],
): ExceptionRecord | undefined {
  const alike = records
    // A late payment is on record in its settlement, and stands for no other money.
    .filter((record) => record.kind !== 'late' && isOfOneSum(record, reported))
    .filter((record) =>
      isLikely(record, reported, context) ? mayBeOne(record, reported) : isSurelyOne(record, reported),
    )
    .sort((left, right) => left.openedAt - right.openedAt || (left.exceptionId < right.exceptionId ? -1 : 1));
  return alike.find((record) => isSurelyOne(record, reported)) ?? alike[(context.rank ?? 1) - 1];
}

function isLikely(record: ExceptionRecord, reported: Reported, context: MovementContext): boolean {
  if (!isOfEachMovement(record.kind)) return false;
  if (record.kind !== 'overpaid') return reported.kind !== 'overpaid';
  return reported.kind === 'overpaid' || !isOfPayment(record, context);
}

/** Whether a record of too much is of the payment itself, beside which another can be alike but for its exact name. */
function isOfPayment(record: ExceptionRecord, { paidWith }: MovementContext): boolean {
  if (!paidWith || paymentName(record) !== paymentName({ ...paidWith, receivedCents: paidWith.cents })) return false;
  const names = [paidWith.operationId, record.operationId];
  return names.includes(undefined) || areAlike(names[0] ?? '', names[1] ?? '');
}

/** Of one payment at the bank, and of one sum; the detail names one that is not in euros. */
function isOfOneSum(record: ExceptionRecord, { bankId, receivedCents, detail }: Reported): boolean {
  return record.bankId === bankId && record.receivedCents === receivedCents && record.detail === detail;
}

/** Nothing that both tell speaks against it. */
function mayBeOne(record: ExceptionRecord, { operationId, bankTime }: Reported): boolean {
  if (record.operationId !== undefined && operationId !== undefined) return areAlike(record.operationId, operationId);
  return record.bankTime === undefined || bankTime === undefined || record.bankTime === bankTime;
}

function isSurelyOne(record: ExceptionRecord, { operationId }: Reported): boolean {
  return operationId !== undefined && isExact(operationId) && record.operationId === operationId;
}

/** Whether a report names the movement of its record more exactly than the record does, so that others are told from it. */
export function namesBetter({ operationId: known }: ExceptionRecord, { operationId }: Reported): boolean {
  return operationId !== undefined && isExact(operationId) && (known === undefined || !isExact(known));
}
