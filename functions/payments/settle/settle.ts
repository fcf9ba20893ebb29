import type { PaymentMethod } from '../../banking/bank.ts';
import { type Fragment, removing, setting, where } from '../../dynamo/update.ts';
import { randomId } from '../../runtime/ids.ts';
import type { Question } from '../exceptions/exception.ts';
import type { ExceptionRecord } from '../exceptions/exception-record.ts';
import type { WriteOutcome } from '../items.table.ts';
import { DELIVERY_STALLED_MS } from '../times.ts';
import type { Settlement, Transaction } from '../transaction.ts';
import { type Cause, type Status, statusAfter, statusesBefore } from '../transitions.ts';

/** The attempt to which an outcome applies. */
export interface SettledAttempt {
  index: number;
  bankId: string;
  method: PaymentMethod;
}

/**
 * The movement that pays. `amountCents` must be the transaction's amount; `receivedCents` is what came; `paidAtMs` is the
 * bank's time, null where it gave none; `operationId` is the bank's name of it.
 */
export interface Paying {
  amountCents: number;
  receivedCents: number;
  paidAtMs: number | null;
  operationId?: string | undefined;
}

/**
 * A final outcome and the state of the transaction in which it was judged: status `from`, live attempt, bank account and
 * number of records of other money.
 */
export type Settling = {
  transactionId: string;
  from: Status;
  liveAttempt: number | undefined;
  bankAccount: string;
  /** The transaction's `dueAt`, where it is known. */
  dueAt?: number | undefined;
  /** When its event before this one was recorded, where it has one. */
  settledAt?: number | undefined;
} & (
  | {
      cause: 'bank-confirmed';
      attempt: SettledAttempt;
      paid: Paying;
      otherMoney: number | undefined;
      /** The record of other money that this movement was until now. */
      leaves?: ExceptionRecord | undefined;
      /** Exceptions that are opened by the same write. */
      questions?: readonly Question[];
    }
  | { cause: Exclude<Cause, 'bank-confirmed' | 'never-started'>; attempt: SettledAttempt; paid?: never }
  | { cause: 'never-started'; attempt?: never; paid?: never }
);

/** Applies a final outcome. */
export type Settle = (settling: Settling) => Promise<WriteOutcome>;

/** The facts of a transaction that the condition of a settling write tests. */
export function asJudged({ transactionId, status, liveAttempt, bankAccount, dueAt, settlements }: Transaction) {
  return {
    ...{ transactionId, from: status, liveAttempt, bankAccount, dueAt },
    settledAt: settlements.at(-1)?.settledAt,
  };
}

/** The event of an outcome, with the frozen facts of its payload. */
export function settlementOf(
  { cause, attempt, paid }: Settling,
  nowMs: number,
  requestId: string | undefined,
): Settlement {
  return {
    eventId: randomId('evt'),
    status: statusAfter(cause),
    cause,
    settledAt: nowMs,
    paymentMethod: attempt?.method ?? null,
    paidAt: paid ? (paid.paidAtMs ?? nowMs) : null,
    ...(requestId !== undefined && { requestId }),
    delivery: { state: 'pending', resends: 0, done: 0, attempts: [] },
  };
}

/**
 * The changes and conditions of the settling write.
 *
 *     any outcome   only from the status, and with the live attempt and bank account, that it was judged by
 *     an attempt's  only if the attempt is the same start; it ends
 *     any outcome   recorded later than the event before it
 *     payment       only of the requested amount, and with as much other money on record as it was judged by
 */
export function settlingUpdate(settling: Settling, settlement: Settlement): Fragment[] {
  const { from, cause, attempt, liveAttempt, bankAccount } = settling;
  if (!statusesBefore(cause).includes(from)) throw new Error(`transition: ${cause} is not allowed from ${from}`);
  // On an attempt that is not live only money has an effect.
  if (!settling.paid && attempt?.index !== liveAttempt) {
    throw new Error(`settle: ${cause} of an attempt that is not live`);
  }
  return [
    setting({ status: settlement.status, settledAt: settlement.settledAt }),
    LATER_THAN_THE_LAST,
    { set: ['settlements = list_append(settlements, :settlement)'], values: { settlement: [settlement] } },
    removing('liveAttempt'),
    where({ status: from, bankAccount, liveAttempt }),
    ...(attempt ? endOf(attempt) : []),
    // The phone is stored only until the transaction settles, by any attempt.
    ...(liveAttempt === undefined
      ? []
      : [removing(`attempts[${liveAttempt}].phoneHash`, `attempts[${liveAttempt}].phoneLast3`)]),
    ...(settling.cause === 'bank-confirmed' ? paymentOf(settling, settlement) : []),
    dueSoon(settling, settlement),
  ];
}

const LATER_THAN_THE_LAST: Fragment = { conditions: ['(attribute_not_exists(settledAt) OR settledAt < :settledAt)'] };

function endOf({ index, bankId, method }: SettledAttempt): Fragment[] {
  const path = `attempts[${index}]`;
  return [setting({ [`${path}.state`]: 'ended', paymentMethod: method }), where({ [`${path}.bankId`]: bankId })];
}

/** The facts of a payment; they distinguish a repeat from a second payment on the same attempt. */
function paymentOf(
  { paid, attempt, otherMoney, leaves }: Extract<Settling, { cause: 'bank-confirmed' }>,
  { paidAt }: Settlement,
): Fragment[] {
  const { amountCents, receivedCents, paidAtMs, operationId: paidOperation } = paid;
  const paidAtIsOurs = paidAtMs === null || undefined;
  return [
    setting({ paidAt, paidBy: attempt.index, paidOperation, receivedCents, paidAtIsOurs }),
    where({ amountCents, otherMoney }),
    ...(leaves === undefined ? [] : [setting({ otherMoney: (otherMoney ?? 1) - 1 })]),
  ];
}

/**
 * The sweep must check soon, in case the event is not relayed. A push is due within minutes, so its `dueAt` stays,
 * which saves a write. A reference is due days later, and so can be a push that the bank has not decided: where `dueAt`
 * was not known, the condition fails and the write is repeated with the stored value.
 */
function dueSoon({ attempt, dueAt = 0 }: Settling, { settledAt }: Settlement): Fragment {
  const soon = settledAt + DELIVERY_STALLED_MS;
  if (attempt?.method === 'REFERENCE' || dueAt > soon) return setting({ dueAt: soon });
  return {
    set: ['dueAt = if_not_exists(dueAt, :soon)'],
    conditions: ['(attribute_not_exists(dueAt) OR dueAt <= :soon)'],
    values: { soon },
  };
}
