import { nameOf, SAME, sameMovement } from '../../banking/movement.ts';
import type { PaymentException } from '../exceptions/exception.ts';
import type { Transaction } from '../transaction.ts';

/** What says which movement of money paid a transaction. */
export type Payment = Pick<
  Transaction,
  'status' | 'attempts' | 'paidBy' | 'paidCents' | 'paidOperation' | 'paidAt' | 'paidAtIsOurs'
>;

/** The facts of a recorded or reported movement. */
export type Movement = Pick<PaymentException, 'kind' | 'bankId' | 'receivedCents'> & {
  operationId?: string | undefined;
  bankTime?: number | undefined;
};

/**
 * The rank (`SAME`) of a movement as the one that paid the transaction, whatever its amount: by the names, and where
 * one has none, by the times. A push is paid once, so of a push another time proves nothing.
 */
function paymentRank({ bankId, operationId, bankTime }: Movement, payment: Payment): ReturnType<typeof sameMovement> {
  const { status, attempts, paidBy = -1, paidOperation, paidAt, paidAtIsOurs } = payment;
  const paid = attempts[paidBy];
  if (status !== 'paid' || paid?.bankId !== bankId) return SAME.no;
  const [known, reported] = [nameOf(paidOperation), nameOf(operationId)];
  const areNamed = known.text !== undefined && reported.text !== undefined;
  const areTimed = bankTime !== undefined && paidAt !== undefined && !paidAtIsOurs;
  if (areNamed || paid.method === 'MBWAY' || !areTimed) return sameMovement(known, reported);
  return bankTime === paidAt ? SAME.possible : SAME.no;
}

/** Whether an exception `overpaid` can be about the excess of the payment itself. */
export function isOfExcess(movement: Movement, payment: Payment): boolean {
  const { kind, receivedCents } = movement;
  return kind === 'overpaid' && receivedCents === payment.paidCents && paymentRank(movement, payment) >= SAME.possible;
}

/**
 * Whether an exception is another report of the payment: by the exact name; of a push, which is paid once, unless the
 * names contradict it. Only a list of several payments opens `paid-twice` on a paid push.
 */
export function isReportOfPayment(movement: Movement, payment: Payment): boolean {
  const isOfPush = payment.attempts[payment.paidBy ?? -1]?.method === 'MBWAY' && movement.kind !== 'paid-twice';
  return paymentRank(movement, payment) >= (isOfPush ? SAME.possible : SAME.certain);
}
