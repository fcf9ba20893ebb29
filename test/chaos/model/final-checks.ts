import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { TABLES } from '../../support/created-tables.ts';
import { judge, judgeRest, moneyProblems, nothingChecked } from '../world/oracle.ts';
import { exceptionsAt, readStored } from '../world/stored.ts';
import type { Model } from './model.ts';
import type { ModelWorld } from './model-world.ts';
import { fail } from './observe.ts';
import { isUnderpaid } from './quiet.ts';

/** Checks every payment by the oracle when nothing is due. Returns the number of exceptions. */
export async function checkFinal(model: Model, world: ModelWorld): Promise<number> {
  const checked = nothingChecked();
  let count = 0;
  for (const payment of model.payments) {
    const { transactionId, view, shop: index, cents: amountCents, orderId } = payment;
    const shop = world.shops[index];
    if (!shop) continue;
    if (isUnderpaid(world, payment)) {
      const stored = await readStored(world.own, transactionId);
      const problems = stored ? moneyProblems(stored, world.customers.of(transactionId)) : ['the transaction is gone'];
      if (problems.length > 0) fail(world, `${transactionId}: ${problems.join('; ')}`);
      count += stored?.exceptions.length ?? 0;
      continue;
    }
    if (view.status === 'pending') fail(world, `${transactionId} stays pending`);
    const isWell = shop.wasAlwaysWell && world.state.crashes === 0;
    const { lost, wrong, stored, ...verdict } = await judge(world, transactionId, {
      ...{ hook: shop.hook, amountCents, orderId },
      ...(isWell && { ends: (_, isNewest) => (isNewest ? ['delivered'] : ['delivered', 'superseded']) }),
    });
    if (lost.length + wrong.length > 0) fail(world, [...lost, ...wrong].join('; '));
    checked.posts += verdict.checked.posts;
    count += stored?.exceptions.length ?? 0;
  }
  const rest = await judgeRest(
    world,
    world.shops.map(({ hook }) => hook),
    checked,
  );
  if (rest.length > 0) fail(world, rest.join('; '));
  await checkForeign(model, world);
  return count;
}

/** Money of unknown payments is recorded under the bank's id, or with the transaction it names. */
async function checkForeign({ strangers, payments }: Model, world: ModelWorld): Promise<void> {
  for (const bankId of strangers) {
    const partitions = [`foreign_${bankId}`, ...payments.map(({ transactionId }) => transactionId)];
    const stored = await Promise.all(partitions.map((partition) => exceptionsAt(world.own, partition)));
    const isRecorded = stored.flat().some((each) => each.kind === 'unknown-payment' && each.bankId === bankId);
    if (!isRecorded) fail(world, `the unknown payment ${bankId} is not recorded`);
  }
}

/** Deletes what would be due in later sequences: underpaid payments, and everything of a failed sequence. */
export async function removeDue(model: Model, { own }: ModelWorld): Promise<void> {
  for (const { transactionId, record } of model.payments) {
    if (record.dueAt === undefined) continue;
    const Key = toAttributes({ transactionId, item: 'main' });
    await own.send(new DeleteItemCommand({ TableName: TABLES.transactions, Key }));
  }
}
