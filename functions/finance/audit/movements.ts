import { type MoneyStatus, receivedCentsOf } from '../../banking/bank.ts';
import type { BankAccounts } from '../../banking/bank-accounts.ts';
import { isWithin, type LisbonDay } from '../../runtime/lisbon-day.ts';
import type { Movement } from './movement-rules.ts';
import type { Stored } from './stored.ts';
import { addNotChecked, type Tally } from './tally.ts';

export interface Listed {
  movements: Movement[];
  /** The starts that were queried. */
  bankIds: string[];
  /** How old a payment may be that the list must have, in milliseconds; absent where the list need not be complete. */
  reachMs?: number;
}

/** The banks' lists of a day's payments; a payment without a list is counted as not checked. */
export interface Movements {
  of(stored: Stored, day: LisbonDay, tally: Tally): Promise<Listed>;
  /** After all transactions: the accounts without a list, and the movements that belong to no transaction. */
  finish(day: LisbonDay, tally: Tally): Promise<Finished>;
}

export interface Finished {
  silent: string[];
  lost: { transactionId: string | null; detail: string }[];
}

const NOTHING: Listed = { movements: [], bankIds: [] };

/**
 * Asks the providers that have a list, for each start of a transaction that was started or settled on the day, or whose
 * reference ended on it: until then a reference may be paid again.
 */
export function bankMovements(bankAccounts: Pick<BankAccounts, 'bank'>, accounts: readonly string[]): Movements {
  return {
    async of({ transaction }, day, tally) {
      const { settlements, mb, attempts, bankAccount, paidAt } = transaction;
      const isSettled = settlements.some(({ settledAt }) => isWithin(day, settledAt));
      const isPaid = paidAt !== undefined && isWithin(day, paidAt);
      const isEnding = mb !== undefined && isWithin(day, mb.expiresAt);
      const isStarted = attempts.some(({ startedAt }) => isWithin(day, startedAt));
      if (attempts.length === 0 || !(isStarted || isSettled || isPaid || isEnding)) return NOTHING;
      const bank = await bankAccounts.bank(bankAccount).catch(() => undefined);
      if (!bank?.payments) {
        if (isPaid) addNotChecked(tally, bank ? 'no-list' : 'list-failed');
        return NOTHING;
      }
      const listed: Listed = { movements: [], bankIds: [], reachMs: bank.payments.reachMs };
      for (const { bankId } of attempts) {
        const payments = await bank.payments.list(bankId);
        if (payments === null) addNotChecked(tally, 'list-failed');
        else {
          listed.movements.push(...payments.map(movementOf));
          listed.bankIds.push(bankId);
          tally.movements += payments.length;
        }
      }
      return listed;
    },

    async finish() {
      const banks = await Promise.all(
        accounts.map(async (name) => {
          const bank = await bankAccounts.bank(name).catch(() => undefined);
          return bank?.payments ? [] : [name];
        }),
      );
      return { silent: banks.flat(), lost: [] };
    },
  };
}

function movementOf(payment: MoneyStatus): Movement {
  return {
    kind: 'payment',
    amountCents: receivedCentsOf(payment),
    atMs: payment.kind === 'paid' ? payment.paidAtMs : null,
  };
}
