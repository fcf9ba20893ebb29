import type { Transaction } from '../../payments/transaction.ts';
import { HOUR_MS } from '../../runtime/durations.ts';
import { isWithin } from '../../runtime/lisbon-day.ts';
import type { PaymentRecord } from './money-rules.ts';
import { unlisted, unrecorded } from './movement-rules.ts';
import type { Listed } from './movements.ts';
import type { AuditRun } from './run.ts';
import { confirmedFaults, type Stored } from './stored.ts';
import { addNotChecked } from './tally.ts';
import { transactionFaults } from './transaction-rules.ts';
import type { Fault } from './violation.ts';

/** A bank's list may lack a payment for so long. */
export const MAX_LIST_LAG_MS = HOUR_MS;

/**
 * Checks one transaction of the day against its items, its order's other transactions, and the bank's list. When
 * something is wrong it is read again, strongly, and only the faults of that read are returned.
 */
export async function judgeTransaction(run: AuditRun, stored: Stored): Promise<Fault[]> {
  const { table, movements, clock, tally, day } = run;
  const isLaterOfOrder = await isPaidAfterAnother(run, stored.transaction);
  const listed = await movements.of(stored, day, tally);
  const isWithinReach = ({ recordedAtMs }: PaymentRecord) => {
    const ageMs = clock() - recordedAtMs;
    return stored.refunds.length === 0 && ageMs > MAX_LIST_LAG_MS && ageMs <= (listed.reachMs ?? 0);
  };
  const unsure = missingIn(listed, stored).filter((each) => !isWithinReach(each));
  if (unsure.length > 0) addNotChecked(tally, 'beyond-list', unsure.length);
  return confirmedFaults(table, stored, (read) => [
    ...transactionFaults(read, clock()),
    ...(isLaterOfOrder ? orderFaults(read) : []),
    ...unrecorded(listed.movements, read, listed.bankIds).map(
      ({ kind, amountCents }): Fault => ({ kind: 'movement', detail: `${kind} of ${amountCents} cents` }),
    ),
    ...missingIn(listed, read)
      .filter(isWithinReach)
      .map(({ amountCents }): Fault => ({ kind: 'unlisted', detail: `payment of ${amountCents} cents` })),
  ]);
}

/** The payments on record that a complete list lacks. */
function missingIn({ movements, bankIds, reachMs }: Listed, stored: Stored): PaymentRecord[] {
  return reachMs === undefined ? [] : unlisted(movements, stored, bankIds);
}

function orderFaults({ exceptions }: Stored): Fault[] {
  const isKnown = exceptions.some(({ kind }) => kind === 'order-paid-twice');
  return isKnown ? [] : [{ kind: 'order', detail: 'paid after another of its order' }];
}

/** Whether a payment of the day came after another of its order, by time of payment and then by id. */
async function isPaidAfterAnother({ siblings, tally, day }: AuditRun, transaction: Transaction): Promise<boolean> {
  const { status, settlements, paidAt = 0, transactionId } = transaction;
  const isOfDay = settlements.some((each) => each.status === 'paid' && isWithin(day, each.settledAt));
  if (status !== 'paid' || !isOfDay) return false;
  try {
    const paid = (await siblings(transaction)).siblings.filter((other) => other.status === 'paid');
    return paid.some(({ paidAt: atMs = 0, transactionId: id }) =>
      atMs === paidAt ? id < transactionId : atMs < paidAt,
    );
  } catch {
    addNotChecked(tally, 'unread');
    return false;
  }
}
