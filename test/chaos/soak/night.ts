import { ScanCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { foldDay } from '../../../functions/events/days/fold-day.ts';
import { HORIZON_MS } from '../../../functions/events/horizon.ts';
import { foldOn } from '../../../functions/events/wiring.ts';
import { audit } from '../../../functions/finance/audit/audit.ts';
import { fileMovements } from '../../../functions/finance/audit/file-movements.ts';
import type { AuditResult } from '../../../functions/finance/audit/results.table.ts';
import type { AuditDependencies } from '../../../functions/finance/audit/run.ts';
import { newState } from '../../../functions/finance/audit/state.ts';
import type { Violation, ViolationKind } from '../../../functions/finance/audit/violation.ts';
import { rebuild } from '../../../functions/finance/rebuild/rebuild.ts';
import type { BankLine } from '../../../functions/finance/reconciliation/records.ts';
import { auditOn, rebuildOn } from '../../../functions/finance/wiring.ts';
import { MAIN_ITEM } from '../../../functions/payments/tables.ts';
import { type Transaction, transactionOf } from '../../../functions/payments/transaction.ts';
import { type Attributes, toAttributes } from '../../../functions/runtime/attributes.ts';
import { DAY_MS } from '../../../functions/runtime/durations.ts';
import { type LisbonDay, lisbonDay, lisbonDayName } from '../../../functions/runtime/lisbon-day.ts';
import { PLANTS, putMain } from '../../support/audit-plants.ts';
import { TABLES } from '../../support/created-tables.ts';
import { SILENT } from '../../support/wired.ts';
import { isStarted } from '../world/customers.ts';
import type { World } from '../world/world.ts';

/** The nightly audit of a soak: a result for each day, and the problems. */
export interface Night {
  results: AuditResult[];
  problems: string[];
}

const ACCOUNT = 'main';
const REFERENCE_DAYS = 3;

/**
 * Audits every day of a finished soak on which a transaction was created or settled. The scripted bank's payments serve
 * as the bank's file. A soak does not run the totals function, so the totals are rebuilt and the days folded first. Any
 * violation is a problem, a digest that is not that of the transactions too.
 */
export async function auditNight(world: World): Promise<Night> {
  const transactions = await transactionsOf(world);
  const days = daysOf(transactions);
  await rebuildTotals(world, transactions, days);
  const folded = await foldDays(world, transactions, days);
  if (folded === 0) return { results: [], problems: ['no day was folded'] };
  const { results, found } = await auditDays(world, days, bankLines(world, transactions));
  return { results, problems: found.map(textOf) };
}

/**
 * Plants one violation of each kind into payments of the soak's first day and audits that day again. A planted
 * violation that is not found is a problem, and so is any other violation.
 */
export async function auditPlanted(world: World): Promise<Night & { planted: number }> {
  const transactions = await transactionsOf(world);
  const [day] = daysOf(transactions);
  if (!day) throw new Error('the soak had no day');
  const rights = transactions.filter((each) => isRight(each, day));
  const nowMs = world.time.nowMs;
  const expected: [ViolationKind, string][] = [];
  const lines = bankLines(world, transactions);
  const pick = (isWanted: (right: Transaction) => boolean = () => true): Transaction => {
    const index = rights.findIndex(isWanted);
    const [right] = index < 0 ? [] : rights.splice(index, 1);
    if (!right) throw new Error('the soak is too short: too few payments for planted violations');
    return right;
  };

  // The bank's file lists one payment twice.
  const paidAgain = pick();
  lines.push({ ...lineOf(paidAgain, paidAgain.attempts[0]?.bankId ?? ''), lineNumber: lines.length + 2 });
  expected.push(['movement', paidAgain.transactionId]);
  const first = pick(({ merchantId }) => rights.filter((each) => each.merchantId === merchantId).length > 1);
  const [earlier, later] = inOrderOfPayment(
    first,
    pick(({ merchantId }) => merchantId === first.merchantId),
  );
  await putMain(world.own, { ...later, externalOrderId: earlier.externalOrderId });
  expected.push(['order', later.transactionId]);
  const kinds = new Set<ViolationKind>();
  const unreadable: [Transaction, object][] = [];
  for (const [kind, , wrong] of PLANTS) {
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    const right = pick();
    expected.push([kind, right.transactionId]);
    if (kind === 'unreadable') unreadable.push([right, wrong(right, nowMs)]);
    else await putMain(world.own, wrong(right, nowMs));
  }
  // Rebuilt from the planted transactions, so that only the planted totals are wrong.
  await rebuildTotals(world, await transactionsOf(world), [day]);
  const spoiledOf = new Set(unreadable.map(([{ merchantId }]) => merchantId));
  for (const [, item] of unreadable) await putMain(world.own, item);
  const others = [...new Set(transactions.filter((each) => isRight(each, day)).map(({ merchantId }) => merchantId))];
  const [below = '', above = ''] = others.filter((id) => !spoiledOf.has(id));
  for (const [kind, merchantId, by] of [
    ['totals', below, -1],
    ['totals-above', above, 1],
  ] as const) {
    await addToCounter(world, { merchantId, day: day.name, by });
    expected.push([kind, merchantId]);
  }
  await spoilDigest(world, below, day);
  expected.push(['digest', below]);

  const { results, found } = await auditDays(world, [day], lines);
  const about = ({ transactionId, merchantId }: Violation) => transactionId ?? merchantId ?? '';
  const missed = expected.filter(([kind, of]) => !found.some((each) => each.kind === kind && about(each) === of));
  // What is planted may change the digest of its merchant's day.
  const foreign = found.filter((each) => each.kind !== 'digest' && !expected.some(([, of]) => about(each) === of));
  return {
    results,
    planted: expected.length,
    problems: [
      ...missed.map(([kind, of]) => `planted and not found: ${kind} ${of}`),
      ...foreign.map((each) => `found and not planted: ${textOf(each)}`),
    ],
  };
}

async function auditDays(
  world: World,
  days: readonly LisbonDay[],
  lines: readonly BankLine[],
): Promise<{ results: AuditResult[]; found: Violation[] }> {
  const clock = () => world.time.nowMs;
  const merchantIds = [...new Set((await mainItems(world)).map(({ merchantId }) => merchantId?.S ?? ''))];
  const dependencies = auditOn({ dynamo: world.own, clock }, TABLES);
  const unlisted: AuditDependencies['movements'] = {
    of: async () => ({ movements: [], bankIds: [] }),
    finish: async () => ({ silent: [], lost: [] }),
  };
  const found: Violation[] = [];
  const results: AuditResult[] = [];
  for (const day of days) {
    const state = newState(day.name, clock());
    await audit({
      ...dependencies,
      movements: fileMovements(unlisted, { account: ACCOUNT, lines }, dependencies.table),
      merchantIds: async () => [...merchantIds],
      backMs: (REFERENCE_DAYS + 2) * DAY_MS,
      report: (violation) => void found.push(violation),
    })(state, Number.POSITIVE_INFINITY);
    results.push({ day: day.name, startedAt: state.startedAt, finishedAt: clock(), tally: state.tally });
  }
  return { results, found };
}

/** The bank's payments, dated by our records, or by creation where the transaction is not paid. */
function bankLines(world: World, transactions: readonly Transaction[]): BankLine[] {
  const known = new Map(transactions.map((each) => [each.transactionId, each]));
  const paid = world.customers.all().filter((customer) => isStarted(customer) && customer.movements.length > 0);
  return paid.flatMap(({ start: { bankId, cents }, transactionId }, index) => {
    const transaction = known.get(transactionId ?? '');
    if (!transaction) return [];
    return [{ ...lineOf(transaction, bankId), grossCents: cents, lineNumber: index + 2 }];
  });
}

function lineOf({ transactionId, amountCents, paidAt, createdAt }: Transaction, bankId: string): BankLine {
  const atMs = paidAt ?? createdAt;
  return {
    ...{
      lineNumber: 0,
      kind: 'payment',
      day: lisbonDayName(atMs),
      atMs,
      bankId,
      transactionId,
      grossCents: amountCents,
    },
    ...{ merchantTransactionId: null, entity: null, reference: null, feeCents: null, netCents: null },
  };
}

async function rebuildTotals(world: World, transactions: readonly Transaction[], days: readonly LisbonDay[]) {
  const time = { clock: () => world.time.nowMs, sleep: async () => undefined };
  const dependencies = rebuildOn({ dynamo: world.own, logger: SILENT, ...time }, TABLES);
  const run = rebuild({ ...dependencies, progress: () => undefined });
  for (const merchantId of new Set(transactions.map((each) => each.merchantId))) {
    for (const day of days) await run({ merchantId, from: day, to: day, backDays: REFERENCE_DAYS + 31 });
  }
}

/** Answers how many events are in the digests. A day that is not over is folded as if nothing else came. */
async function foldDays(world: World, transactions: readonly Transaction[], days: readonly LisbonDay[]) {
  let events = 0;
  for (const merchantId of new Set(transactions.map((each) => each.merchantId))) {
    for (const day of days) {
      const clock = () => Math.max(world.time.nowMs, day.toMs + HORIZON_MS);
      events += (await foldDay(foldOn({ dynamo: world.own, clock }, TABLES))(merchantId, day)).count;
    }
  }
  return events;
}

async function spoilDigest(world: World, merchantId: string, day: LisbonDay): Promise<void> {
  const { days } = foldOn({ dynamo: world.own, clock: () => world.time.nowMs }, TABLES);
  const stored = await days.read(merchantId, day.name);
  if (!stored) throw new Error('the soak has no digest to spoil');
  await days.store(merchantId, day.name, { ...stored, digest: '0'.repeat(64) });
}

async function addToCounter(world: World, { merchantId, day, by }: { merchantId: string; day: string; by: number }) {
  await world.own.send(
    new UpdateItemCommand({
      TableName: TABLES.totals,
      Key: toAttributes({ day, item: merchantId }),
      UpdateExpression: 'ADD #n :n',
      ExpressionAttributeNames: { '#n': 'paid.MBWAY.paid.n' },
      ExpressionAttributeValues: toAttributes({ ':n': by }),
    }),
  );
}

/** Whether it was paid by MB WAY on the day, with one event, delivered at the first attempt. */
function isRight({ status, paymentMethod, settlements, attempts }: Transaction, day: LisbonDay): boolean {
  const [only, ...more] = settlements;
  if (!only || more.length > 0 || attempts.length !== 1 || status !== 'paid' || paymentMethod !== 'MBWAY') return false;
  const { state, done, series } = only.delivery;
  return state === 'delivered' && done === 1 && series === 1 && only.settledAt < day.toMs;
}

/** By time of payment, then by id. */
function inOrderOfPayment(one: Transaction, other: Transaction): [Transaction, Transaction] {
  const isFirst = (one.paidAt ?? 0) - (other.paidAt ?? 0) || (one.transactionId < other.transactionId ? -1 : 1);
  return isFirst < 0 ? [one, other] : [other, one];
}

function daysOf(transactions: readonly Transaction[]): LisbonDay[] {
  const times = transactions.flatMap((each) => [each.createdAt, ...each.settlements.map(({ settledAt }) => settledAt)]);
  const names = [...new Set(times.map(lisbonDayName))].sort();
  return names.flatMap((name) => lisbonDay(name) ?? []);
}

async function transactionsOf(world: World): Promise<Transaction[]> {
  return (await mainItems(world)).map(transactionOf).sort((a, b) => a.createdAt - b.createdAt);
}

async function mainItems(world: World): Promise<Attributes[]> {
  const items: Attributes[] = [];
  let ExclusiveStartKey: Attributes | undefined;
  do {
    const page = await world.own.send(new ScanCommand({ TableName: TABLES.transactions, ExclusiveStartKey }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items.filter(({ item, merchantId }) => item?.S === MAIN_ITEM && merchantId !== undefined);
}

function textOf({ kind, transactionId, merchantId, detail }: Violation): string {
  return `${kind} ${transactionId ?? '-'} ${merchantId ?? '-'}: ${detail}`;
}
