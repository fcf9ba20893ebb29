import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { SHARDS } from '../../../functions/payments/tables.ts';
import type { DeliveryState } from '../../../functions/payments/transaction.ts';
import { type Attributes, fromAttributes, toAttributes } from '../../../functions/runtime/attributes.ts';
import { TABLES } from '../../support/created-tables.ts';
import { judgeTransaction, type Kept, readKept } from '../world/oracle.ts';
import type { World } from '../world/world.ts';
import type { SoakShop } from './shops.ts';
import type { Play, SoakPayment } from './traffic.ts';
import type { Trouble } from './trouble.ts';

export interface SoakCounts extends Record<Exclude<DeliveryState, 'pending'>, number> {
  payments: number;
  events: number;
  posts: number;
  /** POSTs beyond the recorded attempts. */
  repeated: number;
  /** Times that a POST may have been repeated by what went wrong. */
  excused: number;
  crashes: number;
  restarts: number;
  faults: number;
  lostBatches: number;
  duplicates: number;
  deadLetters: number;
  lost: number;
  wrong: number;
  problems: string[];
}

/** Goes through every transaction of every merchant and reckons what became of it; `unquiet` is why the world did not come to rest. */
export async function countAll(play: Play, trouble: Trouble, unquiet: string | undefined): Promise<SoakCounts> {
  const { world, stepper, shops } = play;
  const { interrupted, duplicates, lostMessages, unrelayed, deadLetters } = stepper;
  const faults = world.proxies.met() + trouble.postFaults;
  const counts: SoakCounts = {
    ...{ payments: 0, events: 0, delivered: 0, not_delivered: 0, skipped: 0, superseded: 0 },
    ...{ posts: 0, repeated: 0, excused: interrupted + duplicates + faults },
    ...{ crashes: world.state.crashes, restarts: trouble.restarts, faults, deadLetters, duplicates },
    ...{ lostBatches: lostMessages + unrelayed, lost: 0, wrong: 0, problems: [] },
  };
  for (const shop of shops) await countShop(world, shop, counts);
  if (unquiet !== undefined) lost(counts, unquiet);
  const left = world.queues.deliveries.size + world.queues.retries.size;
  if (left > 0) wrong(counts, [`${left} messages are left in the queues`]);
  if (counts.events === 0) wrong(counts, ['there was no event at all']);
  if (counts.repeated > counts.excused) wrong(counts, [`${counts.repeated} POSTs repeated, ${counts.excused} excused`]);
  return counts;
}

function lost(counts: SoakCounts, problem: string): void {
  counts.lost += 1;
  counts.problems.push(`lost: ${problem}`);
}

function wrong(counts: SoakCounts, problems: readonly string[]): void {
  counts.wrong += problems.length;
  counts.problems.push(...problems.map((problem) => `wrong: ${problem}`));
}

async function countShop(world: World, shop: SoakShop, counts: SoakCounts): Promise<void> {
  const found = await transactionsOf(world, shop.merchantId);
  for (const id of shop.payments.keys()) if (!found.has(id)) lost(counts, `${id}: the transaction is gone`);
  for (const transactionId of found) {
    const kept = await readKept(world.own, transactionId);
    if (kept) await count(world, shop, { transactionId, kept }, counts);
  }
  wrong(
    counts,
    shop.hook.problems.map((problem) => `${shop.character}: ${problem}`),
  );
}

async function count(
  world: World,
  shop: SoakShop,
  { transactionId, kept }: { transactionId: string; kept: Kept },
  counts: SoakCounts,
): Promise<void> {
  const { settlements, status } = kept.record;
  const name = `${transactionId} (${shop.character})`;
  // One that nobody was told of is a creation whose answer was lost: never started, it is cancelled after 30 days.
  const payment: Partial<SoakPayment> = shop.payments.get(transactionId) ?? { decisions: 0 };
  counts.payments += 1;
  const started = world.bank.startedOf(transactionId);
  const truth = STATUS_AFTER[started[0]?.outcome ?? 'timed-out'];
  if (status !== truth) lost(counts, `${name}: the bank says ${truth}, the status is ${status}`);
  if (started.length > 1) wrong(counts, [`${name}: ${started.length} starts at the bank`]);
  if (settlements.length > Math.max(1, payment.decisions ?? 0)) wrong(counts, [`${name}: more events than decisions`]);
  countEvents(shop, kept, counts, name);
  // How many repeats one event may have depends on what befell it; that is reckoned over all.
  const allowance = { postsPerSeries: Number.POSITIVE_INFINITY, extraPosts: 0 };
  const { amountCents, orderId } = payment;
  const facts = { ...(amountCents !== undefined && { amountCents }), ...(orderId !== undefined && { orderId }) };
  wrong(counts, (await judgeTransaction(world.own, transactionId, shop.hook, { payment: facts, allowance })).problems);
}

const STATUS_AFTER = { paid: 'paid', declined: 'failed', 'timed-out': 'cancelled', waiting: 'pending' } as const;

function countEvents(shop: SoakShop, { record, series }: Kept, counts: SoakCounts, name: string): void {
  for (const { eventId, delivery } of record.settlements) {
    const attempts = [...(series.get(eventId) ?? [])].reduce((sum, { attempts }) => sum + attempts.length, 0);
    const posts = shop.hook.posts.filter((post) => post.eventId === eventId).length;
    counts.events += 1;
    counts.posts += posts;
    counts.repeated += Math.max(0, posts - attempts);
    if (delivery.state !== 'pending') counts[delivery.state] += 1;
    const isNewest = eventId === record.settlements.at(-1)?.eventId;
    const ends: readonly DeliveryState[] = isNewest ? shop.ends : [...shop.ends, 'superseded'];
    if (!ends.includes(delivery.state)) lost(counts, `${name}: ${eventId} ended ${delivery.state}`);
  }
}

async function transactionsOf(world: World, merchantId: string): Promise<Set<string>> {
  const found = new Set<string>();
  let after: Attributes | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await world.own.send(
      new QueryCommand({
        TableName: TABLES.transactions,
        IndexName: 'byMerchant',
        KeyConditionExpression: 'merchantId = :merchant',
        ExpressionAttributeValues: toAttributes({ ':merchant': merchantId }),
        ExclusiveStartKey: after,
      }),
    );
    for (const item of Items) found.add(String(item.transactionId?.S));
    after = LastEvaluatedKey;
  } while (after);
  return found;
}

/** The earliest `dueAt` of all transactions; undefined when the sweep has nothing left to do. */
export async function leftToSweep(world: World): Promise<number | undefined> {
  const dues = await Promise.all(Array.from({ length: SHARDS }, (_, shard) => earliestOf(world, shard)));
  const earliest = Math.min(...dues);
  return Number.isFinite(earliest) ? earliest : undefined;
}

async function earliestOf(world: World, shard: number): Promise<number> {
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
  const [first] = Items;
  return first ? Number(fromAttributes(first).dueAt) : Number.POSITIVE_INFINITY;
}
