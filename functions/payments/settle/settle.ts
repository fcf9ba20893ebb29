import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { PaymentMethod } from '../../banking/bank.ts';
import { randomId } from '../../runtime/ids.ts';
import { type MainItemWrite, type WriteOutcome, writeMainItem } from '../items.table.ts';
import { DELIVERY_STALLED_MS } from '../times.ts';
import type { Settlement } from '../transaction.ts';
import { type Cause, type Status, statusAfter, statusesBefore } from '../transitions.ts';

/** The start at the bank that an outcome speaks of. */
export interface SettledAttempt {
  index: number;
  bankId: string;
  method: PaymentMethod;
}

/** Money received: `amountCents` must be the transaction's own, `receivedCents` is there where more came, `paidAtMs` is the bank's time if it gave one. */
export interface Received {
  amountCents: number;
  paidAtMs: number | null;
  operationId?: string;
  receivedCents?: number;
}

/**
 * A final outcome to apply to a transaction as it was judged: in the status `from`, with the attempt `liveAttempt` live
 * if any, on the account that spoke.
 */
export type Settling = {
  transactionId: string;
  from: Status;
  liveAttempt: number | undefined;
  bankAccount: string;
  /** When the sweep would look, where it is known. */
  dueAt?: number | undefined;
} & (
  | { cause: 'bank-confirmed'; attempt: SettledAttempt; paid: Received }
  | { cause: Exclude<Cause, 'bank-confirmed' | 'never-started'>; attempt: SettledAttempt; paid?: never }
  | { cause: 'never-started'; attempt?: never; paid?: never }
);

export type Settle = (settling: Settling) => Promise<WriteOutcome>;

/**
 * Applies a final outcome in one conditional write: status, event and everything the payload needs together, or nothing.
 * The condition is generated from the transition table, so a repeat, a latecomer or a race changes nothing.
 */
export function settleIn(client: DynamoDBClient, tableName: string, clock: () => number): Settle {
  return async (settling) => {
    const settlement = settlementOf(settling, clock());
    const outcome = await writeMainItem(client, tableName, settlingWrite(settling, settlement));
    if (outcome.kind === 'written') return outcome;
    // A repeat of our own write whose answer was lost fails its condition on what it wrote itself.
    const ours = outcome.current?.settlements.some(({ eventId }) => eventId === settlement.eventId);
    return ours ? { kind: 'written' } : outcome;
  };
}

/** Keeps the bank's name of the movement that paid the attempt `index`, where `known` was all that was known of it. */
export type NameMovement = (
  transactionId: string,
  index: number,
  operationId: string,
  known: string | undefined,
) => Promise<WriteOutcome>;

/**
 * A payment found by asking has no exact name by which later notices could be told apart: the first of them names it, and
 * of two at once only one does; the other is then judged by it.
 */
export function nameMovementIn(client: DynamoDBClient, tableName: string): NameMovement {
  return (transactionId, index, operationId, known) =>
    writeMainItem(client, tableName, {
      transactionId,
      update: 'SET paidOperation = :operation',
      condition: `paidBy = :index AND ${known === undefined ? 'attribute_not_exists(paidOperation)' : 'paidOperation = :known'}`,
      values: { ':operation': operationId, ':index': index, ...(known !== undefined && { ':known': known }) },
    });
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

function settlingWrite(settling: Settling, settlement: Settlement): MainItemWrite {
  const { transactionId, from, cause, attempt, paid, liveAttempt, bankAccount } = settling;
  if (!statusesBefore(cause).includes(from)) throw new Error(`transition: ${cause} is not allowed from ${from}`);
  // Only money counts on an attempt that is no longer live; a refusal of a dead one changes nothing.
  if (!paid && attempt?.index !== liveAttempt) throw new Error(`settle: ${cause} of an attempt that is not live`);
  const set = ['#status = :to', 'settlements = list_append(settlements, :settlement)'];
  const remove = ['liveAttempt'];
  const condition = ['#status = :from', 'bankAccount = :account'];
  const values: MainItemWrite['values'] = {
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
    // The phone is known only until the transaction settles, whichever attempt settled it.
    remove.push(`attempts[${liveAttempt}].phoneHash`, `attempts[${liveAttempt}].phoneLast3`);
  }
  if (paid) {
    Object.assign(values, { ':amount': paid.amountCents, ':paidAt': settlement.paidAt, ':paidBy': attempt.index });
    condition.push('amountCents = :amount');
    set.push('paidAt = :paidAt', 'paidBy = :paidBy');
    // What tells a repeat from a second payment on the same attempt.
    const told = { paidOperation: paid.operationId, paidCents: paid.receivedCents };
    for (const [name, value] of Object.entries({ ...told, paidAtIsOurs: paid.paidAtMs === null || undefined })) {
      if (value === undefined) continue;
      values[`:${name}`] = value;
      set.push(`${name} = :${name}`);
    }
  }
  // The sweep must look soon in case the hand-off of the event is lost. A push is due within minutes anyway, so its
  // entry is left as it is (a write less). A reference is due only days later, and so may a push be that the bank was long
  // undecided about: where that was not known, the write is refused, and comes again by the item it failed on.
  values[':due'] = settlement.settledAt + DELIVERY_STALLED_MS;
  const isDueLater = attempt?.method === 'REFERENCE' || (settling.dueAt ?? 0) > values[':due'];
  set.push(isDueLater ? 'dueAt = :due' : 'dueAt = if_not_exists(dueAt, :due)');
  if (!isDueLater) condition.push('(attribute_not_exists(dueAt) OR dueAt <= :due)');
  return {
    transactionId,
    update: `SET ${set.join(', ')} REMOVE ${remove.join(', ')}`,
    condition: condition.join(' AND '),
    values,
    names,
  };
}
