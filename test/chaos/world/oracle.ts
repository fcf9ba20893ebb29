import { type DynamoDBClient, QueryCommand } from '@aws-sdk/client-dynamodb';
import { shardOf } from '../../../functions/payments/tables.ts';
import type { Delivery } from '../../../functions/payments/transaction.ts';
import { fromAttributes, toAttributes } from '../../../functions/runtime/attributes.ts';
import {
  type EventRecord,
  type EventSettlement,
  eventRecordOf,
  isTestEvent,
  payloadOf,
} from '../../../functions/webhooks/event.ts';
import { isKeptSeries, keptSeriesOf } from '../../../functions/webhooks/kept-series.ts';
import { DELAYS_BEFORE_ATTEMPT_MS } from '../../../functions/webhooks/schedule.ts';
import { TABLES } from '../../support/created-tables.ts';
import type { Hook, Post } from './receiver.ts';
import type { Payment } from './story.ts';

/** What was looked at, so that a green run says how much it stands on. */
export interface Checked {
  deliveries: number;
  posts: number;
  attempts: number;
}

export interface Verdict {
  problems: string[];
  checked: Checked;
}

/** What a run may cost: POSTs a series takes when all goes well, and how many more the injected trouble excuses. */
export interface Allowance {
  postsPerSeries: number;
  extraPosts: number;
}

/** Everything that is kept of one transaction. */
export interface Kept {
  record: EventRecord;
  main: Record<string, unknown>;
  /** The delivery of each series of each event, the last one first. */
  series: Map<string, Delivery[]>;
}

export async function readKept(client: DynamoDBClient, transactionId: string): Promise<Kept | undefined> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: TABLES.transactions,
      ConsistentRead: true,
      KeyConditionExpression: 'transactionId = :id',
      ExpressionAttributeValues: toAttributes({ ':id': transactionId }),
    }),
  );
  const main = Items.find((item) => item.item?.S === 'main');
  if (!main) return undefined;
  const record = eventRecordOf(main);
  const series = new Map(record.settlements.map(({ eventId, delivery }) => [eventId, [delivery]]));
  for (const item of Items.filter(({ item }) => isKeptSeries(item?.S ?? ''))) {
    const kept = keptSeriesOf(item);
    series.get(kept.eventId)?.push(kept.delivery);
  }
  return { record, main: fromAttributes(main), series };
}

/** Holds one transaction, quiet again after whatever was done to it, to the invariants 1, 3, 4 and 5. */
export async function judgeTransaction(
  client: DynamoDBClient,
  transactionId: string,
  hook: Hook,
  { payment, allowance }: { payment: Partial<Payment>; allowance: Allowance },
): Promise<Verdict> {
  const kept = await readKept(client, transactionId);
  if (!kept) return { problems: ['the transaction is gone'], checked: { deliveries: 0, posts: 0, attempts: 0 } };
  const { record, main } = kept;
  const problems: string[] = [];
  const checked: Checked = { deliveries: 0, posts: 0, attempts: 0 };
  if ('dueAt' in main) problems.push('dueAt is still there');
  if (!isTestEvent(record))
    problems.push(...statusProblems(main, record), ...(await undeliveredProblems(client, kept)));
  problems.push(...expectationProblems(record, payment));
  for (const settlement of record.settlements) {
    const posts = hook.posts.filter(({ eventId }) => eventId === settlement.eventId);
    const all = kept.series.get(settlement.eventId) ?? [];
    problems.push(...postProblems(record, settlement, posts), ...all.flatMap((series) => seriesProblems(series)));
    problems.push(...deliveryProblems(settlement.delivery, all, posts));
    const most = all.length * allowance.postsPerSeries + allowance.extraPosts;
    if (posts.length > most) problems.push(`${posts.length} POSTs of one event where ${most} are allowed`);
    checked.deliveries += 1;
    checked.posts += posts.length;
    checked.attempts += all.reduce((sum, { attempts }) => sum + attempts.length, 0);
  }
  return { problems: problems.map((problem) => `${transactionId}: ${problem}`), checked };
}

/** Invariant 1: the status is that of the newest event, and money is dated if and only if there is any. */
function statusProblems({ paidAt }: Record<string, unknown>, { status, settlements }: EventRecord): string[] {
  const newest = settlements.at(-1)?.status ?? 'pending';
  return [
    status !== newest && `the status is ${status}, the newest event says ${newest}`,
    (paidAt !== undefined) !== (status === 'paid') && 'paidAt and paid do not go together',
    settlements.filter((settlement) => settlement.status === 'paid').length > 1 && 'paid twice',
  ].filter((problem) => problem !== false);
}

function expectationProblems(
  { settlements, amountCents, externalOrderId }: EventRecord,
  { expected, ...payment }: Partial<Payment>,
): string[] {
  if (payment.amountCents !== undefined && payment.amountCents !== amountCents)
    return ['another amount than it came with'];
  if (payment.orderId !== undefined && payment.orderId !== externalOrderId) return ['another order than it came with'];
  if (!expected) return [];
  const is = settlements.map(({ status, delivery }) => `${status} ${delivery.state}`);
  const isRight =
    settlements.length === expected.length &&
    expected.every(({ status, ends }, n) => {
      const settlement = settlements[n];
      return settlement?.status === status && ends.includes(settlement.delivery.state);
    });
  if (isRight) return [];
  return [
    `events ${is.join(', ')}; expected ${expected.map(({ status, ends }) => `${status} ${ends.join('|')}`).join(', ')}`,
  ];
}

/** Invariant 4: the bytes are those of the settlement, each time. */
function postProblems(record: EventRecord, settlement: EventSettlement, posts: Post[]): string[] {
  const payload = payloadOf(record, settlement);
  return posts
    .filter(({ body }) => body !== payload)
    .map(({ body }) => `a POST said ${body}, the record says ${payload}`);
}

/** Invariant 5: at most four recorded attempts, none earlier than the schedule allows. */
function seriesProblems({ attempts, done, state }: Delivery): string[] {
  const problems: string[] = [];
  if (attempts.length > 4) problems.push(`${attempts.length} recorded attempts in one series`);
  if (attempts.length !== done) problems.push(`${attempts.length} attempts recorded, ${done} counted`);
  for (const [n, attempt] of attempts.entries()) {
    const before = attempts[n - 1];
    const earliest = before ? before.startedAt + before.durationMs + (DELAYS_BEFORE_ATTEMPT_MS[n] ?? 0) : 0;
    if (attempt.startedAt < earliest) problems.push(`attempt ${n + 1} was ${earliest - attempt.startedAt} ms early`);
    if (before?.outcome === 'delivered') problems.push('an attempt after a delivered one');
  }
  if ((state === 'delivered') !== (attempts.at(-1)?.outcome === 'delivered'))
    problems.push(`${state} is not what the last attempt says`);
  return problems;
}

/** Invariant 3: ended, and what is recorded did happen. */
function deliveryProblems(now: Delivery, all: Delivery[], posts: Post[]): string[] {
  const problems: string[] = [];
  if (now.state === 'pending') problems.push('the delivery has not ended');
  if ('nextAttemptAt' in now) problems.push('an attempt is still planned');
  if (now.outcome !== undefined) problems.push(`given up: ${now.outcome}`);
  if (now.state === 'not_delivered' && now.done < 4) problems.push(`not delivered after ${now.done} attempts`);
  const recorded = all.flatMap(({ attempts }) => attempts.map(({ statusCode }) => statusCode));
  for (const status of new Set(recorded.filter((code) => code !== undefined))) {
    const claimed = recorded.filter((code) => code === status).length;
    const seen = posts.filter(({ reply }) => reply === status).length;
    if (claimed > seen) problems.push(`${claimed} answers ${status} recorded, the receiver gave ${seen}`);
  }
  return problems;
}

/** The index of undelivered events holds the transaction if and only if its newest delivery failed or was skipped. */
async function undeliveredProblems(client: DynamoDBClient, { record }: Kept): Promise<string[]> {
  const { transactionId, merchantId } = record;
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: TABLES.transactions,
      IndexName: 'undelivered',
      KeyConditionExpression: '#shard = :shard AND begins_with(undeliveredKey, :merchant)',
      ExpressionAttributeNames: { '#shard': 'shard' },
      ExpressionAttributeValues: toAttributes({ ':shard': shardOf(transactionId), ':merchant': `${merchantId}#` }),
    }),
  );
  const isListed = Items.some((item) => item.transactionId?.S === transactionId);
  const state = record.settlements.at(-1)?.delivery.state;
  const belongs = state === 'not_delivered' || state === 'skipped';
  return isListed === belongs ? [] : [`${isListed ? 'among' : 'not among'} the undelivered, and ${state}`];
}
