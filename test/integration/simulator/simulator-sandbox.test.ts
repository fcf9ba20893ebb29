import { beforeEach, describe, expect } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../functions/runtime/durations.ts';
import { CONTROL_ENDPOINTS } from '../../../functions/simulator/control/control-endpoints.ts';
import { nextTryMs } from '../../../functions/simulator/notify/notification-schedule.ts';
import { ROUTES } from '../../../functions/simulator/routes.ts';
import { test as it, rig, SANDBOX } from '../../fixtures/simulator/bank.ts';
import {
  ask,
  bearer,
  checkoutBody,
  issue,
  type Made,
  make,
  newTransactionId,
  notificationsOf,
  push,
  referencePart,
} from '../../fixtures/simulator/payments.ts';

beforeEach(() => {
  rig.scheduled.length = 0;
});

const onPayment = ({ transactionId }: Pick<Made, 'transactionId'>, name: string, body?: unknown) =>
  rig.control('POST', `/control/payments/{transactionId}/${name}`, { transactionId }, body);
const onReference = (reference: string, name: string, body?: unknown) =>
  rig.control('POST', `/control/references/{entity}/{reference}/${name}`, { entity: '24000', reference }, body);
const trouble = (body: unknown) => rig.control('POST', '/control/trouble', {}, body);

/** Runs and removes the scheduled actions of one payment. */
async function runAll(made: Made): Promise<void> {
  const due = rig.scheduled.splice(0).filter(({ action }) => action.bankId === made.bankId);
  for (const { action } of due.sort((left, right) => left.delayS - right.delayS)) await rig.act(action);
}

async function approved(): Promise<Made> {
  const made = await make(rig);
  await push(rig, made, '910000002');
  rig.scheduled.length = 0;
  await onPayment(made, 'approve');
  await runAll(made);
  return made;
}

async function issued(): Promise<Made & { reference: string }> {
  const made = await make(rig, referencePart());
  const { body } = await issue(rig, made);
  rig.scheduled.length = 0;
  return { ...made, reference: (body.paymentReference as { reference: string }).reference };
}

const all = (made: Made) =>
  rig.receiver.received
    .map(({ notification }) => notification)
    .filter(({ merchant }) => (merchant as { transactionId?: string })?.transactionId === made.merchantTransactionId);

describe('the actions on a payment', () => {
  it('duplicate: the same notification twice, under one id', async () => {
    const made = await approved();
    await onPayment(made, 'duplicate');
    await runAll(made);
    const [first, second, third] = notificationsOf(rig, made);
    expect(second).toEqual(third);
    expect({ ...second, notificationID: first?.notificationID }).toEqual(first);
  });

  it('reorder: Pending after Success', async () => {
    const made = await approved();
    expect(await onPayment(made, 'reorder')).toMatchObject({ status: 200, body: { status: 'Success' } });
    await runAll(made);
    expect(notificationsOf(rig, made).map(({ paymentStatus }) => paymentStatus)).toEqual(['Success', 'Pending']);
  });

  it('forge: Success with an invalid tag for an unpaid payment, sent once', async () => {
    const made = await make(rig);
    await push(rig, made, '910000002');
    rig.scheduled.length = 0;
    await onPayment(made, 'forge');
    const before = rig.receiver.state.forged;
    await runAll(made);
    expect(rig.receiver.state.forged).toBe(before + 1);
    expect(notificationsOf(rig, made)).toEqual([]);
    expect(rig.scheduled).toEqual([]);
    expect((await ask(rig, made)).body.paymentStatus).toBe('Pending');
  });

  it('approve-late: money after the window or a refusal, not before the end and not twice', async () => {
    for (const refuse of [true, false]) {
      const made = await make(rig);
      await push(rig, made, '910000002');
      expect(await onPayment(made, 'approve-late')).toMatchObject({ status: 409 });
      if (refuse) await onPayment(made, 'reject');
      else rig.time.nowMs += 240_000;
      rig.scheduled.length = 0;
      expect(await onPayment(made, 'approve-late')).toMatchObject({ status: 200, body: { status: 'Success' } });
      await runAll(made);
      expect(notificationsOf(rig, made).at(-1)).toMatchObject({ paymentStatus: 'Success' });
      expect(await onPayment(made, 'approve-late')).toMatchObject({ status: 409 });
    }
  });

  it('approve-late: not after a partial payment, which would be reported as the complete one', async () => {
    const made = await make(rig);
    await push(rig, made, '910000017');
    await runAll(made);
    expect((await ask(rig, made)).body.paymentStatus).toBe('Partial');
    expect(await onPayment(made, 'approve-late')).toMatchObject({ status: 409 });
  });

  it('refund and annul: Success of another type under another id, each refund a separate movement', async () => {
    const made = await approved();
    await onPayment(made, 'refund', { amount: 1 });
    await onPayment(made, 'refund', { amount: 2 });
    await onPayment(made, 'annul');
    await runAll(made);
    const [paid, ...back] = all(made);
    expect(back).toMatchObject([
      { paymentType: 'RFND', amount: { value: 1 } },
      { paymentType: 'RFND', amount: { value: 2 } },
      { paymentType: 'CANC', amount: { value: 5.1 } },
    ]);
    expect(back.map(({ transactionID }) => transactionID)).not.toContain(paid?.transactionID);
    expect(new Set(back.map(({ internalTransactionId }) => internalTransactionId)).size).toBe(3);
    expect(await onPayment(made, 'refund', { amount: 0 })).toMatchObject({ status: 400 });
  });

  it('pay-again: only after a payment, with its own amount', async () => {
    const made = await issued();
    expect(await onReference(made.reference, 'pay-again')).toMatchObject({ status: 409 });
    await onReference(made.reference, 'pay');
    expect(await onReference(made.reference, 'pay-again', { amount: 4 })).toMatchObject({
      status: 200,
      body: { amount: 4 },
    });
    await runAll(made);
    const [first, second] = notificationsOf(rig, made);
    expect([first?.amount, second?.amount]).toMatchObject([{ value: 5.1 }, { value: 4 }]);
    expect(second?.internalTransactionId).not.toBe(first?.internalTransactionId);
  });

  it('an action is refused where it does not apply', async () => {
    const nothing = { transactionId: newTransactionId() };
    for (const name of ['approve-late', 'duplicate', 'reorder', 'forge', 'refund', 'annul']) {
      expect(await onPayment(nothing, name)).toMatchObject({ status: 404, body: { error: expect.any(String) } });
      expect(await onPayment(await make(rig), name)).toMatchObject({ status: 409 });
    }
    expect(await onReference('000000000', 'pay-again')).toMatchObject({ status: 404 });
    const unpaid = await make(rig);
    await push(rig, unpaid, '910000002');
    expect(await onPayment(unpaid, 'refund')).toMatchObject({ status: 409 });
  });
});

describe('troubles of the bank', () => {
  const register = () => rig.checkout({ headers: bearer(), rawBody: JSON.stringify(checkoutBody()) });

  it.each([
    ['unavailable', 503],
    ['too-many', 429],
    ['unauthorized', 401],
    ['html', 502],
    ['business-error', 200],
  ])('%s: every call is answered %i for the requested seconds, without an effect', async (kind, status) => {
    const made = await make(rig);
    expect(await trouble({ trouble: kind, seconds: 30 })).toMatchObject({ status: 200, body: { trouble: kind } });
    expect(await push(rig, made, '910000002')).toMatchObject({ status });
    expect(await ask(rig, made)).toMatchObject({ status });
    expect(await register()).toMatchObject({ status });
    rig.time.nowMs += 30_000;
    expect((await ask(rig, made)).body).not.toHaveProperty('paymentMethod');
    expect((await rig.control('GET', '/control/trouble', {})).body).toEqual({ trouble: 'none' });
  });

  it('lost-answer, for one call: it has its effect, its answer takes 26 s, and the next call is normal', async () => {
    const made = await make(rig);
    const before = rig.slept.length;
    await trouble({ trouble: 'lost-answer', calls: 1 });
    await push(rig, made, '910000002');
    expect(rig.slept.slice(before)).toEqual([26_000]);
    expect(await ask(rig, made)).toMatchObject({ status: 200, body: { paymentMethod: 'MBWAY' } });
    expect(rig.slept.slice(before)).toEqual([26_000]);
  });

  it('late-html: a page of HTML, although the call has its effect', async () => {
    const made = await make(rig);
    await trouble({ trouble: 'late-html', calls: 1 });
    expect(await push(rig, made, '910000002')).toMatchObject({
      status: 502,
      body: { html: expect.stringMatching(/^<html/) },
    });
    expect(await ask(rig, made)).toMatchObject({ body: { paymentMethod: 'MBWAY' } });
  });

  it('end on request, and unknown troubles are refused', async () => {
    await trouble({ trouble: 'unavailable', seconds: 3_600 });
    expect(await trouble({ trouble: 'none' })).toMatchObject({ status: 200, body: { trouble: 'none' } });
    expect(await register()).toMatchObject({ status: 200 });
    for (const body of [{}, { trouble: 'fire' }, { trouble: 'html', seconds: 0 }, { trouble: 'html', calls: 1.5 }]) {
      expect(await trouble(body)).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('lost-answer') },
      });
    }
  });
});

describe('the page and its list', () => {
  it('is one document, in English, with a caption, labels and a live region', async () => {
    const { body } = await rig.control('GET', '/control', {});
    const html = String(body.html);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    for (const part of ['<caption', 'scope="col"', 'role="status"', '<label>', '<title>']) expect(html).toContain(part);
    // The page loads nothing else.
    expect(html).not.toMatch(/(src|href)=/);
  });

  it('lists started payments, newest first, without secrets', async () => {
    rig.time.nowMs += DAY_MS;
    const first = await approved();
    rig.time.nowMs += 1_000;
    const second = await make(rig, referencePart({ finalDatetime: new Date(rig.time.nowMs + DAY_MS).toISOString() }));
    await issue(rig, second);
    await make(rig);
    const { body } = await rig.control('GET', '/control/payments', {});
    const payments = body.payments as Record<string, unknown>[];
    expect(payments.slice(0, 2)).toMatchObject([
      { transactionId: second.transactionId, method: 'REFERENCE', entity: '24000', status: 'Pending', amount: 5.1 },
      { transactionId: first.transactionId, method: 'MBWAY', status: 'Success' },
    ]);
    const text = JSON.stringify(body);
    for (const secret of ['910000002', first.signature, SANDBOX.token, SANDBOX.clientId])
      expect(text).not.toContain(secret);
  });

  it('has every control endpoint as a route', async () => {
    const routes = ROUTES.filter(({ handler }) => handler === 'control').map(({ method, path }) => `${method} ${path}`);
    expect(routes).toEqual(CONTROL_ENDPOINTS.map(({ method, path }) => `${method} ${path}`));
    for (const { method, path } of CONTROL_ENDPOINTS) {
      const { body } = await rig.control(method, path, { transactionId: 'tx_1', entity: '1', reference: '2' });
      expect(body.error).not.toBe('no such control endpoint');
    }
  });
});

describe('a notification that is not acknowledged', () => {
  it('is retried on SIBS’s tiers, for two months at most', () => {
    const pauses: number[] = [];
    let nowMs = 0;
    for (let failures = 1; ; failures++) {
      const nextMs = nextTryMs(failures, 0, nowMs);
      if (nextMs === null) break;
      pauses.push(nextMs - nowMs);
      nowMs = nextMs;
    }
    const tiers = [
      [5, HOUR_MS / 12],
      [4, HOUR_MS],
      [5, 2 * HOUR_MS],
      [6, 4 * HOUR_MS],
      [7, 6 * HOUR_MS],
      [8, 12 * HOUR_MS],
      [9, DAY_MS],
    ].flatMap(([count = 0, pauseMs = 0]) => Array<number>(count).fill(pauseMs));
    expect(pauses).toEqual(tiers);
    expect(nextTryMs(40, 0, 60.5 * DAY_MS)).toBeNull();
  });

  it('has the same content under the same id, whatever has happened to the payment since', async () => {
    const made = await make(rig);
    await push(rig, made, '910000002');
    rig.scheduled.length = 0;
    const acknowledge = rig.receiver.state.acknowledge;
    rig.receiver.state.acknowledge = () => ({ status: 500, body: '' });
    await onPayment(made, 'reject');
    await runAll(made);
    rig.receiver.state.acknowledge = acknowledge;
    const [again] = rig.scheduled;
    await onPayment(made, 'approve-late');
    if (again) await rig.act(again.action);
    const [first, second] = notificationsOf(rig, made);
    expect(first).toMatchObject({ paymentStatus: 'Declined' });
    expect(second).toEqual(first);
  });

  it('is scheduled hours ahead in one step', async () => {
    const made = await make(rig);
    await push(rig, made, '910000002');
    rig.scheduled.length = 0;
    await onPayment(made, 'duplicate');
    const { action } = rig.scheduled.splice(0)[0] ?? {};
    if (action?.kind !== 'tell') throw new Error('no notification is due');
    rig.receiver.state.acknowledge = () => ({ status: 500, body: '' });
    await rig.act({ ...action, failures: 5 });
    expect(rig.scheduled).toMatchObject([{ delayS: 3_600, action: { failures: 6 } }]);
  });
});
