import { beforeEach, describe, expect } from 'vitest';
import { test as it, OTHER, rig, SANDBOX } from '../../fixtures/simulator/bank.ts';
import {
  ask,
  bearer,
  checkoutBody,
  digest,
  issue,
  type Made,
  make,
  newTransactionId,
  notificationsOf,
  push,
  referencePart,
} from '../../fixtures/simulator/payments.ts';

/** What `clock-magic.proof.ts` does not play of docs/simulator.md: its control endpoints, troubles and refusals. */

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

/** An unanswered push. */
async function pushed(): Promise<Made> {
  const made = await make(rig);
  expect(await push(rig, made, '910000002')).toMatchObject({ status: 200 });
  rig.scheduled.length = 0;
  return made;
}

async function approved(): Promise<Made> {
  const made = await pushed();
  await onPayment(made, 'approve');
  await runAll(made);
  return made;
}

describe('the actions on a payment', () => {
  it.each([
    ['approve', 'Success'],
    ['reject', 'Declined'],
  ])('%s acts on the live push, once', async (name, status) => {
    const made = await pushed();
    const { transactionId } = made;
    expect(await onPayment(made, name)).toEqual({ status: 200, body: { ok: true, transactionId, status } });
    for (const again of ['approve', 'reject']) expect(await onPayment(made, again)).toMatchObject({ status: 409 });
    await runAll(made);
    expect(notificationsOf(rig, made)).toMatchObject([{ paymentStatus: status }]);
    const seen = await rig.control('GET', '/control/payments/{transactionId}', { transactionId });
    expect(seen).toEqual({ status: 200, body: { pushes: 1, references: 0, status } });
  });

  it('duplicate sends the same notification twice, reorder sends Pending after Success', async () => {
    const made = await approved();
    await onPayment(made, 'duplicate');
    await runAll(made);
    const [, second, third] = notificationsOf(rig, made);
    expect(second).toEqual(third);
    await onPayment(made, 'reorder');
    await runAll(made);
    expect(notificationsOf(rig, made).at(-1)).toMatchObject({ paymentStatus: 'Pending' });
  });

  it('approve-late is money after a refusal, not before the end and not twice', async () => {
    const made = await pushed();
    expect(await onPayment(made, 'approve-late')).toMatchObject({ status: 409 });
    await onPayment(made, 'reject');
    expect(await onPayment(made, 'approve-late')).toMatchObject({ status: 200, body: { status: 'Success' } });
    await runAll(made);
    expect(notificationsOf(rig, made).at(-1)).toMatchObject({ paymentStatus: 'Success' });
    expect(await onPayment(made, 'approve-late')).toMatchObject({ status: 409 });
  });

  it('refund and annul are Success of another type, each a movement of its own', async () => {
    const made = await approved();
    await onPayment(made, 'refund', { amount: 1 });
    await onPayment(made, 'refund', { amount: 2 });
    await onPayment(made, 'annul');
    await runAll(made);
    const all = rig.receiver.received.map(({ notification }) => notification);
    const [paid, ...back] = all.filter(
      ({ merchant }) => (merchant as { transactionId?: string })?.transactionId === made.merchantTransactionId,
    );
    expect(back).toMatchObject([
      { paymentType: 'RFND', amount: { value: 1 }, originalTransaction: { id: made.bankId } },
      { paymentType: 'RFND', amount: { value: 2 } },
      { paymentType: 'CANC', amount: { value: 5.1 } },
    ]);
    expect(back.map(({ transactionID }) => transactionID)).not.toContain(paid?.transactionID);
    expect(new Set(back.map(({ internalTransactionId }) => internalTransactionId)).size).toBe(3);
  });

  it('are refused with a reason where they do not apply', async () => {
    const nothing = { transactionId: newTransactionId() };
    for (const name of ['approve', 'approve-late', 'duplicate', 'reorder', 'forge', 'refund', 'annul']) {
      expect(await onPayment(nothing, name)).toMatchObject({ status: 404, body: { error: expect.any(String) } });
      expect(await onPayment(await make(rig), name)).toMatchObject({ status: 409 });
    }
    expect(await onPayment(await pushed(), 'refund')).toMatchObject({ status: 409 });
    expect(await onPayment(await approved(), 'refund', { amount: 0 })).toMatchObject({ status: 400 });
    const { body } = await issue(rig, await make(rig, referencePart()));
    const { reference } = body.paymentReference as { reference: string };
    expect(await onReference(reference, 'pay', { amount: 5.123 })).toMatchObject({ status: 400 });
    expect(await onReference(reference, 'pay-again')).toMatchObject({ status: 409 });
    expect(await onReference('000000000', 'pay')).toMatchObject({ status: 404 });
  });

  it('are on a list without secrets, the newest first', async () => {
    rig.time.nowMs += 1_000;
    const made = await approved();
    const { body } = await rig.control('GET', '/control/payments', {});
    const [first] = body.payments as Record<string, unknown>[];
    expect(first).toMatchObject({ transactionId: made.transactionId, method: 'MBWAY', status: 'Success', amount: 5.1 });
    for (const secret of ['910000002', made.signature, SANDBOX.token, SANDBOX.clientId]) {
      expect(JSON.stringify(body)).not.toContain(secret);
    }
  });
});

describe('a trouble of the bank', () => {
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
    rig.time.nowMs += 30_000;
    expect((await ask(rig, made)).body).not.toHaveProperty('paymentMethod');
  });

  it.each([
    ['lost-answer', 200, [26_000]],
    ['late-html', 502, []],
  ] as const)('%s, for one call: it has its effect, and the next call is normal', async (kind, status, waits) => {
    const made = await make(rig);
    const before = rig.slept.length;
    await trouble({ trouble: kind, calls: 1 });
    expect(await push(rig, made, '910000002')).toMatchObject({ status });
    expect(await ask(rig, made)).toMatchObject({ status: 200, body: { paymentMethod: 'MBWAY' } });
    expect(rig.slept.slice(before)).toEqual(waits);
  });

  it('ends on request, and an unknown one is refused', async () => {
    await trouble({ trouble: 'unavailable', seconds: 3_600 });
    expect(await trouble({ trouble: 'none' })).toMatchObject({ status: 200, body: { trouble: 'none' } });
    for (const body of [{}, { trouble: 'fire' }, { trouble: 'html', seconds: 0 }, { trouble: 'html', calls: 1.5 }]) {
      expect(await trouble(body)).toMatchObject({ status: 400 });
    }
  });
});

describe('a call is refused', () => {
  const checkout = (body: unknown, headers: Record<string, string> = bearer()) =>
    rig.checkout({ headers, rawBody: JSON.stringify(body) });

  it('with another account’s token, or another checkout’s signature: 401 of the gateway', async () => {
    const foreign = { ...bearer(), Authorization: `Bearer ${OTHER.token}` };
    expect(await checkout(checkoutBody(), foreign)).toMatchObject({ status: 401, body: { httpCode: '401' } });
    const [one, other] = [await make(rig), await make(rig)];
    const sent = { pathParameters: { transactionId: one.bankId }, rawBody: '{"customerPhone":"351#910000000"}' };
    expect(await rig.purchase({ ...sent, headers: digest(other.signature) })).toMatchObject({ status: 401 });
  });

  it.each<[string, object, string]>([
    ['of another’s terminal', { merchant: { terminalId: OTHER.terminalId } }, 'E0101'],
    ['of three decimals', { transaction: { amount: { value: 5.105, currency: 'EUR' } } }, 'E0101'],
    ['of another’s entity', { transaction: referencePart({ entity: OTHER.entity }) }, '12.110.1201'],
  ])('for a checkout %s: 400', async (_what, parts, statusCode) => {
    expect(await checkout(checkoutBody(parts))).toMatchObject({ status: 400, body: { returnStatus: { statusCode } } });
  });

  it('for a phone in another form: 400, and the checkout stays usable, once', async () => {
    const made = await make(rig);
    const sent = { pathParameters: { transactionId: made.bankId }, rawBody: '{"customerPhone":"912345678"}' };
    const refused = await rig.purchase({ ...sent, headers: digest(made.signature) });
    expect(refused).toMatchObject({ status: 400, body: { returnStatus: { statusCode: 'E0504' } } });
    expect(await push(rig, made, '910000002')).toMatchObject({ status: 200 });
    expect(await push(rig, made, '910000002')).toMatchObject({ status: 409 });
  });
});
