import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { PaymentMethod } from '../../banking/bank.ts';
import { randomId } from '../../runtime/ids.ts';
import { type MainItemUpdate, updateOf, type WriteOutcome, writeMainItem } from '../items.table.ts';
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
 * Applies a final outcome in one conditional write: status, event and all facts of the payload together. The
 * condition is generated from the transition table, so a repeat, a late report or a race changes nothing. Money that was
 * returned before its payment was reported: the sums of the refunds change in the same write.
 */
export function settleIn(client: DynamoDBClient, tableName: string, clock: () => number): Settle {
  const writePayment = writePaymentIn(client, tableName);
  return async (settling) => {
    const nowMs = clock();
    const settlement = settlementOf(settling, nowMs);
    const update = settlingUpdate(settling, settlement);
    const { transactionId, paid, attempt, from } = settling;
    const write = { transactionId, update, nowMs };
    const received = paid?.receivedCents === undefined ? {} : { paidCents: paid.receivedCents };
    const named = paid?.operationId === undefined ? {} : { paidOperation: paid.operationId };
    const outcome =
      settling.hasRefunds && paid
        ? await writePayment(write, from, { status: 'paid', paidBy: attempt.index, ...received, ...named })
        : await writeMainItem(client, tableName, { transactionId, ...updateOf(update) });
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
    { transactionId, update, nowMs }: { transactionId: string; update: MainItemUpdate; nowMs: number },
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
  const writePayment = writePaymentIn(client, tableName);
  return ({ transactionId, status, paidOperation: known, refunds }, index, operationId) => {
    const isKnown = known !== undefined;
    const update: MainItemUpdate = {
      set: ['paidOperation = :operation'],
      remove: [],
      condition: ['paidBy = :index', isKnown ? 'paidOperation = :known' : 'attribute_not_exists(paidOperation)'],
      values: { ':operation': operationId, ':index': index, ...(isKnown && { ':known': known }) },
      names: {},
    };
    const write = { transactionId, update, nowMs: clock() };
    if (refunds) return writePayment(write, status, { paidOperation: operationId });
    update.set.push('moneyVersion = if_not_exists(moneyVersion, :none) + :one');
    update.condition.push('attribute_not_exists(refunds)');
    Object.assign(update.values, { ':none': 0, ':one': 1 });
    const { names: _, ...plain } = updateOf(update);
    return writeMainItem(client, tableName, { transactionId, ...plain });
  };
}

function settlementOf({ cause, attempt, paid }: Settling, nowMs: number): Settlement {
  return {
    eventId: randomId('evt'),
    status: statusAfter(cause),
    settledAt: nowMs,
    paymentMethod: attempt?.method ?? null,
    paidAt: paid ? (paid.paidAtMs ?? nowMs) : null,
    delivery: { state: 'pending', series: 1, done: 0, attempts: [] },
  };
}

function settlingUpdate(settling: Settling, settlement: Settlement): MainItemUpdate {
  const { from, cause, attempt, paid, liveAttempt, bankAccount } = settling;
  if (!statusesBefore(cause).includes(from)) throw new Error(`transition: ${cause} is not allowed from ${from}`);
  // On an attempt that is not live only money has an effect.
  if (!paid && attempt?.index !== liveAttempt) throw new Error(`settle: ${cause} of an attempt that is not live`);
  const set = ['#status = :to', 'settlements = list_append(settlements, :settlement)'];
  const remove = ['liveAttempt'];
  const condition = ['#status = :from', 'bankAccount = :account'];
  const values: MainItemUpdate['values'] = {
    ':from': from,
    ':account': bankAccount,
    ':to': settlement.status,
    ':settlement': [settlement],
  };
  const names: Record<string, string> = { '#status': 'status' };

  if (attempt) {
    const path = `attempts[${attempt.index}]`;
    names['#state'] = 'state';
    Object.assign(values, { ':bankId': attempt.bankId, ':method': attempt.method, ':ended': 'ended' });
    condition.push(`${path}.bankId = :bankId`);
    set.push(`${path}.#state = :ended`, 'paymentMethod = :method');
  }
  if (liveAttempt === undefined) {
    condition.push('attribute_not_exists(liveAttempt)');
  } else {
    values[':live'] = liveAttempt;
    condition.push('liveAttempt = :live');
    // The phone is stored only until the transaction settles, by any attempt.
    remove.push(`attempts[${liveAttempt}].phoneHash`, `attempts[${liveAttempt}].phoneLast3`);
  }
  if (paid) {
    Object.assign(values, { ':amount': paid.amountCents, ':paidAt': settlement.paidAt, ':paidBy': attempt.index });
    condition.push('amountCents = :amount');
    if (!settling.hasRefunds) condition.push('attribute_not_exists(refunds)');
    set.push('paidAt = :paidAt', 'paidBy = :paidBy');
    // These facts distinguish a repeat from a second payment on the same attempt.
    const paidAtIsOurs = paid.paidAtMs === null || undefined;
    const facts = { paidOperation: paid.operationId, paidCents: paid.receivedCents, paidAtIsOurs };
    for (const [name, value] of Object.entries(facts)) {
      if (value === undefined) continue;
      values[`:${name}`] = value;
      set.push(`${name} = :${name}`);
    }
  }
  // The sweep must check soon, in case the event is not relayed. A push is due within minutes, so its `dueAt` stays,
  // which saves a write. A reference is due days later, and so can be a push that the bank has not decided: where
  // `dueAt` was not known, the condition fails and the write is repeated with the stored value.
  values[':due'] = settlement.settledAt + DELIVERY_STALLED_MS;
  const isDueLater = attempt?.method === 'REFERENCE' || (settling.dueAt ?? 0) > values[':due'];
  set.push(isDueLater ? 'dueAt = :due' : 'dueAt = if_not_exists(dueAt, :due)');
  if (!isDueLater) condition.push('(attribute_not_exists(dueAt) OR dueAt <= :due)');
  return { set, remove, condition, values, names };
}
