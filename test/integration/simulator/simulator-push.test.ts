import { describe, expect } from 'vitest';
import { HOUR_MS } from '../../../functions/runtime/durations.ts';
import type { Action } from '../../../functions/simulator/notify/actions.ts';
import { test as it, type Reply, rig } from '../../fixtures/simulator/bank.ts';
import {
  actionsOf,
  ask,
  bearer,
  digest,
  issue,
  type Made,
  make,
  notificationsOf,
  push,
} from '../../fixtures/simulator/payments.ts';

/** Runs the next action of the payment at its time. */
async function runNext(made: Parameters<typeof actionsOf>[1]) {
  const [next] = actionsOf(rig, made);
  if (!next) throw new Error('nothing is scheduled');
  rig.time.nowMs += next.delayS * 1000;
  await rig.act(next.action);
}

describe('a push at the simulated bank', () => {
  it('answers a checkout in the form of the bank’s documents', async () => {
    const made = await make(rig);
    expect(made.bankId).toMatch(/^s2[0-9a-z]{18}$/);
    const { body } = await ask(rig, made);
    expect(body).toMatchObject({
      transactionID: made.bankId,
      paymentStatus: 'Pending',
      amount: { value: 5.1, currency: 'EUR' },
      merchant: { terminalId: 58019, merchantTransactionId: made.merchantTransactionId },
      returnStatus: { statusCode: '000', statusMsg: 'Success' },
    });
    expect(body).not.toHaveProperty('paymentMethod');
  });

  it('answers Pending and 000 to a purchase, and reports the method from then on', async () => {
    const made = await make(rig);
    const reply = await push(rig, made, '910000002');
    expect(reply).toMatchObject({
      status: 200,
      body: { paymentStatus: 'Pending', returnStatus: { statusCode: '000' } },
    });
    expect((await ask(rig, made)).body).toMatchObject({ paymentStatus: 'Pending', paymentMethod: 'MBWAY' });
  });

  it('answers an inquiry by merchantTransactionId', async () => {
    const made = await make(rig);
    const query = { merchantTransactionId: made.merchantTransactionId };
    const reply = await rig.inquire({ headers: bearer(), query });
    expect(reply).toMatchObject({ status: 200, body: { transactionID: made.bankId } });
  });

  it.each([
    ['910000000', 2, 'Success', '000'],
    ['912345678', 2, 'Success', '000'],
    ['910000001', 2, 'Declined', 'E0500'],
    ['910000002', 240, 'Timeout', '000'],
    ['910000005', 5, 'Success', '000'],
    ['910000006', 2, 'Declined', 'E0113'],
  ])(
    'phone %s: after %i s the payment is %s with %s, also in its notification',
    async (phone, delayS, status, code) => {
      const made = await make(rig);
      await push(rig, made, phone);
      expect(actionsOf(rig, made)[0]?.delayS).toBe(delayS);
      expect(actionsOf(rig, made).at(-1)).toMatchObject({ delayS: 240, action: { decision: 'window-ended' } });
      await runNext(made);
      expect((await ask(rig, made)).body).toMatchObject({ paymentStatus: status, returnStatus: { statusCode: code } });
      expect(notificationsOf(rig, made)).toEqual([
        {
          returnStatus: { statusCode: code, statusMsg: expect.any(String) },
          paymentStatus: status,
          paymentMethod: 'MBWAY',
          paymentType: 'PURS',
          transactionID: made.bankId,
          transactionDateTime: `${new Date(rig.time.nowMs).toISOString()} `,
          amount: { value: 5.1, currency: 'EUR' },
          merchant: { transactionId: made.merchantTransactionId, terminalId: 58019 },
          token: { tokenType: 'MobilePhone', value: `351#${phone}` },
          internalTransactionId: expect.any(String),
          notificationID: actionsOf(rig, made)[0]?.action.id,
        },
      ]);
    },
  );

  it('declines an unregistered phone immediately with E0506 and sends no push', async () => {
    const made = await make(rig);
    const reply = await push(rig, made, '910000003');
    expect(reply).toMatchObject({
      status: 200,
      body: { paymentStatus: 'Declined', returnStatus: { statusCode: 'E0506' } },
    });
    expect(actionsOf(rig, made)).toEqual([]);
    expect((await ask(rig, made)).body).toMatchObject({
      paymentStatus: 'Declined',
      returnStatus: { statusCode: 'E0506' },
    });
    expect(await push(rig, made, '910000000')).toMatchObject({ status: 409 });
  });

  it('answers 503 for the unavailable phone and does not change the checkout', async () => {
    const made = await make(rig);
    expect(await push(rig, made, '910000004')).toMatchObject({
      status: 503,
      body: { returnStatus: { statusCode: 'T9999' } },
    });
    expect(actionsOf(rig, made)).toEqual([]);
    expect((await ask(rig, made)).body).not.toHaveProperty('paymentMethod');
    expect(await push(rig, made, '910000000')).toMatchObject({ status: 200 });
  });

  it('sends the push of the silent phone and lets the caller wait', async () => {
    const made = await make(rig);
    const before = rig.slept.length;
    await push(rig, made, '910000005');
    expect(rig.slept.slice(before)).toEqual([26_000]);
  });

  it('is a Timeout from the end of the window, before it is recorded', async () => {
    const made = await make(rig);
    await push(rig, made, '910000002');
    rig.time.nowMs += 239_999;
    expect((await ask(rig, made)).body).toMatchObject({ paymentStatus: 'Pending' });
    rig.time.nowMs += 1;
    expect((await ask(rig, made)).body).toMatchObject({ paymentStatus: 'Timeout' });
  });

  it('is not approved by a decision after the window', async () => {
    const made = await make(rig);
    await push(rig, made, '910000000');
    rig.time.nowMs += 240_000;
    for (const { action } of actionsOf(rig, made)) await rig.act(action);
    expect(notificationsOf(rig, made)).toMatchObject([{ paymentStatus: 'Timeout' }]);
  });

  it('ends once: the end of the window changes nothing after an approval and is not notified', async () => {
    const made = await make(rig);
    await push(rig, made, '910000000');
    for (const { action } of actionsOf(rig, made)) await rig.act(action);
    expect((await ask(rig, made)).body).toMatchObject({ paymentStatus: 'Success' });
    expect(notificationsOf(rig, made)).toHaveLength(1);
  });

  it('starts one payment for many parallel purchases', async () => {
    const made = await make(rig, { paymentMethod: ['MBWAY', 'REFERENCE'], ...reference() });
    const replies = await Promise.all([
      ...Array.from({ length: 8 }, () => push(rig, made, '910000002')),
      ...Array.from({ length: 8 }, () => issue(rig, made)),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(15);
  });

  it('is not sent when the customer’s decision cannot be scheduled', async () => {
    const made = await make(rig);
    const { schedule } = rig.dependencies;
    rig.dependencies.schedule = () => Promise.reject(new Error('queue away'));
    expect(await push(rig, made, '910000000')).toMatchObject({ status: 500 });
    rig.dependencies.schedule = schedule;
    expect((await ask(rig, made)).body).not.toHaveProperty('paymentMethod');
    expect(await push(rig, made, '910000000')).toMatchObject({ status: 200 });
  });

  it('is decided by its own customer, not by that of a second push', async () => {
    const made = await make(rig);
    const { schedule } = rig.dependencies;
    // The other push overtakes this one, which has scheduled what its customer does and is not out yet.
    let overtaking: Promise<Reply> | undefined;
    rig.dependencies.schedule = async (action, delayS) => {
      rig.dependencies.schedule = schedule;
      overtaking ??= push(rig, made, '910000001');
      await overtaking;
      await schedule(action, delayS);
    };
    expect(await push(rig, made, '910000000')).toMatchObject({ status: 409 });
    expect(await overtaking).toMatchObject({ status: 200 });
    rig.time.nowMs += 2_000;
    const due = actionsOf(rig, made).filter(({ delayS }) => delayS === 2);
    const approves = (action: Action) => action.kind === 'settle' && action.decision === 'approved';
    // The approval first, which would win.
    due.sort((a, b) => Number(approves(b.action)) - Number(approves(a.action)));
    for (const { action } of due) await rig.act(action);
    expect(due).toHaveLength(2);
    expect((await ask(rig, made)).body).toMatchObject({ paymentStatus: 'Declined' });
    expect(notificationsOf(rig, made)).toHaveLength(1);
  });

  function reference() {
    const amount = { value: 5.1, currency: 'EUR' };
    const [from, to] = [0, HOUR_MS].map((offsetMs) => new Date(rig.time.nowMs + offsetMs).toISOString());
    return {
      paymentReference: {
        initialDatetime: from,
        finalDatetime: to,
        minAmount: amount,
        maxAmount: amount,
        entity: '24000',
      },
    };
  }
});

const queuedNotifications = (made: Made) => actionsOf(rig, made).filter(({ action }) => action.kind === 'tell');

describe('a notification', () => {
  const acknowledged = (statusCode: string) => (id: unknown) => ({
    status: 200,
    body: JSON.stringify({ statusCode, statusMsg: 'Success', notificationID: id }),
  });

  it.each(['000', '200'])('is acknowledged by HTTP 200 with code %s and its id', async (code) => {
    rig.receiver.state.acknowledge = acknowledged(code);
    const made = await make(rig);
    await push(rig, made, '910000000');
    await expect(runNext(made)).resolves.toBeUndefined();
  });

  it.each<[string, (id: unknown) => { status: number; body: string }]>([
    ['another status', (id) => ({ ...acknowledged('000')(id), status: 201 })],
    ['an error', () => ({ status: 502, body: '{"error":"x"}' })],
    ['another code', acknowledged('E0501')],
    ['another notification’s id', () => acknowledged('000')('b4bd4b1e-5f2f-4a8e-8bb5-1f0a6a2f5b11')],
    ['an empty body', () => ({ status: 200, body: '' })],
  ])('is retried with the same id when it was answered by %s', async (_what, answer) => {
    const made = await make(rig);
    await push(rig, made, '910000000');
    rig.receiver.state.acknowledge = answer;
    await runNext(made);
    const again = queuedNotifications(made).at(-1);
    expect(again).toMatchObject({ delayS: 300, action: { failures: 1 } });
    rig.receiver.state.acknowledge = acknowledged('000');
    if (again) await rig.act(again.action);
    const [first, second, ...more] = notificationsOf(rig, made);
    expect(second).toEqual(first);
    expect(more).toEqual([]);
    expect(queuedNotifications(made)).toHaveLength(1);
  });

  it('is encrypted again each time, as text, and is sent to its account’s address', async () => {
    const made = await make(rig);
    await push(rig, made, '910000000');
    await runNext(made);
    await runNext(made);
    const [first, second] = rig.receiver.received.slice(-2);
    expect(first?.path).toBe('/api/bank/sandbox/notifications');
    expect(first?.headers['content-type']).toBe('text/plain');
    expect(first?.headers['x-initialization-vector']).not.toBe(second?.headers['x-initialization-vector']);
  });

  it('verifies a signature only for its own transaction', async () => {
    const [one, two] = [await make(rig), await make(rig)];
    const reply = await rig.purchase({
      headers: digest(one.signature),
      pathParameters: { transactionId: two.bankId },
      rawBody: '{"customerPhone":"351#910000000"}',
    });
    expect(reply.status).toBe(401);
  });
});
