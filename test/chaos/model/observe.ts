import type { Transaction } from '../../../functions/payments/transaction.ts';
import { statusesLeadingTo } from '../../../functions/payments/transitions.ts';
import type { BankPayment } from '../world/bank.ts';
import { recordProblems } from '../world/oracle.ts';
import { type Model, type ModelPayment, readRecords, viewOf } from './model.ts';
import type { ModelWorld } from './model-world.ts';
import type { View } from './rules.ts';

/** What a step may leave behind: for each payment one of these states; where it says nothing, the payment is as it was. */
export type Allowed = ReadonlyMap<ModelPayment, readonly View[]>;

/** Reports what is wrong, with the last log lines of the functions. */
export function fail(world: ModelWorld, problem: string): never {
  throw new Error([problem, ...world.state.lines.slice(-8).map((line) => `    ${line.slice(0, 300)}`)].join('\n'));
}

/**
 * Looks at every payment after a step and holds it to what the step may have done, and to the invariants 1, 2, 4 and 6
 * as far as they can be seen then. The model goes on from what it found. `request` is what the step wanted to start.
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
    const problem = problemOf(payment, record, world.bank.of(payment.transactionId));
    if (problem !== undefined) fail(world, `${payment.transactionId}: ${problem}`);
    while (payment.requests.length < record.attempts.length) payment.requests.push(request);
    Object.assign(payment, { record, view });
  }
  const problems = world.shops.flatMap(({ hook }) => hook.problems);
  if (problems.length > 0) fail(world, problems.join('; '));
}

function problemOf({ record: before, cents, orderId }: ModelPayment, now: Transaction, atBank: BankPayment[]) {
  const problems = recordProblems(now, atBank);
  if (now.status !== before.status && !isStep(before, now))
    problems.push(`${before.status} became ${now.status} by more than D9 allows`);
  // Invariant 6.
  if (now.amountCents !== cents || now.externalOrderId !== orderId)
    problems.push('another amount or order than it came with');
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
