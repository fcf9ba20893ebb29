import { byPayment } from '../../payments/exceptions/order-exceptions.ts';
import type { OrderSiblings } from '../../payments/exceptions/order-siblings.table.ts';
import type { Clock } from '../../runtime/clock.ts';
import { isWithin, type LisbonDay } from '../../runtime/lisbon-day.ts';
import type { Kept } from './kept.ts';
import { unrecorded } from './movement-rules.ts';
import type { Movements } from './movements.ts';
import { addNotChecked, type Tally } from './tally.ts';
import { transactionFaults } from './transaction-rules.ts';
import type { Fault } from './violation.ts';

export interface JudgeDependencies {
  siblings: OrderSiblings;
  movements: Movements;
  clock: Clock;
  tally: Tally;
  day: LisbonDay;
}

/**
 * Checks one transaction of the day against its items, its order's other transactions, and the bank's list. When
 * something is wrong it is read again, strongly, and only the faults of that read are answered.
 */
export async function judgeTransaction(
  { siblings, movements, clock, tally, day }: JudgeDependencies,
  kept: Kept,
  readAgain: () => Promise<Kept | 'unreadable' | undefined>,
): Promise<Fault[]> {
  const isLaterOfOrder = await isPaidAfterAnother();
  const listed = await movements.of(kept, day, tally);
  const faultsIn = (read: Kept): Fault[] => {
    const lost = unrecorded(listed.movements, read, listed.bankIds);
    const isOrderKnown = read.exceptions.some(({ kind }) => kind === 'order-paid-twice');
    return [
      ...transactionFaults(read, clock()),
      ...(isLaterOfOrder && !isOrderKnown
        ? [{ kind: 'order' as const, detail: 'paid after another of its order' }]
        : []),
      ...lost.map(({ kind, amountCents }) => ({
        kind: 'movement' as const,
        detail: `${kind} of ${amountCents} cents`,
      })),
    ];
  };
  if (faultsIn(kept).length === 0) return [];
  const again = await readAgain();
  return again === undefined || again === 'unreadable' ? [] : faultsIn(again);

  async function isPaidAfterAnother(): Promise<boolean> {
    const { transaction } = kept;
    const isOfDay = transaction.settlements.some((each) => each.status === 'paid' && isWithin(day, each.settledAt));
    if (transaction.status !== 'paid' || !isOfDay) return false;
    try {
      const found = await siblings(transaction);
      const paid = found.siblings.filter(({ status }) => status === 'paid');
      return paid.some((other) => byPayment(other, transaction) < 0);
    } catch {
      addNotChecked(tally, 'unread');
      return false;
    }
  }
}
