import type { PaymentMethod, ReturnKind } from '../../banking/bank.ts';
import { amountOrNull } from '../../payments/amount.ts';
import type { ExceptionKind } from '../../payments/exceptions/exception.ts';
import type { ExceptionRecord } from '../../payments/exceptions/exception-record.ts';
import { type BalanceView, balanceOf, balanceView, isOtherMoney } from '../../payments/money/balance.ts';
import type { MovementKind } from '../../payments/money/movement.ts';
import { type Refund, refundedAtMs } from '../../payments/money/refund.ts';
import { paidBankId, type Transaction } from '../../payments/transaction.ts';
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

/** A record in our own units; its start is found by the bank's id. */
type Own = Omit<MoneyView, 'at' | 'amount' | 'start'> & { atMs: number; cents: number | null };

export function moneyOf({ transaction, exceptions, refunds }: Records): TransactionMoney {
  const { attempts } = transaction;
  const own = [
    ...paymentOf(transaction),
    ...exceptions.filter(isOtherMoney).map(otherOf),
    ...refunds.map((refund) => returnedOf(refund, transaction)),
  ].sort((a, b) => a.atMs - b.atMs);
  const movements = own.map(({ atMs, cents, ...record }) => {
    const index = attempts.findIndex(({ bankId }) => bankId === record.bankId);
    const start = index < 0 ? null : index + 1;
    return { ...record, at: isoTime(atMs), amount: amountOrNull(cents), start };
  });
  return { movements, ...balanceView(balanceOf({ transaction, exceptions, refunds })) };
}

function paymentOf(transaction: Transaction): Own[] {
  const { receivedCents: cents, paidAt: atMs, paidAtIsOurs: timeIsOurs = false } = transaction;
  if (cents === undefined || atMs === undefined) return [];
  const { paymentMethod: method, paidOperation: name = null } = transaction;
  return [{ kind: 'payment', atMs, timeIsOurs, cents, method, bankId: paidBankId(transaction), name, what: null }];
}

function otherOf(exception: ExceptionRecord): Own {
  const { kind: what, receivedCents: cents, bankTime, openedAt, bankId } = exception;
  const { paymentMethod: method = null, operationId: name = null } = exception;
  const time = { atMs: bankTime ?? openedAt, timeIsOurs: bankTime === undefined };
  return { kind: 'other', ...time, cents, method, bankId, name, what };
}

function returnedOf(refund: Refund, { attempts }: Transaction): Own {
  const { kind: what, returnedCents: cents, returnedAt, refundId: name, originalBankId: bankId } = refund;
  const method = attempts.find((attempt) => attempt.bankId === bankId)?.method ?? null;
  const time = { atMs: refundedAtMs(refund), timeIsOurs: returnedAt === null };
  return { kind: 'returned', ...time, cents, method, bankId, name, what };
}
