import type { PaymentMethod, ReturnKind } from '../../banking/bank.ts';
import { amountOf, amountOrNull } from '../../payments/amount.ts';
import type { ExceptionKind } from '../../payments/exceptions/exception.ts';
import type { ExceptionRecord } from '../../payments/exceptions/exception-record.ts';
import { type BalanceView, balanceOf, balanceView, isOtherMoney } from '../../payments/money/balance.ts';
import type { MovementKind } from '../../payments/money/movement.ts';
import { type Refund, refundedAtMs } from '../../payments/money/refund.ts';
import type { Transaction } from '../../payments/transaction.ts';
import { isoTime } from '../../runtime/clock.ts';

/** One record of money of a transaction; amounts in EUR. */
export interface MoneyView {
  kind: MovementKind;
  /** The bank's time, or the time of our record where the bank gave none. */
  at: string;
  timeIsOurs: boolean;
  /** Null where the bank gave no readable amount of a refund. */
  amount: number | null;
  method: PaymentMethod | null;
  /** The start at the bank that it belongs to, numbered from 1; null where the bank names none of ours. */
  start: number | null;
  /** The bank's id of that start. */
  bankId: string | null;
  /** The bank's own name of the movement; null where it gave none. */
  name: string | null;
  /** Why other money is none of the payment; how money was returned. */
  what: ExceptionKind | ReturnKind | null;
}

/** The money of a transaction: each record, by time, and the plain sums of them (`balanceOf`). */
export type TransactionMoney = BalanceView & { movements: MoneyView[] };

interface Records {
  transaction: Transaction;
  exceptions: readonly ExceptionRecord[];
  refunds: readonly Refund[];
}

export function moneyOf({ transaction, exceptions, refunds }: Records): TransactionMoney {
  const movements = [
    ...paymentOf(transaction),
    ...exceptions.filter(isOtherMoney).map((each) => otherOf(each, transaction)),
    ...refunds.map((each) => returnedOf(each, transaction)),
  ].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return { movements, ...balanceView(balanceOf({ transaction, exceptions, refunds })) };
}

function paymentOf(transaction: Transaction): MoneyView[] {
  const { receivedCents, paidAt, paidAtIsOurs = false, paymentMethod, paidBy, paidOperation = null } = transaction;
  if (receivedCents === undefined || paidAt === undefined) return [];
  const bankId = paidBy === undefined ? null : (transaction.attempts[paidBy]?.bankId ?? null);
  const time = { at: isoTime(paidAt), timeIsOurs: paidAtIsOurs };
  const amount = amountOf(receivedCents);
  return [
    {
      kind: 'payment',
      ...time,
      amount,
      method: paymentMethod,
      ...startOf(bankId, transaction),
      name: paidOperation,
      what: null,
    },
  ];
}

function otherOf(exception: ExceptionRecord, transaction: Transaction): MoneyView {
  const { kind, receivedCents, bankTime, openedAt, paymentMethod = null, bankId, operationId = null } = exception;
  return {
    kind: 'other',
    at: isoTime(bankTime ?? openedAt),
    timeIsOurs: bankTime === undefined,
    amount: amountOrNull(receivedCents),
    method: paymentMethod,
    ...startOf(bankId, transaction),
    name: operationId,
    what: kind,
  };
}

function returnedOf(refund: Refund, transaction: Transaction): MoneyView {
  const { kind, returnedCents, returnedAt, refundId, originalBankId } = refund;
  const start = startOf(originalBankId, transaction);
  return {
    kind: 'returned',
    at: isoTime(refundedAtMs(refund)),
    timeIsOurs: returnedAt === null,
    amount: amountOrNull(returnedCents),
    method: start.start === null ? null : (transaction.attempts[start.start - 1]?.method ?? null),
    ...start,
    name: refundId,
    what: kind,
  };
}

function startOf(bankId: string | null, { attempts }: Transaction): Pick<MoneyView, 'start' | 'bankId'> {
  const index = attempts.findIndex((attempt) => attempt.bankId === bankId);
  return { start: index < 0 ? null : index + 1, bankId };
}
