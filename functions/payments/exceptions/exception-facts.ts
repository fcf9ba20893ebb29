import type { ExceptionKind } from './exception.ts';

/** What holds for every exception of a kind. */
interface ExceptionFacts {
  /** Represents money of its own; the other kinds are about money that is recorded elsewhere. */
  isOwnMoney: boolean;
  /** There is one for each movement of money. */
  isPerMovement: boolean;
  /** Is opened only after an inquiry at the bank. */
  isDoubtful: boolean;
  /** The bank has reported money on the start, which does not pay the transaction. */
  isInsufficient: boolean;
}

const NONE: ExceptionFacts = { isOwnMoney: false, isPerMovement: false, isDoubtful: false, isInsufficient: false };
const MONEY: ExceptionFacts = { ...NONE, isOwnMoney: true };

/** A new kind says here whether it is money. */
export const EXCEPTION_FACTS: Record<ExceptionKind, ExceptionFacts> = {
  late: NONE,
  'paid-twice': { ...MONEY, isPerMovement: true },
  'order-paid-twice': NONE,
  underpaid: { ...MONEY, isPerMovement: true, isDoubtful: true, isInsufficient: true },
  overpaid: { ...MONEY, isPerMovement: true, isDoubtful: true },
  'foreign-currency': { ...MONEY, isDoubtful: true, isInsufficient: true },
  'unclear-payment': { ...MONEY, isDoubtful: true, isInsufficient: true },
  'bank-undecided': NONE,
  'unknown-payment': { ...MONEY, isPerMovement: true },
  'unknown-refund': NONE,
};
