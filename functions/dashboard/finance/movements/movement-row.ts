import type { ReturnKind } from '../../../banking/bank.ts';
import { type ExceptionKind, NO_MERCHANT } from '../../../payments/exceptions/exception.ts';
import { exceptionOf } from '../../../payments/exceptions/exception-record.ts';
import { type Movement, movementOf } from '../../../payments/money/movement.ts';
import { refundOf } from '../../../payments/money/refund.ts';
import { paidBankId, type Transaction, transactionOf } from '../../../payments/transaction.ts';
import type { Attributes } from '../../../runtime/attributes.ts';

/**
 * A movement of money as lists and files show it. Times are in milliseconds since the epoch, cents those of EUR. It has
 * every id that a bank's file may name it by.
 */
export interface MovementRow extends Movement {
  /** Null where it belongs to no merchant; then its transaction is unknown too. */
  merchantId: string | null;
  externalOrderId: string | null;
  /** Why other money is no payment, or how money was returned; null for a payment. */
  reason: ExceptionKind | ReturnKind | null;
  /** The bank's own word for the return; null for money received. */
  bankWord: string | null;
  /** The bank's id of the start that it was paid with, and its name of this movement: of a return the return's id. */
  bankId: string | null;
  operationId: string | null;
  /** Of the reference, where one was issued. */
  entity: string | null;
  reference: string | null;
}

/** The row of a movement by the item that records it, and the main item of its transaction if there is one. */
export function movementRow(item: Attributes, main: Attributes | undefined): MovementRow {
  const movement = movementOf(item);
  const transaction = main && transactionOf(main);
  const merchantId = item.merchantId?.S ?? NO_MERCHANT;
  return {
    ...movement,
    merchantId: merchantId === NO_MERCHANT ? null : merchantId,
    externalOrderId: transaction?.externalOrderId ?? null,
    entity: transaction?.mb?.entity ?? null,
    reference: transaction?.mb?.reference ?? null,
    ...ownFacts(movement, item, transaction),
  };
}

type OwnFacts = Pick<MovementRow, 'reason' | 'bankWord' | 'bankId' | 'operationId'>;

function ownFacts({ kind }: Movement, item: Attributes, transaction: Transaction | undefined): OwnFacts {
  if (kind === 'returned') {
    const { kind: reason, type: bankWord, originalBankId: bankId, refundId } = refundOf(item);
    return { reason, bankWord, bankId, operationId: refundId };
  }
  if (kind === 'other') {
    const { kind: reason, bankId, operationId = null } = exceptionOf(item);
    return { reason, bankWord: null, bankId, operationId };
  }
  const bankId = transaction ? paidBankId(transaction) : null;
  return { reason: null, bankWord: null, bankId, operationId: transaction?.paidOperation ?? null };
}
