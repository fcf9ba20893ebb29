import { describe, expect } from 'vitest';
import { payPush, recorded } from '../../../rig/banks/scripted-ifthenpay.ts';
import { json, NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { begunOn, poll, sweep } from '../../../rig/payment-starts.ts';
import { calls, dependencies, rig, test } from '../../../rig/payments.ts';
import { stored } from '../../../rig/stored-payments.ts';

async function livePush(): Promise<string> {
  const transactionId = await begunOn();
  await calls.mbway(transactionId);
  return transactionId;
}

/** Runs the waiting polls at their times until none is left or the push is decided; returns the times in seconds. */
async function runPolls(): Promise<number[]> {
  const at: number[] = [];
  for (let next = dependencies.polls.shift(); next; next = dependencies.polls.shift()) {
    rig.time.nowMs += next.delayS * 1_000;
    at.push((rig.time.nowMs - NOW_MS) / 1_000);
    await poll(next.message);
  }
  return at;
}

describe('the polls of a live push', () => {
  test('continue until the sweep queries, and change nothing while the customer has not decided', async () => {
    const transactionId = await livePush();
    expect(await runPolls()).toEqual([5, 20, 50, 80, 110, 140, 170, 200, 230, 260, 290]);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending' });
    expect(rig.provider.seenAt('status')).toHaveLength(11);
  });

  test.each([
    ['a rejection', recorded('status-rejected'), 'failed'],
    ['a refusal by the bank', recorded('status-rejected', { Status: '122' }), 'failed'],
    ['the end of the window', recorded('status-rejected', { Status: '101' }), 'cancelled'],
    ['a payment whose callback is still under way', recorded('status-paid'), 'paid'],
  ])('find %s within seconds, then end', async (_, reply, status) => {
    const transactionId = await livePush();
    payPush(rig.provider);
    rig.provider.script('status', reply);
    expect(await runPolls()).toEqual([5]);
    expect(await stored(rig, transactionId)).toMatchObject({ status });
  });

  test('continue when the bank is unavailable or the inquiry fails', async () => {
    const transactionId = await livePush();
    rig.provider.script('status', json({}, 503));
    await poll({ transactionId, index: 0, done: 0 });
    // Later than the cache of the bank account opened before.
    rig.time.nowMs += 61_000;
    rig.secrets['ifthenpay-1'] = { broken: true };
    await expect(poll({ transactionId, index: 0, done: 1 })).rejects.toThrow('malformed in its secret');
    expect(dependencies.polls.map(({ message, delayS }) => [message.done, delayS])).toEqual([
      [0, 5],
      [1, 15],
    ]);
  });

  test('end without an inquiry once the push is settled', async () => {
    const transactionId = await livePush();
    payPush(rig.provider);
    await poll({ transactionId, index: 0, done: 0 });
    rig.provider.seen.length = 0;
    dependencies.polls.length = 0;
    await poll({ transactionId, index: 0, done: 1 });
    await poll({ transactionId: 'tx_000000000000000000000000', index: 0, done: 1 });
    expect([rig.provider.seen, dependencies.polls]).toEqual([[], []]);
  });

  test('received twice settle once', async () => {
    const transactionId = await livePush();
    rig.provider.script('status', recorded('status-rejected'));
    const message = { transactionId, index: 0, done: 0 };
    await Promise.all([poll(message), poll(message)]);
    await poll(message);
    expect((await stored(rig, transactionId)).settlements).toHaveLength(1);
  });

  test('if lost leave the push to the sweep', async () => {
    const transactionId = await livePush();
    dependencies.polls.length = 0;
    rig.provider.script('status', recorded('status-rejected'));
    rig.time.nowMs = NOW_MS + 5 * 60_000 + 1;
    await sweep();
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'failed' });
  });

  test('are not started for SIBS, which notifies every end', async () => {
    const transactionId = await begunOn('sibs-1');
    expect((await calls.mbway(transactionId)).statusCode).toBe(200);
    expect(dependencies.polls).toEqual([]);
  });
});
