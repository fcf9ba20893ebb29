import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { PaymentMethod } from '../../banking/bank.ts';
import { type Fragment, removing, setting, where } from '../../dynamo/update.ts';
import { randomId } from '../../runtime/ids.ts';
import { type WriteOutcome, writeMainItemIn } from '../items.table.ts';
import { readRecordsIn, writeMoneyIn } from '../money/records.table.ts';
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
 * Money received. `amountCents` must be the transaction's amount; `receivedCents` is present where more was received;
 * `paidAtMs` is the bank's time, null where it gave none.
 */
export interface Received {
  amountCents: number;
  paidAtMs: number | null;
  operationId?: string;
  receivedCents?: number;
}

/**
 * A final outcome and the state of the transaction in which it was judged: status `from`, live attempt and bank
 * account.
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
  /** Whether it has refunds, whose sums depend on the payment. */
  hasRefunds?: boolean;
} & (
  | { cause: 'bank-confirmed'; attempt: SettledAttempt; paid: Received }
  | { cause: Exclude<Cause, 'bank-confirmed' | 'never-started'>; attempt: SettledAttempt; paid?: never }
  | { cause: 'never-started'; attempt?: never; paid?: never }
);

/** Applies a final outcome. */
export type Settle = (settling: Settling) => Promise<WriteOutcome>;

/**
 * Applies a final outcome in one conditional write: status, event and all facts of the payload together. The condition
 * is generated from the transition table, so a repeat, a late report or a race changes nothing. Money that was returned
 * before its payment was reported: the sums of the refunds change in the same write.
 */
export function settleIn(
  client: DynamoDBClient,
  tableName: string,
  clock: () => number,
  requestId: () => string | undefined = () => undefined,
): Settle {
  const [write, writePayment] = [writeMainItemIn(client, tableName), writePaymentIn(client, tableName)];
  return async (settling) => {
    // Always after its event before, also by a clock that is behind.
    const nowMs = Math.max(clock(), (settling.settledAt ?? -1) + 1);
    const settlement = settlementOf(settling, nowMs, requestId());
    const update = settlingUpdate(settling, settlement);
    const { transactionId, paid, attempt, from } = settling;
    const received = paid?.receivedCents === undefined ? {} : { paidCents: paid.receivedCents };
    const named = paid?.operationId === undefined ? {} : { paidOperation: paid.operationId };
    const outcome =
      settling.hasRefunds && paid
        ? await writePayment({ transactionId, update, nowMs }, from, {
            status: 'paid',
            paidBy: attempt.index,
            ...received,
            ...named,
          })
        : await write(transactionId, ...update);
    if (outcome.kind === 'written') return outcome;
    // The SDK repeats a write whose answer was lost; the repeat fails its condition on our own write.
    const isOurWrite = outcome.current?.settlements.some(({ eventId }) => eventId === settlement.eventId);
    return isOurWrite ? { kind: 'written' } : outcome;
  };
}

/** Writes facts of the payment of a transaction with refunds: the sums of the refunds change in the same write. */
function writePaymentIn(client: DynamoDBClient, tableName: string) {
  const [readRecords, writeMoney] = [readRecordsIn(client, tableName), writeMoneyIn(client, tableName)];
  return async (
    { transactionId, update, nowMs }: { transactionId: string; update: Fragment[]; nowMs: number },
    from: Status,
    payment: Partial<Transaction>,
  ): Promise<WriteOutcome> => {
    const before = await readRecords(transactionId);
    if (before?.transaction.status !== from) return { kind: 'refused', current: before?.transaction };
    const after = { ...before, transaction: { ...before.transaction, ...payment } };
    if (await writeMoney({ before, after, nowMs }, { main: update })) return { kind: 'written' };
    return { kind: 'refused', current: (await readRecords(transactionId))?.transaction };
  };
}

/** Stores the bank's name of the movement that paid the attempt `index` of a transaction as it was read. */
export type NameMovement = (transaction: Transaction, index: number, operationId: string) => Promise<WriteOutcome>;

/**
 * A payment found by a status inquiry has no exact name. The first notification that has one stores it; of two
 * concurrent ones only one succeeds, and the other is judged again. By its name a recorded movement can be the payment,
 * which changes the sums of refunds: `moneyVersion` refuses those that were added up without it.
 */
export function nameMovementIn(client: DynamoDBClient, tableName: string, clock: () => number): NameMovement {
  const [write, writePayment] = [writeMainItemIn(client, tableName), writePaymentIn(client, tableName)];
  return ({ transactionId, status, paidOperation: known, refunds }, index, operationId) => {
    const update = [setting({ paidOperation: operationId }), where({ paidBy: index, paidOperation: known })];
    if (refunds) {
      return writePayment({ transactionId, update, nowMs: clock() }, status, { paidOperation: operationId });
    }
    return write(transactionId, ...update, NEXT_MONEY_VERSION, WITHOUT_REFUNDS);
  };
}

const WITHOUT_REFUNDS = where({ refunds: undefined });
const NEXT_MONEY_VERSION: Fragment = {
  set: ['moneyVersion = if_not_exists(moneyVersion, :none) + :one'],
  values: { none: 0, one: 1 },
};

function settlementOf({ cause, attempt, paid }: Settling, nowMs: number, requestId: string | undefined): Settlement {
  return {
    eventId: randomId('evt'),
    status: statusAfter(cause),
    settledAt: nowMs,
    paymentMethod: attempt?.method ?? null,
    paidAt: paid ? (paid.paidAtMs ?? nowMs) : null,
    ...(requestId !== undefined && { requestId }),
    delivery: { state: 'pending', series: 1, done: 0, attempts: [] },
  };
}

/**
 *     any outcome   only from the status, and with the live attempt and bank account, that it was judged by
 *     an attempt's  only if the attempt is the same start; it ends
 *     any outcome   recorded later than the event before it
 *     payment       only of the requested amount, and without refunds, unless their sums change in the same write
 */
function settlingUpdate(settling: Settling, settlement: Settlement): Fragment[] {
  const { from, cause, attempt, paid, liveAttempt, bankAccount } = settling;
  if (!statusesBefore(cause).includes(from)) throw new Error(`transition: ${cause} is not allowed from ${from}`);
  // On an attempt that is not live only money has an effect.
  if (!paid && attempt?.index !== liveAttempt) throw new Error(`settle: ${cause} of an attempt that is not live`);
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
    ...(paid ? paymentOf(paid, settlement, attempt) : []),
    ...(paid && !settling.hasRefunds ? [WITHOUT_REFUNDS] : []),
    dueSoon(settling, settlement),
  ];
}

const LATER_THAN_THE_LAST: Fragment = { conditions: ['(attribute_not_exists(settledAt) OR settledAt < :settledAt)'] };

function endOf({ index, bankId, method }: SettledAttempt): Fragment[] {
  const path = `attempts[${index}]`;
  return [setting({ [`${path}.state`]: 'ended', paymentMethod: method }), where({ [`${path}.bankId`]: bankId })];
}

/** The facts of a payment; they distinguish a repeat from a second payment on the same attempt. */
function paymentOf(paid: Received, { paidAt }: Settlement, { index }: SettledAttempt): Fragment[] {
  const { amountCents, paidAtMs, operationId: paidOperation, receivedCents: paidCents } = paid;
  const paidAtIsOurs = paidAtMs === null || undefined;
  return [setting({ paidAt, paidBy: index, paidOperation, paidCents, paidAtIsOurs }), where({ amountCents })];
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
