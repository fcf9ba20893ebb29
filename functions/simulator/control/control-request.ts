import * as z from 'zod';
import type { Clock } from '../../runtime/clock.ts';
import type { Schedule } from '../notify/actions.ts';
import type { Checkout } from '../payments/checkout-item.ts';
import { checkoutsOfTransaction } from '../payments/checkouts.ts';
import { type Answer, controlRefusal } from '../sibs/refusal.ts';
import { wireAmount } from '../sibs/wire.ts';
import type { Table } from '../table.ts';
import type { WebRequest } from '../web.ts';

export interface ControlDependencies {
  table: Table;
  schedule: Schedule;
  clock: Clock;
}

export type Control = (request: WebRequest, dependencies: ControlDependencies) => Promise<Answer>;

/** Our transaction ids are `tx_` and 24 characters, with which the merchantTransactionId of each checkout begins. */
const TRANSACTION_ID = /^tx_([0-9a-z]{24})$/;

/** All checkouts of the transaction in the path. */
export async function checkoutsOf(request: WebRequest, table: Table): Promise<Checkout[]> {
  const [, prefix] = TRANSACTION_ID.exec(request.pathParameters.transactionId ?? '') ?? [];
  if (!prefix) throw controlRefusal(404, 'no transaction has this id: it is tx_ and 24 characters');
  return checkoutsOfTransaction(table, prefix);
}

export function latestStarted(checkouts: Checkout[]): Checkout | undefined {
  return checkouts
    .filter(({ startedAtMs }) => startedAtMs !== undefined)
    .sort((left, right) => (right.startedAtMs ?? 0) - (left.startedAtMs ?? 0))[0];
}

const NO_AMOUNT = 'amount must be a number above zero with at most two decimals, such as {"amount": 10.5}';
const amountRequest = z.object({ amount: z.number().optional() });

/** The body's amount in cents; undefined without one. */
export function requestedCents(request: WebRequest): number | undefined {
  const { amount } = bodyOf(request, amountRequest, NO_AMOUNT);
  if (amount === undefined) return undefined;
  const requested = wireAmount.safeParse({ value: amount, currency: 'EUR' });
  if (requested.success) return requested.data;
  throw controlRefusal(400, NO_AMOUNT);
}

/** The body of a control call; no body is an empty object. Refuses a malformed one with `problem`. */
export function bodyOf<Schema extends z.ZodType>(
  { rawBody }: WebRequest,
  schema: Schema,
  problem: string,
): z.infer<Schema> {
  try {
    return schema.parse(rawBody === '' ? {} : JSON.parse(rawBody));
  } catch {
    throw controlRefusal(400, problem);
  }
}
