import { describe, expect } from 'vitest';
import { test as it, rig } from '../../fixtures/simulator/bank.ts';
import {
  actionsOf,
  ask,
  issue,
  make,
  newTransactionId,
  notificationsOf,
  push,
  referencePart,
} from '../../fixtures/simulator/payments.ts';

const seen = (transactionId: string) => rig.control('GET', '/control/payments/{transactionId}', { transactionId });
const decide = (transactionId: string, how: 'approve' | 'reject') =>
  rig.control('POST', `/control/payments/{transactionId}/${how}`, { transactionId });

describe('the control endpoints', () => {
  it('report the bank’s calls for all checkouts of a transaction, and its latest start', async () => {
    const transactionId = newTransactionId();
    expect(await seen(transactionId)).toEqual({ status: 200, body: { pushes: 0, references: 0, status: 'None' } });
    await make(rig, {}, transactionId);
    expect(await seen(transactionId)).toEqual({ status: 200, body: { pushes: 0, references: 0, status: 'None' } });

    await push(rig, await make(rig, {}, transactionId), '910000003');
    expect(await seen(transactionId)).toEqual({ status: 200, body: { pushes: 0, references: 0, status: 'Declined' } });

    rig.time.nowMs += 1000;
    await push(rig, await make(rig, {}, transactionId), '910000002');
    expect(await seen(transactionId)).toEqual({ status: 200, body: { pushes: 1, references: 0, status: 'Pending' } });

    rig.time.nowMs += 240_000;
    expect(await seen(transactionId)).toEqual({ status: 200, body: { pushes: 1, references: 0, status: 'Timeout' } });

    await issue(rig, await make(rig, referencePart(), transactionId));
    expect(await seen(transactionId)).toEqual({ status: 200, body: { pushes: 1, references: 1, status: 'Pending' } });
  });

  it.each(['approve', 'reject'] as const)('%s acts on the live push, once', async (how) => {
    const made = await make(rig);
    await push(rig, made, '910000002');
    const status = how === 'approve' ? 'Success' : 'Declined';
    expect(await decide(made.transactionId, how)).toEqual({
      status: 200,
      body: { ok: true, transactionId: made.transactionId, status },
    });
    expect((await ask(rig, made)).body).toMatchObject({ paymentStatus: status });
    expect(await decide(made.transactionId, 'approve')).toMatchObject({ status: 409 });
    expect(await decide(made.transactionId, 'reject')).toMatchObject({ status: 409 });
    for (const { action } of actionsOf(rig, made)) await rig.act(action);
    expect(notificationsOf(rig, made)).toMatchObject([{ paymentStatus: status }]);
  });

  it('accept one of many concurrent decisions, and notify only that one', async () => {
    const made = await make(rig);
    await push(rig, made, '910000000');
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => decide(made.transactionId, index % 2 ? 'approve' : 'reject')),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    await Promise.all(actionsOf(rig, made).map(({ action }) => rig.act(action)));
    const winner = replies.find(({ status }) => status === 200);
    expect(notificationsOf(rig, made)).toMatchObject([{ paymentStatus: winner?.body.status }]);
  });

  it('report success when the queue’s consumer has already made the same decision', async () => {
    const made = await make(rig);
    await push(rig, made, '910000002');
    const schedule = rig.dependencies.schedule;
    rig.dependencies.schedule = async (action, delayS) => {
      await schedule(action, delayS);
      await rig.act(action);
    };
    expect(await decide(made.transactionId, 'approve')).toMatchObject({ status: 200, body: { status: 'Success' } });
    rig.dependencies.schedule = schedule;
    expect(notificationsOf(rig, made)).toHaveLength(1);
  });

  it('act on the live attempt when an earlier one has ended', async () => {
    const transactionId = newTransactionId();
    const [first, second] = [await make(rig, {}, transactionId), await make(rig, {}, transactionId)];
    await push(rig, first, '910000002');
    await decide(transactionId, 'reject');
    rig.time.nowMs += 1000;
    await push(rig, second, '910000002');
    expect(await decide(transactionId, 'approve')).toMatchObject({ status: 200 });
    expect((await ask(rig, first)).body).toMatchObject({ paymentStatus: 'Declined' });
    expect((await ask(rig, second)).body).toMatchObject({ paymentStatus: 'Success' });
  });

  it('refuse with a reason: unknown id, nothing started, window over, a waiting reference, unknown route', async () => {
    expect(await decide(newTransactionId(), 'approve')).toMatchObject({
      status: 404,
      body: { error: expect.any(String) },
    });
    expect(await decide('tx_1', 'approve')).toMatchObject({ status: 404 });
    expect(await seen('nothing')).toMatchObject({ status: 404 });
    const made = await make(rig);
    expect(await decide(made.transactionId, 'approve')).toMatchObject({ status: 409 });
    await push(rig, made, '910000002');
    rig.time.nowMs += 240_000;
    expect(await decide(made.transactionId, 'approve')).toMatchObject({ status: 409 });
    const waiting = await make(rig, referencePart());
    await issue(rig, waiting);
    expect(await decide(waiting.transactionId, 'approve')).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('/control/references/24000/') },
    });
    expect(await rig.control('GET', '/control/elsewhere', {})).toMatchObject({ status: 404 });
  });
});
