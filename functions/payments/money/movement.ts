import { PAYMENT_METHODS, type PaymentMethod } from '../../banking/bank.ts';
import type { Attributes } from '../../runtime/attributes.ts';
import { integerIn, integerOrNullIn, knownIn, textIn } from '../../runtime/parse-item.ts';
import { isException } from '../exceptions/exception-record.ts';
import { isRefund } from './refund.ts';

/**
 * - `payment`: the movement that paid a transaction, with what came.
 * - `other`: other money received: a second payment, a part, money of an unknown payment. It may have to go back.
 * - `returned`: money returned to the customer.
 */
export const MOVEMENT_KINDS = ['payment', 'other', 'returned'] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** One movement of money, by its entry in the index `paid`. Every sum of money is a plain sum of these. */
export interface Movement {
  transactionId: string;
  /** Sort key of the item that records it. */
  item: string;
  kind: MovementKind;
  /** More than zero; null where the bank gave no readable amount of a refund. */
  cents: number | null;
  method: PaymentMethod | null;
  bankAccount: string;
  /** The bank's time of it, ours where the bank gave none. By it the movement belongs to a day. */
  atMs: number;
  /** The bank gave no time: `atMs` is that of our record. */
  timeIsOurs: boolean;
  /** When we recorded it. */
  recordedAtMs: number;
}

/** The kind of the movement that an item with this sort key records. */
export function kindOfItem(item: string): MovementKind {
  return isRefund(item) ? 'returned' : isException(item) ? 'other' : 'payment';
}

/** What sums need of a movement. */
export type Money = Omit<Movement, 'transactionId' | 'item'>;

/** The time of the record of each. */
const RECORDED_AT = { payment: 'settledAt', other: 'openedAt', returned: 'recordedAt' } as const;

/** The attributes that `moneyOf` reads. */
export const MONEY_ATTRIBUTES = [
  ...['item', 'receivedCents', 'returnedCents', 'paymentMethod', 'bankAccount', 'paidAt'],
  ...Object.values(RECORDED_AT),
  ...['paidAtIsOurs', 'bankTime', 'returnedAt'],
] as const;

/** Reads a movement from its entry in the index `paid`, or from its item. Throws `UnreadableItem`. */
export function movementOf(entry: Attributes): Movement {
  return { transactionId: textIn(entry, 'transactionId'), item: textIn(entry, 'item'), ...moneyOf(entry) };
}

/** What sums need of it. Throws `UnreadableItem`. */
export function moneyOf(entry: Attributes): Money {
  const kind = kindOfItem(textIn(entry, 'item'));
  const atMs = integerIn(entry, 'paidAt');
  return {
    kind,
    cents: integerOrNullIn(entry, kind === 'returned' ? 'returnedCents' : 'receivedCents'),
    method: knownIn(entry, 'paymentMethod', PAYMENT_METHODS),
    bankAccount: textIn(entry, 'bankAccount'),
    atMs,
    timeIsOurs:
      kind === 'payment'
        ? entry.paidAtIsOurs?.BOOL === true
        : integerOrNullIn(entry, kind === 'other' ? 'bankTime' : 'returnedAt') === null,
    recordedAtMs: integerOrNullIn(entry, RECORDED_AT[kind]) ?? atMs,
  };
}
