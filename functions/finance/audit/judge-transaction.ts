import { byPayment } from '../../payments/exceptions/order-exceptions.ts';
import type { OrderSiblings } from '../../payments/exceptions/order-siblings.table.ts';
import type { Clock } from '../../runtime/clock.ts';
import { isWithin, type LisbonDay } from '../../runtime/lisbon-day.ts';
import type { Kept } from './kept.ts';
import type { PaymentRecord } from './money-rules.ts';
import { unlisted, unrecorded } from './movement-rules.ts';
import type { Listed, Movements } from './movements.ts';
import { addNotChecked, type Tally } from './tally.ts';
import { transactionFaults } from './transaction-rules.ts';
import type { Fault } from './violation.ts';

/** A bank's list may lack a payment for so long; milliseconds. */
const LIST_LAG_MS = 3_600_000;

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
      ...missingIn(read, listed)
        .filter(isWithinReach)
        .map(({ amountCents }) => ({ kind: 'unlisted' as const, detail: `payment of ${amountCents} cents` })),
    ];
  };
  const isWithinReach = ({ recordedAtMs }: PaymentRecord) => {
    const ageMs = clock() - recordedAtMs;
    return kept.refunds.length === 0 && ageMs > LIST_LAG_MS && ageMs <= (listed.reachMs ?? 0);
  };
  const unsure = missingIn(kept, listed).filter((each) => !isWithinReach(each));
  if (unsure.length > 0) addNotChecked(tally, 'beyond-list', unsure.length);
  if (faultsIn(kept).length === 0) return [];
  const again = await readAgain();
  return again === undefined || again === 'unreadable' ? [] : faultsIn(again);

  /** The payments on record that a complete list lacks. */
  function missingIn(read: Kept, { movements: found, bankIds, reachMs }: Listed): PaymentRecord[] {
    return reachMs === undefined ? [] : unlisted(found, read, bankIds);
  }

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
