import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { SHARDS } from '../../functions/payments/tables.ts';
import type { DeliveryState } from '../../functions/payments/transaction.ts';
import { fromAttributes, toAttributes } from '../../functions/runtime/attributes.ts';
import { judgeTransaction, readKept } from '../faults/oracle.ts';
import type { Stepper } from '../faults/stepper.ts';
import type { World } from '../faults/world.ts';
import { TABLES } from '../support/created-tables.ts';
import type { SoakPayment } from './traffic.ts';

export interface SoakCounts extends Record<Exclude<DeliveryState, 'pending'>, number> {
  payments: number;
  events: number;
  posts: number;
  /** POSTs beyond the recorded attempts: repeated after a crash or by a duplicate. */
  repeated: number;
  crashes: number;
  faults: number;
  deadLetters: number;
  lost: number;
  wrong: number;
  problems: string[];
}

/** Goes through every payment of the soak and reckons what became of it. */
export async function countAll(world: World, stepper: Stepper, payments: SoakPayment[]): Promise<SoakCounts> {
  const counts: SoakCounts = {
    ...{ payments: payments.length, events: 0, posts: 0, repeated: 0, lost: 0, wrong: 0, problems: [] },
    ...{ delivered: 0, not_delivered: 0, skipped: 0, superseded: 0 },
    ...{ crashes: world.state.crashes, faults: world.proxies.met(), deadLetters: stepper.deadLetters },
  };
  for (const payment of payments) await count(world, payment, counts);
  for (const shop of new Set(payments.map((payment) => payment.shop))) {
    counts.wrong += shop.hook.problems.length;
    counts.problems.push(...shop.hook.problems.map((problem) => `${shop.character}: ${problem}`));
  }
  return counts;
}

async function count(world: World, payment: SoakPayment, counts: SoakCounts): Promise<void> {
  const { transactionId, shop, bankId, amountCents, orderId } = payment;
  const kept = await readKept(world.own, transactionId);
  const lost = (problem: string) => {
    counts.lost += 1;
    counts.problems.push(`${transactionId} (${shop.character}): ${problem}`);
  };
  if (!kept) return lost('the transaction is gone');
  const { settlements, status } = kept.record;
  const truth = STATUS_AFTER[world.bank.payments.get(bankId)?.outcome ?? 'waiting'];
  if (status !== truth) lost(`the bank says ${truth}, the status is ${status}`);
  for (const { eventId, delivery } of settlements) {
    const attempts = [...(kept.series.get(eventId) ?? [])].reduce((sum, series) => sum + series.attempts.length, 0);
    const posts = shop.hook.posts.filter((post) => post.eventId === eventId).length;
    counts.events += 1;
    counts.posts += posts;
    counts.repeated += Math.max(0, posts - attempts);
    if (delivery.state === 'pending') lost('a delivery has not ended');
    else counts[delivery.state] += 1;
  }
  const newest = settlements.at(-1)?.delivery.state;
  if (shop.isHealthy && newest !== 'delivered') lost(`a healthy merchant was not told: ${newest}`);
  // How many repeats one event may have depends on crashes that hit it; that is reckoned over all (`isSound`).
  const allowance = { postsPerSeries: Number.POSITIVE_INFINITY, extraPosts: 0 };
  const facts = { amountCents, orderId };
  const { problems } = await judgeTransaction(world.own, transactionId, shop.hook, { payment: facts, allowance });
  counts.wrong += problems.length;
  counts.problems.push(...problems);
}

const STATUS_AFTER = { paid: 'paid', declined: 'failed', 'timed-out': 'cancelled', waiting: 'pending' } as const;

/** The earliest `dueAt` of all transactions; undefined when the sweep has nothing left to do. */
export async function leftToSweep(world: World): Promise<number | undefined> {
  const dues: number[] = [];
  for (let shard = 0; shard <= SHARDS; shard += 1) {
    const { Items = [] } = await world.own.send(
      new QueryCommand({
        TableName: TABLES.transactions,
        IndexName: 'due',
        KeyConditionExpression: '#shard = :shard',
        ExpressionAttributeNames: { '#shard': 'shard' },
        ExpressionAttributeValues: toAttributes({ ':shard': shard }),
        Limit: 1,
      }),
    );
    dues.push(...Items.map((item) => Number(fromAttributes(item).dueAt)));
  }
  return dues.length === 0 ? undefined : Math.min(...dues);
}

/** Nothing lost, nothing wrong, and no more repeated POSTs than there was trouble to repeat them (batches hold ten). */
export function isSound({ lost, wrong, repeated, crashes, faults, events }: SoakCounts): boolean {
  return lost === 0 && wrong === 0 && events > 0 && repeated <= 10 * crashes + faults;
}
