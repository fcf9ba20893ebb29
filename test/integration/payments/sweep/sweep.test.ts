import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import { EXCEPTION_LINE } from '../../../../functions/payments/exceptions/exception.ts';
import { newTransactionId } from '../../../../functions/payments/ids.ts';
import { sweep } from '../../../../functions/payments/sweep/sweep.ts';
import { shardOf } from '../../../../functions/payments/tables.ts';
import { toAttributes } from '../../../../functions/runtime/attributes.ts';
import { DAY_MS, MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import { ANSWERS, startsSeen } from '../../../rig/banks/bank-script.ts';
import { NOW_MS } from '../../../rig/banks/scripted-sibs.ts';
import { notify } from '../../../rig/payment-calls.ts';
import { calls, dependencies, type RigDependencies, rig, sweepTest as test } from '../../../rig/payments.ts';
import { exceptionsOf, putTransaction, stored } from '../../../rig/stored-payments.ts';
import { TABLES } from '../../../rig/tables.ts';
import { attemptWith } from '../../../rig/transactions.ts';

/** Sweeps at a time; returns the counts and the re-queued events. */
async function sweepAt(afterMs: number, changes: Partial<RigDependencies> = {}) {
  rig.time.nowMs = NOW_MS + afterMs;
  const requeued: string[] = [];
  const run = sweep({
    ...dependencies,
    ...changes,
    recoverDelivery: async ({ transactionId }) => void requeued.push(transactionId),
  });
  return { ...(await run(rig.time.nowMs + MINUTE_MS)), requeued };
}

async function pushed(): Promise<string> {
  const { transactionId } = await putTransaction(rig);
  await calls.mbway(transactionId);
  return transactionId;
}

describe('D10: a push whose notification is lost', () => {
  test.each([
    ['expired', ANSWERS.timedOut, 'cancelled'],
    ['declined', ANSWERS.declined, 'failed'],
    ['paid', ANSWERS.paid(10), 'paid'],
  ])('is then queried: %s, which settles it', async (_, answer, status) => {
    const transactionId = await pushed();
    rig.sibs.script('status', answer);
    await sweepAt(5 * MINUTE_MS);
    const transaction = await stored(rig, transactionId);
    expect([transaction.status, transaction.settlements.length]).toEqual([status, 1]);
  });
});

describe('D10: a bank that is undecided five days after the end', () => {
  const WINDOW_MS = 4 * MINUTE_MS;
  const kindsOf = async (transactionId: string) => (await exceptionsOf(rig, transactionId)).map(({ kind }) => kind);

  test('leads to an exception, recorded and logged once, and to an inquiry a day; nothing is cancelled', async () => {
    const transactionId = await pushed();
    rig.sibs.script('status', ANSWERS.waiting);
    await sweepAt(5 * DAY_MS + WINDOW_MS - 1);
    expect(await kindsOf(transactionId)).toEqual([]);
    for (let day = 6; day < 9; day += 1) await sweepAt(day * DAY_MS);
    expect(await exceptionsOf(rig, transactionId)).toMatchObject([
      {
        kind: 'bank-undecided',
        state: 'open',
        bankId: (await stored(rig, transactionId)).attempts[0]?.bankId,
        expectedCents: 1_000,
        receivedCents: null,
        openedAt: NOW_MS + 6 * DAY_MS,
      },
    ]);
    expect(await stored(rig, transactionId)).toMatchObject({
      status: 'pending',
      liveAttempt: 0,
      dueAt: NOW_MS + 9 * DAY_MS,
    });
    expect(dependencies.lines.filter(({ message }) => message === EXCEPTION_LINE)).toHaveLength(1);
    expect(rig.sibs.seenAt('status')).toHaveLength(4);
  });

  test('leads to none while the bank reports a part: it did answer, and its own exception is the record', async () => {
    const transactionId = await pushed();
    rig.sibs.script('status', ANSWERS.paid(9));
    for (const day of [1, 6, 7, 40]) await sweepAt(day * DAY_MS);
    expect(await kindsOf(transactionId)).toEqual(['underpaid']);
    expect(await stored(rig, transactionId)).toMatchObject({ status: 'pending', dueAt: NOW_MS + 41 * DAY_MS });
  });

  test('leads to one for a reference, whose end is days later', async () => {
    const { transactionId } = await putTransaction(rig);
    await calls.multibanco(transactionId);
    rig.sibs.script('status', ANSWERS.waitingReference);
    const endsAt = (await stored(rig, transactionId)).mb?.expiresAt ?? 0;
    await sweepAt(endsAt - NOW_MS + 5 * DAY_MS - 1);
    expect(await kindsOf(transactionId)).toEqual([]);
    await sweepAt(endsAt - NOW_MS + 6 * DAY_MS);
    expect(await kindsOf(transactionId)).toEqual(['bank-undecided']);
  });

  test.each([
    ['paid', ANSWERS.paid(10), 'paid'],
    ['timed out', ANSWERS.timedOut, 'cancelled'],
  ])('settles once the bank reports %s; the exception stays open for a person', async (_, answer, status) => {
    const transactionId = await pushed();
    rig.sibs.script('status', ANSWERS.waiting);
    await sweepAt(6 * DAY_MS);
    rig.sibs.script('status', answer);
    await sweepAt(7 * DAY_MS);
    expect((await stored(rig, transactionId)).status).toBe(status);
    expect(await kindsOf(transactionId)).toEqual(['bank-undecided']);
  });

  test('leads to none where a notification settled the payment during the inquiry', async () => {
    const transactionId = await pushed();
    const transaction = await stored(rig, transactionId);
    const account = dependencies.bankAccounts;
    await sweepAt(6 * DAY_MS, {
      bankAccounts: {
        ...account,
        bank: async (name) => {
          await notify(dependencies, transaction);
          return account.bank(name);
        },
      },
    });
    expect(await kindsOf(transactionId)).toEqual([]);
  });
});

describe('D8: a start without a recorded outcome', () => {
  const starting = (startedAt: number) =>
    putTransaction(rig, {
      attempts: [attemptWith({ state: 'starting', startedAt, endsAt: startedAt + 4 * MINUTE_MS })],
      liveAttempt: 0,
      paymentMethod: 'MBWAY',
    });

  test('is freed when the bank reports that nothing was started, and is due again after 30 days', async () => {
    const { transactionId } = await starting(NOW_MS);
    rig.sibs.script('status', ANSWERS.notStarted);
    await sweepAt(5 * MINUTE_MS);
    const transaction = await stored(rig, transactionId);
    const dueAt = transaction.createdAt + 30 * DAY_MS;
    expect(transaction).toMatchObject({ status: 'pending', paymentMethod: null, dueAt });
    expect(transaction.liveAttempt).toBeUndefined();
    expect(transaction.attempts[0]).not.toHaveProperty('phoneHash');
  });

  test('becomes live when the bank reports the push', async () => {
    const { transactionId } = await starting(NOW_MS + MINUTE_MS);
    rig.sibs.script('status', ANSWERS.waiting);
    await sweepAt(5 * MINUTE_MS);
    expect((await stored(rig, transactionId)).attempts[0]?.state).toBe('live');
  });

  test('of a reference has its mb as soon as the bank gives it, and is due after its end', async () => {
    const attempt = attemptWith({ method: 'REFERENCE', state: 'starting', endsAt: NOW_MS + 3 * DAY_MS });
    const { transactionId } = await putTransaction(rig, { attempts: [attempt], liveAttempt: 0 });
    rig.sibs.script('status', ANSWERS.waitingForAReferenceItDoesNotName);
    await sweepAt(5 * MINUTE_MS);
    expect((await stored(rig, transactionId)).attempts[0]?.state).toBe('starting');
    rig.sibs.script('status', ANSWERS.waitingReference);
    await sweepAt(10 * MINUTE_MS);
    const endsAt = Date.parse('2026-02-15T23:59:59.000Z');
    expect(await stored(rig, transactionId)).toMatchObject({
      mb: { reference: '123456789', expiresAt: endsAt },
      dueAt: endsAt + 15 * MINUTE_MS,
    });
    expect(startsSeen(rig.sibs).references).toBe(0);
  });
});

describe('D10: a transaction without a start', () => {
  test('is cancelled after 30 days and its event is due to be delivered', async () => {
    const { transactionId } = await putTransaction(rig, { createdAt: NOW_MS });
    await sweepAt(6 * MINUTE_MS);
    expect((await stored(rig, transactionId)).dueAt).toBe(NOW_MS + 30 * DAY_MS);
    await sweepAt(30 * DAY_MS - 1);
    expect((await stored(rig, transactionId)).status).toBe('pending');
    await sweepAt(30 * DAY_MS);
    const { status, settlements, paymentMethod, dueAt } = await stored(rig, transactionId);
    expect([status, paymentMethod]).toEqual(['cancelled', null]);
    expect(settlements).toMatchObject([{ status: 'cancelled', paymentMethod: null, paidAt: null }]);
    expect(dueAt).toBeLessThanOrEqual(NOW_MS + 30 * DAY_MS + 5 * MINUTE_MS);
    expect(rig.sibs.seen).toEqual([]);
  });
});

describe('invariant 3: when one transaction fails', () => {
  /** An item that does not match the schema, due before all others. */
  async function putBroken(shard: number): Promise<void> {
    const Item = toAttributes({ transactionId: newTransactionId(), item: 'main', shard, dueAt: 1, status: 'nonsense' });
    await rig.client.send(new PutItemCommand({ TableName: TABLES.transactions, Item }));
  }

  test('the others are processed, even behind a complete page of failing ones in their shard', async () => {
    const good = await pushed();
    rig.sibs.script('status', ANSWERS.timedOut);
    await Promise.all(Array.from({ length: 60 }, () => putBroken(shardOf(good))));
    const { failed } = await sweepAt(5 * MINUTE_MS);
    expect(failed).toBe(60);
    expect((await stored(rig, good)).status).toBe('cancelled');
    const errors = dependencies.lines.filter(({ level }) => level === 'error');
    expect(errors).toHaveLength(60);
    expect((await sweepAt(6 * MINUTE_MS)).failed).toBe(60);
  });

  test('the age of the oldest due entry is logged, also of what fails', async () => {
    const transactionId = await pushed();
    const { dueAt = 0 } = await stored(rig, transactionId);
    expect(await sweepAt(dueAt - NOW_MS - 1)).toMatchObject({ oldestDueSeconds: 0, oldestAttemptSeconds: 0 });
    rig.sibs.script('status', { status: 503, body: 'no' });
    expect(await sweepAt(dueAt - NOW_MS + 5_000)).toMatchObject({ oldestDueSeconds: 5, oldestAttemptSeconds: 0 });
  });

  test('nothing is started after the deadline', async () => {
    await pushed();
    rig.time.nowMs = NOW_MS + 5 * MINUTE_MS;
    const counts = await sweep(dependencies)(rig.time.nowMs);
    expect(counts).toMatchObject({ scanned: 0, failed: 0, left: 0 });
  });
});

describe('invariant 3: a change between the sweep’s read and its write', () => {
  /** The table, where `meanwhile` runs immediately after the sweep's read. */
  const racing = (transactionId: string, meanwhile: () => Promise<unknown>): Partial<RigDependencies> => ({
    transactions: {
      ...dependencies.transactions,
      read: async (id, consistent) => {
        const transaction = await dependencies.transactions.read(id, consistent);
        if (id === transactionId) await meanwhile();
        return transaction;
      },
    },
  });

  test('a push started meanwhile is queried after its window, not after 30 days', async () => {
    const { transactionId } = await putTransaction(rig);
    await sweepAt(
      5 * MINUTE_MS,
      racing(transactionId, () => calls.mbway(transactionId)),
    );
    expect((await stored(rig, transactionId)).dueAt).toBeLessThanOrEqual(NOW_MS + 10 * MINUTE_MS);
    rig.sibs.script('status', ANSWERS.timedOut);
    await sweepAt(5 * MINUTE_MS);
    await sweepAt(10 * MINUTE_MS);
    expect((await stored(rig, transactionId)).status).toBe('cancelled');
  });

  test('a late payment that settles meanwhile stays due, although the sweep found everything delivered', async () => {
    const transactionId = await pushed();
    const transaction = await stored(rig, transactionId);
    await notify(dependencies, transaction, { status: 'Timeout' });
    const [settlement] = (await stored(rig, transactionId)).settlements;
    if (!settlement) throw new Error('not settled');
    const { transactionId: id } = await putTransaction(rig, {
      ...(await stored(rig, transactionId)),
      transactionId: newTransactionId(),
      settlements: [{ ...settlement, delivery: { ...settlement.delivery, state: 'skipped' } }],
      dueAt: NOW_MS + MINUTE_MS,
    });
    await sweepAt(
      5 * MINUTE_MS,
      racing(id, () => notify(dependencies, { ...transaction, transactionId: id })),
    );
    const late = await stored(rig, id);
    expect([late.status, late.settlements.length]).toEqual(['paid', 2]);
    expect(late.dueAt).toBeDefined();
  });
});
