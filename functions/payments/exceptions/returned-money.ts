import { byTimeMade, type Refund, refundedAtMs, refundedCents } from '../money/refund.ts';
import type { Transaction } from '../transaction.ts';
import { EXCEPTION_FACTS } from './exception-facts.ts';
import type { ExceptionRecord } from './exception-record.ts';
import { differenceCents, paymentOf } from './exception-sums.ts';

/** What the bank has reported as returned of the money of one exception. */
export interface ReturnedMoney {
  /** Null where a refund without a readable amount may be of it. */
  cents: number | null;
  /** The money that can be returned. */
  ofCents: number;
  /** The refunds, by number and the time of the newest. */
  count: number;
  atMs: number;
}

type Exception = Pick<
  ExceptionRecord,
  'kind' | 'transactionId' | 'bankId' | 'operationId' | 'exceptionId' | 'expectedCents' | 'receivedCents' | 'openedAt'
>;

interface Share {
  exception: Exception;
  ofCents: number;
  cents: number;
  refunds: Set<Refund>;
}

/**
 * What was returned of the money of each exception of a transaction, by exception id; nothing of the others. Money
 * beyond the payment that a refund returned (`excessCents`) belongs to the exception of the start that the bank names,
 * else to one with exactly this sum, else to the oldest. `late` and `order-paid-twice` are about the payment itself.
 */
export function returnedMoney(
  exceptions: readonly Exception[],
  refunds: readonly Refund[],
  transaction: Transaction,
): Map<string, ReturnedMoney> {
  const shares = exceptions.map((exception): Share => {
    return { exception, ofCents: returnable(exception, transaction), cents: 0, refunds: new Set() };
  });
  const beyond = shares.filter(({ exception }) => EXCEPTION_FACTS[exception.kind].isOwnMoney);
  const payments = shares.filter(({ exception }) => isAboutPayment(exception));
  for (const refund of refunds.toSorted(byTimeMade)) {
    for (const [share, cents] of sharesOf(refund, beyond)) {
      add(share, cents, refund);
      // The excess of the payment is a part of what a late payment brought.
      const { exception } = share;
      for (const each of payments) if (paymentOf(each.exception) === paymentOf(exception)) add(each, cents, refund);
    }
    for (const each of payments) add(each, refundedCents(refund), refund);
  }
  const unread = refunds.filter(({ amountCents }) => amountCents === null);
  const found = shares.flatMap(({ exception, ofCents, cents, refunds }): [string, ReturnedMoney][] => {
    const isAllReturned = cents >= ofCents;
    const all = isAllReturned ? [...refunds] : [...refunds, ...unread];
    if (all.length === 0) return [];
    const atMs = Math.max(...all.map(refundedAtMs));
    const isKnown = isAllReturned || unread.length === 0;
    return [[exception.exceptionId, { cents: isKnown ? cents : null, ofCents, count: all.length, atMs }]];
  });
  return new Map(found);
}

/** Cents of the difference that are left to be decided after refunds, without their sign; null where none are known. */
export function openCents(differenceCents: number | null, returned: ReturnedMoney | null): number | null {
  if (differenceCents === null) return null;
  const back = returned?.cents ?? 0;
  // Too little came: nothing is left to be decided once all of it went back.
  if (differenceCents < 0) return returned && back >= returned.ofCents ? 0 : -differenceCents;
  return Math.max(0, differenceCents - back);
}

function isAboutPayment({ kind }: Exception): boolean {
  return kind === 'late' || kind === 'order-paid-twice';
}

/** A part is returned as it came; of the payment's own excess only this; else all money of the exception's own. */
function returnable(exception: Exception, transaction: Transaction): number {
  const { kind, receivedCents } = exception;
  const difference = differenceCents(exception, transaction);
  const isDifference = kind === 'overpaid' || (EXCEPTION_FACTS[kind].isOwnMoney && difference === 0);
  return (isDifference ? difference : receivedCents) ?? 0;
}

/** Divides what a refund returned beyond the payment. */
function sharesOf({ excessCents = 0, originalBankId }: Refund, beyond: readonly Share[]): [Share, number][] {
  const left = ({ ofCents, cents }: Share) => ofCents - cents;
  const rank = (share: Share) =>
    Number(share.exception.bankId !== originalBankId) * 2 + Number(left(share) !== excessCents);
  const inOrder = beyond
    .filter((share) => left(share) > 0)
    .sort((a, b) => rank(a) - rank(b) || a.exception.openedAt - b.exception.openedAt);
  let rest = excessCents;
  return inOrder.flatMap((share): [Share, number][] => {
    const cents = Math.min(rest, left(share));
    rest -= cents;
    return cents > 0 ? [[share, cents]] : [];
  });
}

function add(share: Share, cents: number, refund: Refund): void {
  if (cents === 0) return;
  share.cents += cents;
  share.refunds.add(refund);
}
