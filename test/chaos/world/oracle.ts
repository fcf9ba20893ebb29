import { QueryCommand } from '@aws-sdk/client-dynamodb';
import type { Delivery, DeliveryState, Transaction } from '../../../functions/payments/transaction.ts';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import type { EventRecord, EventSettlement } from '../../../functions/webhooks/event.ts';
import { TABLES } from '../../rig/tables.ts';
import { bodyBy } from '../../support/payload.ts';
import { type Customer, type Customers, isPaid, isStarted } from './customers.ts';
import type { Hook, Post } from './hook.ts';
import { readStored, type Stored } from './stored.ts';
import type { World } from './world.ts';

// Judges every run: compares the stored records with what happened outside the service, that is with what
// customers did and with what merchants' servers received and answered.

/** What is known of a transaction from outside. */
export interface Outside {
  hook: Hook;
  /** Of a payment: the test event has none. */
  amountCents?: number;
  orderId?: string;
  method?: 'MBWAY' | 'REFERENCE';
  /** The status of each event, in order. */
  statuses: readonly string[];
  /** The allowed end states of the n-th event's delivery. */
  ends(n: number): readonly DeliveryState[];
  /** Maximum POSTs in one delivery. */
  postsPerDelivery: number;
  /** Additional POSTs of one event that the injected faults allow. */
  extraPosts: number;
  /** Whether no fault was injected, so that no delivery may be re-queued. */
  isUndisturbed: boolean;
}

/** How much was checked. */
export interface Checked {
  deliveries: number;
  posts: number;
  attempts: number;
}

export interface Verdict {
  /** Missing outcomes: a status that differs from the bank's, a delivery that has not ended. */
  lost: string[];
  wrong: string[];
  checked: Checked;
}

export const nothingChecked = (): Checked => ({ deliveries: 0, posts: 0, attempts: 0 });

/** Checks one transaction, after all work on it has finished, against the invariants 1 to 6 and 9. */
export async function judge(world: World, transactionId: string, outside: Outside): Promise<Verdict> {
  const stored = await readStored(world.own, transactionId);
  const checked = nothingChecked();
  if (!stored) return { lost: [`${transactionId}: the transaction is gone`], wrong: [], checked };
  const { record, transaction } = stored;
  const { hook, postsPerDelivery, extraPosts } = outside;
  const bought = world.customers.of(transactionId);
  const [lost, wrong]: [string[], string[]] = [[], factProblems(record, outside)];
  if (stored.isDue) wrong.push('dueAt is still there');
  if (transaction) {
    const { customers } = world;
    wrong.push(...recordProblems(transaction, customers), ...moneyProblems(stored, bought));
    wrong.push(...(await undeliveredProblems(world, record)));
    lost.push(...statusProblems(transaction, customers));
  }
  for (const [n, settlement] of record.settlements.entries()) {
    const { eventId, delivery } = settlement;
    const posts = hook.posts.filter((post) => post.eventId === eventId);
    const all = stored.deliveries.get(eventId) ?? [];
    const payloads = payloadsOf(transactionId, settlement, outside, bought);
    wrong.push(...postProblems(payloads, posts), ...all.flatMap(attemptProblems));
    wrong.push(...deliveryProblems(delivery, all, posts));
    const most = all.length * postsPerDelivery + extraPosts;
    if (posts.length > most) wrong.push(`${posts.length} POSTs of one event where ${most} are allowed`);
    if (outside.isUndisturbed && all.some(({ requeues }) => requeues)) wrong.push('re-queued for no reason');
    const ends = outside.ends(n);
    if (!ends.includes(delivery.state)) lost.push(`${eventId} ended ${delivery.state}, not ${ends.join('|')}`);
    checked.deliveries += 1;
    checked.posts += posts.length;
    checked.attempts += all.reduce((sum, { attempts }) => sum + attempts.length, 0);
  }
  const named = (problems: string[]) => problems.map((problem) => `${transactionId}: ${problem}`);
  return { lost: named(lost), wrong: named(wrong), checked };
}

/** Checks what no single transaction covers: the queues are empty and every POST belongs to a recorded event. */
export async function judgeRest({ queues }: World, hooks: readonly Hook[], { posts }: Checked): Promise<string[]> {
  const problems = hooks.flatMap((hook) => hook.problems);
  const sent = hooks.reduce((sum, hook) => sum + hook.posts.length, 0);
  if (sent > posts) problems.push(`${sent - posts} POSTs of unrecorded events`);
  const left = (await queues.deliveries.size()) + (await queues.retries.size());
  if (left > 0) problems.push(`${left} messages are left in the queues`);
  return problems;
}

/** Checks what must hold for a transaction at any time. */
function recordProblems(now: Transaction, customers: Customers): string[] {
  const { transactionId, status, paidAt, mb, dueAt, settlements } = now;
  const all = customers.of(transactionId);
  const newest = settlements.at(-1)?.status ?? 'pending';
  const isUnfinished = status === 'pending' || settlements.some(({ delivery }) => delivery.state === 'pending');
  const live = customers.live(transactionId);
  return [
    // Invariant 1.
    status !== newest && `the status is ${status}, the newest event is ${newest}`,
    (paidAt !== undefined) !== (status === 'paid') && 'paidAt and paid do not go together',
    settlements.filter((settlement) => settlement.status === 'paid').length > 1 && 'paid twice',
    mb !== undefined &&
      !all.some((customer) => isStarted(customer) && customer.start.reference === mb.reference) &&
      'a reference that was not issued',
    // Invariant 2. A start that was paid late can no longer be paid.
    live.length > 1 && `${live.length} pushes or references can be paid at the same time`,
    // Invariant 3: unfinished work is on the sweep's index.
    isUnfinished && dueAt === undefined && 'unfinished, and not on the index of the sweep',
    // Invariant 4.
    status === 'paid' && !all.some(isPaid) && 'paid, and the bank has no money for it',
    status === 'failed' &&
      all.every((customer) => customers.stateOf(customer) === 'waiting') &&
      'failed, and nobody refused anything',
  ].filter((problem) => problem !== false);
}

/**
 * Invariant 9: each notified movement of money is the payment itself, with what came, or a record of other money. Of a late
 * payment and of more than was requested a person is asked.
 */
function moneyProblems({ transaction, exceptions }: Stored, customers: readonly Customer[]): string[] {
  if (!transaction) return [];
  const { status, attempts, paidBy, paidOperation, amountCents, receivedCents = 0, settlements } = transaction;
  const problems: string[] = [];
  const paidBankId = attempts[paidBy ?? -1]?.bankId;
  // A status inquiry names no movement. If one settled the payment, one of the movements is the payment.
  let unnamed = status === 'paid' && paidOperation === undefined ? 1 : 0;
  for (const { start, movements } of customers) {
    const { bankId, cents, refusal } = start;
    for (const movement of movements.filter(({ isReported }) => isReported)) {
      // Money for a refused start may be an exception instead, if no attempt was recorded.
      const isFull = movement.cents >= cents && !refusal;
      if (isFull && status !== 'paid') problems.push(`the bank has reported the money, and the status is ${status}`);
      if (paidOperation === movement.id && receivedCents === movement.cents) continue;
      if (exceptions.some((each) => each.bankId === bankId && each.receivedCents === movement.cents)) continue;
      if (bankId === paidBankId && unnamed > 0) unnamed -= 1;
      else problems.push(`${movement.cents} cents of ${movement.id} were reported and not recorded`);
    }
  }
  const has = (wanted: string) => exceptions.some(({ kind }) => kind === wanted);
  const isLate = settlements.findIndex((settlement) => settlement.status === 'paid') > 0;
  if (isLate && !has('late')) problems.push('paid late, without an exception');
  if (receivedCents > amountCents && !has('overpaid')) problems.push('overpaid, without an exception');
  return problems;
}

const STATUS_AFTER = { paid: 'paid', declined: 'failed', 'timed-out': 'cancelled', waiting: 'pending' } as const;

/** Invariant 2, and that the status is the bank's last. A transaction without a start is cancelled after 30 days. */
function statusProblems({ transactionId, status }: Transaction, customers: Customers): string[] {
  const started = customers.startedOf(transactionId);
  if (started.length > 1) return [`${started.length} starts at the bank`];
  const truth = STATUS_AFTER[started[0] ? customers.stateOf(started[0]) : 'timed-out'];
  return status === truth ? [] : [`${truth} at the bank, ${status} on record`];
}

function factProblems(record: EventRecord, { amountCents, orderId, statuses }: Outside): string[] {
  const is = record.settlements.map(({ status }) => status).join(', ');
  return [
    amountCents !== undefined && amountCents !== record.amountCents && 'the amount has changed',
    orderId !== undefined && orderId !== record.externalOrderId && 'the order id has changed',
    is !== statuses.join(', ') && `events ${is}; expected ${statuses.join(', ')}`,
  ].filter((problem) => typeof problem === 'string');
}

/**
 * The bytes of §6.3 by what the merchant ordered and the customer did; a test event has the facts of D11. Of the record
 * it takes only the time of the settlement, which nobody outside knows.
 */
function payloadsOf(id: string, settlement: EventSettlement, outside: Outside, bought: Customer[]): string[] {
  const { amountCents = 100, orderId = 'TEST-ORDER', method = 'MBWAY', isUndisturbed } = outside;
  const { status } = settlement;
  const { settledAt } = settlement;
  const payload = (paidAt: number | null) =>
    bodyBy(
      { transactionId: id, externalOrderId: orderId, amountCents },
      { status, settledAt, paymentMethod: method, paidAt },
    );
  if (status !== 'paid') return [payload(null)];
  // An inquiry names no time of the payment. After a fault the sweep may inquire before the bank notifies again.
  const notified = bought.flatMap(({ movements }) => movements).filter(({ isReported }) => isReported);
  const times = notified.map(({ atMs }) => atMs);
  return (times.length === 0 || !isUndisturbed ? [settledAt, ...times] : times).map(payload);
}

/** Invariant 4: every POST of an event has the same bytes, and they are the event's. */
function postProblems(payloads: string[], posts: Post[]): string[] {
  const others = posts.filter(({ body }) => !payloads.includes(body));
  const problems = others.map(({ body }) => `a POST with ${body}, not ${payloads.join(' or ')}`);
  return new Set(posts.map(({ body }) => body)).size > 1 ? [...problems, 'POSTs of one event differ'] : problems;
}

/** Delay before each of the four attempts, from §6.4.2 and not from the code under test. */
const DELAYS_MS = [0, 200, 1_000, 5_000];

/** Invariant 5: at most four recorded attempts, none earlier than the schedule allows. */
function attemptProblems({ attempts, done, state }: Delivery): string[] {
  const problems: string[] = [];
  if (attempts.length > 4) problems.push(`${attempts.length} recorded attempts in one delivery`);
  if (attempts.length !== done) problems.push(`${attempts.length} attempts recorded, ${done} counted`);
  for (const [n, attempt] of attempts.entries()) {
    const before = attempts[n - 1];
    const earliest = before ? before.startedAt + before.durationMs + (DELAYS_MS[n] ?? 0) : 0;
    if (attempt.startedAt < earliest) problems.push(`attempt ${n + 1} was ${earliest - attempt.startedAt} ms early`);
    if (before?.outcome === 'delivered') problems.push('an attempt after a successful one');
  }
  if ((state === 'delivered') !== (attempts.at(-1)?.outcome === 'delivered'))
    problems.push(`${state} does not match the last attempt`);
  return problems;
}

/** Invariant 3: the delivery has ended, and every recorded answer was given. */
function deliveryProblems(now: Delivery, all: Delivery[], posts: Post[]): string[] {
  const problems: string[] = [];
  if (now.state === 'pending') problems.push('the delivery has not ended');
  if ('nextAttemptAt' in now) problems.push('an attempt is still planned');
  if (now.outcome !== undefined) problems.push(`gave up: ${now.outcome}`);
  if (now.state === 'not_delivered' && now.done < 4) problems.push(`not delivered after ${now.done} attempts`);
  const recorded = all.flatMap(({ attempts }) => attempts.map(({ statusCode }) => statusCode));
  for (const status of new Set(recorded.filter((code) => code !== undefined))) {
    const claimed = recorded.filter((code) => code === status).length;
    const seen = posts.filter(({ reply }) => reply === status).length;
    if (claimed > seen) problems.push(`${claimed} answers ${status} recorded, ${seen} given by the receiver`);
  }
  return problems;
}

/** The index of undelivered events holds the transaction if and only if its newest delivery failed or was skipped. */
async function undeliveredProblems({ own }: World, record: EventRecord): Promise<string[]> {
  const { transactionId } = record;
  const { Items = [] } = await own.send(
    new QueryCommand({
      TableName: TABLES.transactions,
      IndexName: 'undelivered',
      KeyConditionExpression: 'undelivered = :every',
      ExpressionAttributeValues: toAttributes({ ':every': 'every merchant' }),
    }),
  );
  const isListed = Items.some((item) => item.transactionId?.S === transactionId);
  const state = record.settlements.at(-1)?.delivery.state;
  const belongs = state === 'not_delivered' || state === 'skipped';
  return isListed === belongs ? [] : [`${state} and ${isListed ? '' : 'not '}on the index of undelivered events`];
}
