import type { Transaction } from '../../../functions/payments/transaction.ts';
import { statusesLeadingTo } from '../../../functions/payments/transitions.ts';
import type { Customers } from '../world/customers.ts';
import { recordProblems } from '../world/oracle.ts';
import { type Model, type ModelPayment, readRecords, viewOf } from './model.ts';
import type { ModelWorld } from './model-world.ts';
import type { View } from './rules.ts';

/** The states that a step may leave, by payment. A payment that is absent must be unchanged. */
export type Allowed = ReadonlyMap<ModelPayment, readonly View[]>;

/** Throws the problem, with the last log lines of the functions. */
export function fail(world: ModelWorld, problem: string): never {
  throw new Error([problem, ...world.state.lines.slice(-8).map((line) => `    ${line.slice(0, 300)}`)].join('\n'));
}

/**
 * Checks every payment after a step against the allowed states and the invariants 1, 2, 4 and 6, and copies the stored
 * state into the model. `request`: method and phone of the start that the step requested.
 */
export async function observe(model: Model, world: ModelWorld, allowed: Allowed, request = ''): Promise<void> {
  const ids = model.payments.map(({ transactionId }) => transactionId);
  if (ids.length === 0) return;
  const records = await readRecords(world, ids);
  for (const payment of model.payments) {
    const record = records.get(payment.transactionId);
    if (!record) return fail(world, `${payment.transactionId} is gone`);
    const view = viewOf(record);
    const may = allowed.get(payment) ?? [payment.view];
    if (!may.some((each) => JSON.stringify(each) === JSON.stringify(view))) {
      const was = JSON.stringify(payment.view);
      fail(world, `${payment.transactionId} was ${was} and is ${JSON.stringify(view)}, not ${JSON.stringify(may)}`);
    }
    const problem = problemOf(payment, record, world.customers);
    if (problem !== undefined) fail(world, `${payment.transactionId}: ${problem}`);
    while (payment.requests.length < record.attempts.length) payment.requests.push(request);
    Object.assign(payment, { record, view });
  }
  const problems = world.shops.flatMap(({ hook }) => hook.problems);
  if (problems.length > 0) fail(world, problems.join('; '));
}

function problemOf({ record: before, cents, orderId }: ModelPayment, now: Transaction, customers: Customers) {
  const problems = recordProblems(now, customers);
  if (now.status !== before.status && !isStep(before, now))
    problems.push(`${before.status} became ${now.status}, which D9 does not allow`);
  // Invariant 6.
  if (now.amountCents !== cents || now.externalOrderId !== orderId)
    problems.push('the amount or the order id has changed');
  return problems[0];
}

function isStep(before: Transaction, now: Transaction): boolean {
  const events = now.settlements.slice(before.settlements.length).map(({ status }) => status);
  let from = before.status;
  for (const to of events) {
    if (to === 'pending' || !statusesLeadingTo(to).includes(from)) return false;
    from = to;
  }
  return from === now.status && events.length > 0;
}
