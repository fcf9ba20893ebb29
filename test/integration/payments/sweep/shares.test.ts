import { describe, expect } from 'vitest';
import { newTransactionId } from '../../../../functions/payments/ids.ts';
import { sweep } from '../../../../functions/payments/sweep/sweep.ts';
import type { Transaction } from '../../../../functions/payments/transaction.ts';
import { MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import { ANSWERS } from '../../../rig/banks/bank-script.ts';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { dependencies, rig, sweepTest as test } from '../../../rig/payments.ts';
import { putTransaction, stored } from '../../../rig/stored-payments.ts';
import { attemptWith, failedSettlement } from '../../../rig/transactions.ts';
import { eventually } from '../../../support/eventually.ts';

const DUE_MS = NOW_MS + 10 * MINUTE_MS;
const MANY = 120;

/** Puts items of the kind, all in one shard, due in their order; returns their ids. */
async function put(count: number, dueAt: number, fields: Partial<Transaction>): Promise<string[]> {
  const ids = Array.from({ length: count }, () => `${newTransactionId().slice(0, -1)}a`);
  await Promise.all(
    ids.map((transactionId, number) => putTransaction(rig, { transactionId, dueAt: dueAt + number, ...fields })),
  );
  return ids;
}

/** Pushes whose window is over. */
const questions = (count: number, dueAt: number) =>
  put(count, dueAt, { attempts: [attemptWith()], liveAttempt: 0, paymentMethod: 'MBWAY' });

/** Events that were not relayed. */
const webhooks = (count: number, dueAt: number) =>
  put(count, dueAt, { status: 'failed', settlements: [failedSettlement()] });

/** Starts a sweep with a deadline of one minute. */
function begin(recoverDelivery: (transactionId: string) => Promise<void>) {
  rig.time.nowMs = DUE_MS;
  return sweep({ ...dependencies, recoverDelivery: ({ transactionId }) => recoverDelivery(transactionId) })(
    DUE_MS + MINUTE_MS,
  );
}

describe('invariant 8: behind a hundred others in its shard', () => {
  test('a lost webhook is re-queued in the same sweep, while every inquiry at the bank hangs', async () => {
    await questions(MANY, NOW_MS);
    const [webhook] = await webhooks(1, NOW_MS + MINUTE_MS);
    rig.sibs.script('status', 'silence');
    const requeued: string[] = [];
    const swept = begin(async (transactionId) => void requeued.push(transactionId));
    await eventually(() => requeued.length > 0);
    expect(requeued).toEqual([webhook]);
    // As many as the sweep asks at a time for one shard.
    await eventually(() => rig.sibs.seenAt('status').length === 25);
    // The sweep's deadline passes, and the bank closes the connection.
    rig.time.nowMs = DUE_MS + MINUTE_MS;
    rig.sibs.hangUp();
    expect(await swept).toMatchObject({ scanned: MANY + 1, failed: 0 });
  });

  test('a payment is queried in the same sweep, while every send to the queue hangs', async () => {
    await webhooks(MANY, NOW_MS);
    const [push = ''] = await questions(1, NOW_MS + MINUTE_MS);
    rig.sibs.script('status', ANSWERS.timedOut);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const swept = begin(() => released);
    await eventually(async () => (await stored(rig, push)).status === 'cancelled');
    rig.time.nowMs = DUE_MS + MINUTE_MS;
    release();
    expect(await swept).toMatchObject({ scanned: MANY + 1, failed: 0 });
  });
});
