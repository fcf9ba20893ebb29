import { amountOf } from '../amount.ts';
import type { ExceptionRecord } from '../exceptions/exception-record.ts';
import type { Transaction } from '../transaction.ts';
import type { Refund } from './refund.ts';

/** The money of one transaction in cents, as plain sums of its records. */
export interface Balance {
  /** Received for payments. */
  gross: number;
  /** Other money received, which may have to go back. */
  other: number;
  returned: number;
  /** `gross + other − returned`, before the bank's fees; less than zero where more was returned than received. */
  balance: number;
  /** Refunds of which the bank gave no readable amount: they are in no sum. */
  unreadable: number;
}

/** What the sums are of. */
export interface MoneyRecords {
  transaction: Pick<Transaction, 'receivedCents'>;
  exceptions: readonly Pick<ExceptionRecord, 'receivedCents' | 'closed'>[];
  refunds: readonly Pick<Refund, 'returnedCents'>[];
}

export function balanceOf({ transaction, exceptions, refunds }: MoneyRecords): Balance {
  const gross = transaction.receivedCents ?? 0;
  const other = sumOf(exceptions.filter(isOtherMoney).map(({ receivedCents }) => receivedCents));
  const returned = sumOf(refunds.map(({ returnedCents }) => returnedCents));
  const unreadable = refunds.filter(({ returnedCents }) => returnedCents === null).length;
  return { gross, other, returned, balance: gross + other - returned, unreadable };
}

/** As pages and commands show it, in EUR. */
export function balanceView({ gross, other, returned, balance, unreadable }: Balance) {
  return {
    gross: amountOf(gross),
    other: amountOf(other),
    returned: amountOf(returned),
    balance: amountOf(balance),
    unreadable,
  };
}
export type BalanceView = ReturnType<typeof balanceView>;

/** Whether an exception records money of this service: one closed as not ours is in no sum. */
export function isOtherMoney({ receivedCents, closed }: Pick<ExceptionRecord, 'receivedCents' | 'closed'>): boolean {
  return receivedCents !== null && closed?.outcome !== 'not-ours';
}

function sumOf(cents: readonly (number | null)[]): number {
  return cents.reduce<number>((sum, each) => sum + (each ?? 0), 0);
}
