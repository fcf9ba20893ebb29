import type { PaymentMethod } from '../../banking/bank.ts';
import type { Received } from '../money/received.ts';
import { type AboutStart, EXCEPTION_PREFIX, type MoneyExceptionKind, NO_MERCHANT, type Question } from './exception.ts';
import { openKey } from './exception-keys.ts';

/** What an exception that records money says of its start. */
export interface OfStart extends AboutStart {
  kind: MoneyExceptionKind;
  paymentMethod: PaymentMethod | null;
}

export type ExceptionItem = ReturnType<typeof itemOf>;

/**
 * The item of other money received. Its key is the start, and the name of the movement or its cents and number: the kind is
 * an attribute, so that one movement is never two records.
 */
export function moneyItem(about: OfStart, received: Received, key: string, openedAt: number) {
  const { cents: receivedCents, atMs, name } = received;
  return {
    ...itemOf(about, `money#${about.bankId}#${key}`, openedAt),
    receivedCents,
    // By these it is in the index of movements.
    paymentMethod: about.paymentMethod,
    paidAt: atMs ?? openedAt,
    ...(name !== undefined && { operationId: name }),
    ...(atMs !== null && { bankTime: atMs }),
  };
}

/** The item of a question that records no money. */
export function questionItem({ occurrence, ...question }: Question, openedAt: number) {
  const { kind, bankId } = question;
  return itemOf(question, `${kind}#${bankId}${occurrence === undefined ? '' : `#${occurrence}`}`, openedAt);
}

function itemOf<About extends OfStart | Omit<Question, 'occurrence'>>(
  { merchantId, ...about }: About,
  exceptionId: string,
  openedAt: number,
) {
  return {
    ...about,
    item: EXCEPTION_PREFIX + exceptionId,
    merchantId: merchantId ?? NO_MERCHANT,
    receivedCents: null as number | null,
    state: 'open',
    openedAt,
    exceptionKey: openKey(merchantId, openedAt),
  };
}
