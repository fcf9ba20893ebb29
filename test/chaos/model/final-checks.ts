import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { toAttributes } from '../../../functions/runtime/attributes.ts';
import { TABLES } from '../../support/created-tables.ts';
import { exceptionsAt, readKept } from '../world/kept.ts';
import { judge, judgeRest, moneyProblems, nothingChecked } from '../world/oracle.ts';
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
      const kept = await readKept(world.own, transactionId);
      const problems = kept ? moneyProblems(kept, world.customers.of(transactionId)) : ['the transaction is gone'];
      if (problems.length > 0) fail(world, `${transactionId}: ${problems.join('; ')}`);
      count += kept?.exceptions.length ?? 0;
      continue;
    }
    if (view.status === 'pending') fail(world, `${transactionId} stays pending`);
    const isWell = shop.wasAlwaysWell && world.state.crashes === 0;
    const { lost, wrong, kept, ...verdict } = await judge(world, transactionId, {
      ...{ hook: shop.hook, amountCents, orderId },
      ...(isWell && { ends: (_, isNewest) => (isNewest ? ['delivered'] : ['delivered', 'superseded']) }),
    });
    if (lost.length + wrong.length > 0) fail(world, [...lost, ...wrong].join('; '));
    checked.posts += verdict.checked.posts;
    count += kept?.exceptions.length ?? 0;
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
    const places = [`foreign_${bankId}`, ...payments.map(({ transactionId }) => transactionId)];
    const kept = await Promise.all(places.map((place) => exceptionsAt(world.own, place)));
    const isKept = kept.flat().some((each) => each.kind === 'unknown-payment' && each.bankId === bankId);
    if (!isKept) fail(world, `the unknown payment ${bankId} is not recorded`);
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
