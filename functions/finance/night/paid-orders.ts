import { aboutPayment, type ExceptionDependencies, openException } from '../../payments/exceptions/exception.ts';
import type { OrderSiblings } from '../../payments/exceptions/order-siblings.table.ts';
import type { Transaction } from '../../payments/transaction.ts';
import type { Transactions } from '../../payments/transactions.table.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { LisbonDay } from '../../runtime/lisbon-day.ts';
import { sideBySide } from '../../runtime/side-by-side.ts';
import type { ReceivedOn } from './day-movements.table.ts';
import { type NightResult, newResult } from './night-result.ts';

export interface OrderDependencies extends ExceptionDependencies {
  transactions: Pick<Transactions, 'read'>;
  siblings: OrderSiblings;
  receivedOn: ReceivedOn;
  clock: Clock;
}

/** Payments that are checked between two looks at the clock. */
const CHUNK = 500;
const MAX_CONCURRENT = 25;

/**
 * Compares each order that was paid on a day with all its payments, and asks a person about the one that was paid later
 * (decisions D1 and D9). It ends at the deadline, and continues after the payment that it names.
 */
export async function checkOrders(
  dependencies: OrderDependencies,
  { day, deadlineMs, before }: { day: LisbonDay; deadlineMs: number; before: NightResult | undefined },
): Promise<NightResult> {
  const { receivedOn, clock } = dependencies;
  const at = clock();
  const paid = (await receivedOn(day)).filter(({ kind }) => kind === 'payment');
  const ids = paid.map(({ transactionId }) => transactionId).sort();
  const begun = before?.state === 'begun' ? before.after : undefined;
  const left = ids.filter((id) => begun === undefined || id > begun);
  let after: string | undefined;
  while (left.length > 0 && (after === undefined || clock() < deadlineMs)) {
    const chunk = left.splice(0, CHUNK);
    await sideBySide(chunk, MAX_CONCURRENT, (id) => checkOrder(dependencies, id));
    after = chunk.at(-1);
  }
  const isLeft = left.length > 0 && after !== undefined;
  return { ...newResult(at), entries: ids.length, ...(isLeft && { state: 'begun', after }) };
}

async function checkOrder(dependencies: OrderDependencies, transactionId: string): Promise<void> {
  const paid = await dependencies.transactions.read(transactionId, false);
  if (!paid) return;
  const { siblings } = await dependencies.siblings(paid);
  const [first] = [paid, ...siblings.filter(({ status }) => status === 'paid')].sort(byPayment);
  if (!first || first.transactionId === transactionId) return;
  const { attempts, paidBy = -1, paidAt, receivedCents, paymentMethod } = paid;
  await openException(dependencies, {
    ...{ ...aboutPayment(paid), kind: 'order-paid-twice', bankId: attempts[paidBy]?.bankId ?? 'unknown' },
    ...(receivedCents !== undefined && { reportedCents: receivedCents }),
    ...(paymentMethod && { paymentMethod }),
    ...(paidAt !== undefined && { bankTime: paidAt }),
    siblingId: first.transactionId,
  });
}

/** Orders by time of payment, which never changes, then by id. */
function byPayment(left: Transaction, right: Transaction): number {
  return (left.paidAt ?? 0) - (right.paidAt ?? 0) || (left.transactionId < right.transactionId ? -1 : 1);
}
