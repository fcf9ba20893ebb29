import * as z from 'zod/mini';
import { PAYMENT_METHODS, type PaymentMethod } from '../../banking/bank.ts';
import type { Attributes } from '../../runtime/attributes.ts';
import { parseItem } from '../../runtime/parse-item.ts';
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
  /** When we recorded it. */
  recordedAtMs: number;
}

const entry = z.object({
  transactionId: z.string(),
  item: z.string(),
  receivedCents: z.optional(z.int()),
  returnedCents: z.optional(z.nullable(z.int())),
  paymentMethod: z.optional(z.nullable(z.enum(PAYMENT_METHODS))),
  bankAccount: z.string(),
  paidAt: z.int(),
  settledAt: z.optional(z.int()),
  openedAt: z.optional(z.int()),
  recordedAt: z.optional(z.int()),
});

/** Reads a movement from its entry in the index `paid`, or from its item. Throws `UnreadableItem`. */
export function movementOf(attributes: Attributes): Movement {
  const {
    transactionId,
    item,
    bankAccount,
    paymentMethod = null,
    paidAt: atMs,
    ...rest
  } = parseItem(entry, attributes);
  const { receivedCents, returnedCents = null, settledAt, openedAt, recordedAt } = rest;
  const kind = isRefund(item) ? 'returned' : isException(item) ? 'other' : 'payment';
  const cents = kind === 'returned' ? returnedCents : (receivedCents ?? null);
  const recordedAtMs = recordedAt ?? openedAt ?? settledAt ?? atMs;
  return { transactionId, item, kind, cents, method: paymentMethod, bankAccount, atMs, recordedAtMs };
}
