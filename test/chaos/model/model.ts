import { BatchGetItemCommand } from '@aws-sdk/client-dynamodb';
import { type Transaction, transactionOf } from '../../../functions/payments/transaction.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import type { StreamRecord } from '../../../lib/local/mappings/stream-batch.ts';
import { TABLES } from '../../support/created-tables.ts';
import type { BankNotification } from '../world/bank-notifications.ts';
import { type Customer, isStarted, reportedSum } from '../world/customers.ts';
import type { ModelWorld } from './model-world.ts';
import type { LiveStart, Report, View } from './rules.ts';

export interface ModelPayment {
  transactionId: string;
  /** Index of its merchant. */
  shop: number;
  orderId: string;
  cents: number;
  createdAtMs: number;
  /** The state in the model. */
  view: View;
  /** The stored record as last read. */
  record: Transaction;
  /** Method and phone of each start at the bank. */
  requests: string[];
}

/** The history of two merchants' transactions in one sequence. */
export interface Model {
  payments: ModelPayment[];
  /** Notifications that the bank has yet to deliver. */
  notifications: BankNotification[];
  /** Bank ids of acknowledged notifications about unknown payments. */
  strangers: string[];
  /** Stream records whose relay crashed. */
  unrelayed: StreamRecord[];
  made: number;
}

export const newModel = (): Model => ({ payments: [], notifications: [], strangers: [], unrelayed: [], made: 0 });

export function viewOf({ status, paymentMethod, mb, attempts, liveAttempt, settlements }: Transaction): View {
  const state = liveAttempt === undefined ? null : attempts[liveAttempt]?.state;
  if (state === undefined || state === 'ended') throw new Error('liveAttempt does not name a live attempt');
  return {
    status,
    method: paymentMethod,
    mb: mb !== undefined,
    starts: attempts.length,
    live: state,
    events: settlements.map((settlement) => settlement.status).filter((each) => each !== 'pending'),
  };
}

/** The start that may be live at the bank. */
export function liveOf({ record, requests }: ModelPayment): (LiveStart & { bankId: string }) | undefined {
  const index = record.liveAttempt;
  const attempt = index === undefined ? undefined : record.attempts[index];
  if (index === undefined || !attempt) return undefined;
  const { method, bankId, startedAt, endsAt } = attempt;
  return { method, bankId, startedAtMs: startedAt, endsAtMs: endsAt, request: requests[index] ?? '' };
}

/** The answer that a status inquiry must get of the bank. */
export function reportOf({ bank, customers }: ModelWorld, bankId: string | undefined): Report {
  const customer = customers.all().find(({ start }) => start.bankId === bankId);
  if (!customer || bank.isDown) return 'unknown';
  const state = customers.stateOf(customer);
  if (state === 'paid') return reportedSum(customer) >= customer.start.cents ? 'paid' : 'short';
  if (state === 'declined') return 'declined';
  if (state === 'timed-out') return 'over';
  return isStarted(customer) ? 'waiting' : 'not-started';
}

export async function readRecords({ own }: ModelWorld, ids: readonly string[]): Promise<Map<string, Transaction>> {
  const found = new Map<string, Transaction>();
  for (let start = 0; start < ids.length; start += 100) {
    const Keys = ids.slice(start, start + 100).map((transactionId) => toAttributes({ transactionId, item: 'main' }));
    const RequestItems = { [TABLES.transactions]: { Keys, ConsistentRead: true } };
    const { Responses } = await own.send(new BatchGetItemCommand({ RequestItems }));
    for (const item of Responses?.[TABLES.transactions] ?? []) {
      const record = transactionOf(item);
      found.set(record.transactionId, record);
    }
  }
  return found;
}

/** The customers of starts that the bank has made or refused, the earliest first. */
export function startedAtBank({ customers }: ModelWorld): Customer[] {
  return customers.all().filter((customer) => isStarted(customer) || customer.start.refusal);
}

/** Picks a value by any number; undefined for an empty list. */
export function pick<Value>(values: readonly Value[], number: number): Value | undefined {
  return values[number % values.length];
}
