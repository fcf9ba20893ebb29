import { DeleteItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { fromAttributes, toAttributes } from '../../../functions/runtime/attributes.ts';
import { TABLES } from '../../support/created-tables.ts';
import { judgeTransaction } from '../world/oracle.ts';
import type { Model, ModelPayment } from './model.ts';
import type { ModelWorld } from './model-world.ts';
import { fail } from './observe.ts';
import { isHeldUp } from './quiet.ts';

interface ExceptionItem {
  kind: string;
  bankId: string;
  receivedCents: number | null;
  operationId?: string;
}

const NO_LIMIT = { postsPerSeries: Number.POSITIVE_INFINITY, extraPosts: 0 };

/**
 * What must hold when all is quiet: the invariants 3, 4, 5 and 9, and that the status is what the bank has said last.
 * Answers how many exceptions there are.
 */
export async function reckon(model: Model, world: ModelWorld): Promise<number> {
  let count = 0;
  for (const payment of model.payments) {
    const { transactionId, view, shop: index, cents, orderId } = payment;
    const exceptions = await exceptionsOf(world, transactionId);
    count += exceptions.length;
    const uncovered = uncoveredMoney(model, world, payment, exceptions);
    if (uncovered !== undefined) fail(world, `${transactionId}: ${uncovered}`);
    if (isHeldUp(world, payment)) continue;
    if (view.status === 'pending') fail(world, `${transactionId} is pending for ever`);
    const shop = world.shops[index];
    if (!shop) continue;
    const facts = { payment: { amountCents: cents, orderId }, allowance: NO_LIMIT };
    const { problems } = await judgeTransaction(world.own, transactionId, shop.hook, facts);
    if (problems.length > 0) fail(world, problems.join('; '));
    const newest = payment.record.settlements.at(-1)?.delivery.state;
    if (shop.wasAlwaysWell && model.crashes === 0 && newest !== 'delivered')
      fail(world, `${transactionId}: the merchant was well all the time, and the event ended ${newest}`);
  }
  await reckonForeign(model, world);
  for (const { hook } of world.shops) if (hook.problems.length > 0) fail(world, hook.problems.join('; '));
  return count;
}

async function exceptionsOf({ own }: ModelWorld, transactionId: string): Promise<ExceptionItem[]> {
  const { Items = [] } = await own.send(
    new QueryCommand({
      TableName: TABLES.transactions,
      KeyConditionExpression: 'transactionId = :id AND begins_with(#item, :prefix)',
      ExpressionAttributeNames: { '#item': 'item' },
      ExpressionAttributeValues: toAttributes({ ':id': transactionId, ':prefix': 'exception#' }),
      ConsistentRead: true,
    }),
  );
  return Items.map((item) => fromAttributes(item) as unknown as ExceptionItem);
}

/** Invariant 9: each movement of money that a notice told is the payment itself or has an exception of its own. */
function uncoveredMoney(
  model: Model,
  world: ModelWorld,
  { transactionId, record, view }: ModelPayment,
  exceptions: ExceptionItem[],
): string | undefined {
  const atBank = world.bank.of(transactionId);
  const paidBankId = record.attempts[record.paidBy ?? -1]?.bankId;
  // Where the bank was asked before it told, its answer named no movement: one of them is the payment.
  let unnamed = view.status === 'paid' && record.paidOperation === undefined ? 1 : 0;
  const seen = new Set<string>();
  for (const { bankId, movement } of model.reported) {
    const isOurs = atBank.some((payment) => payment.bankId === bankId);
    if (!isOurs || seen.has(movement.operationId)) continue;
    seen.add(movement.operationId);
    if (record.paidOperation === movement.operationId) continue;
    if (exceptions.some((each) => each.operationId === movement.operationId)) continue;
    if (exceptions.some((each) => each.bankId === bankId && each.receivedCents === movement.cents)) continue;
    if (bankId === paidBankId && unnamed > 0) unnamed -= 1;
    else return `${movement.cents} cents of ${movement.operationId} were reported and are nowhere on record`;
  }
  const isTold = model.reported.some(({ bankId, movement }) => {
    return atBank.some((payment) => payment.bankId === bankId && movement.cents >= payment.cents);
  });
  if (isTold && view.status !== 'paid') return `the bank has told of the money, and the status is ${view.status}`;
  return undefined;
}

/** Money that is no payment of ours is kept under the bank's id, or with the transaction it names. */
async function reckonForeign(model: Model, world: ModelWorld): Promise<void> {
  const strangers = model.reported.filter(({ bankId }) => bankId.startsWith('stranger-'));
  for (const { bankId } of strangers) {
    const places = [`foreign_${bankId}`, ...model.payments.map(({ transactionId }) => transactionId)];
    const kept = await Promise.all(places.map((place) => exceptionsOf(world, place)));
    const isKept = kept.flat().some((each) => each.kind === 'unknown-payment' && each.bankId === bankId);
    if (!isKept) fail(world, `foreign money of ${bankId} is nowhere on record`);
  }
}

/** Takes away what would be due in later sequences: payments that are held up, and all of a sequence that failed. */
export async function clearAway(model: Model, { own }: ModelWorld): Promise<void> {
  for (const { transactionId, record } of model.payments) {
    if (record.dueAt === undefined) continue;
    const Key = toAttributes({ transactionId, item: 'main' });
    await own.send(new DeleteItemCommand({ TableName: TABLES.transactions, Key }));
  }
}
