import { describe, expect } from 'vitest';
import { checkDigits, issueReference } from '../../../functions/simulator/payments/start.ts';
import { test as it, rig } from '../../fixtures/simulator/bank.ts';
import {
  actionsOf,
  ask,
  issue,
  type Made,
  make,
  notificationsOf,
  referencePart,
} from '../../fixtures/simulator/payments.ts';

const END_MS = Date.parse('2026-07-04T22:59:59.000Z');
const PAY = '/control/references/{entity}/{reference}/pay';

async function issued(): Promise<Made & { reference: string }> {
  const made = await make(rig, referencePart());
  const { body } = await issue(rig, made);
  return { ...made, reference: (body.paymentReference as { reference: string }).reference };
}

describe('a reference at the simulated bank', () => {
  it('is returned unpaid, valid for entity and amount, until the requested date', async () => {
    const made = await make(rig, referencePart());
    const { status, body } = await issue(rig, made);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      transactionID: made.bankId,
      paymentStatus: 'Pending',
      paymentMethod: 'REFERENCE',
      paymentReference: {
        entity: '24000',
        reference: expect.stringMatching(/^[0-9]{9}$/),
        expireDate: '2026-07-04T22:59:59.000Z',
        status: 'UNPAID',
        amount: { value: 5.1, currency: 'EUR' },
      },
      returnStatus: { statusCode: '000' },
    });
    const { reference } = body.paymentReference as { reference: string };
    expect(reference.slice(7)).toBe(checkDigits('24000', reference.slice(0, 7), 510));
  });

  it('has its generation notified as Pending, even after the payment', async () => {
    const made = await issued();
    await rig.control('POST', PAY, { entity: '24000', reference: made.reference }, { amount: 9 });
    const generation = actionsOf(rig, made).find(({ action }) => action.kind === 'issued');
    if (!generation) throw new Error('no generation was scheduled');
    await rig.act(generation.action);
    expect(notificationsOf(rig, made)).toMatchObject([
      {
        paymentStatus: 'Pending',
        paymentType: 'PREF',
        amount: { value: 5.1 },
        paymentReference: { reference: made.reference, status: 'UNPAID' },
        notificationID: generation.action.id,
      },
    ]);
  });

  it('is paid by the control endpoint once, with a PREF notification with the status PAID', async () => {
    const made = await issued();
    const pay = () => rig.control('POST', PAY, { entity: '24000', reference: made.reference });
    expect(await pay()).toEqual({
      status: 200,
      body: { ok: true, entity: '24000', reference: made.reference, amount: 5.1, status: 'Success' },
    });
    expect(await pay()).toMatchObject({ status: 409, body: { error: expect.stringContaining('Success') } });
    expect((await ask(rig, made)).body).toMatchObject({
      paymentStatus: 'Success',
      paymentReference: { status: 'PAID' },
      returnStatus: { statusCode: '000' },
    });
    const payment = actionsOf(rig, made).find(({ action }) => action.kind === 'settle');
    if (!payment) throw new Error('no payment was scheduled');
    await rig.act(payment.action);
    const [notification] = notificationsOf(rig, made);
    expect(notification).toMatchObject({
      returnStatus: { statusCode: '000' },
      paymentStatus: 'Success',
      paymentMethod: 'REFERENCE',
      paymentType: 'PREF',
      amount: { value: 5.1, currency: 'EUR' },
      merchant: { transactionId: made.merchantTransactionId, terminalId: 58019 },
      paymentReference: { entity: '24000', reference: made.reference, status: 'PAID' },
    });
    expect(notification).not.toHaveProperty('token');
  });

  it('reports the amount paid beside the amount due', async () => {
    const made = await issued();
    await rig.control('POST', PAY, { entity: '24000', reference: made.reference }, { amount: 5 });
    const payment = actionsOf(rig, made).find(({ action }) => action.kind === 'settle');
    if (!payment) throw new Error('no payment was scheduled');
    await rig.act(payment.action);
    const due = {
      amount: { value: 5, currency: 'EUR' },
      paymentReference: { amount: { value: 5.1, currency: 'EUR' } },
    };
    expect(notificationsOf(rig, made)).toMatchObject([due]);
    expect((await ask(rig, made)).body).toMatchObject(due);
  });

  it('is payable up to its end, then Timeout, E0612 and EXPIRED', async () => {
    const startMs = rig.time.nowMs;
    const [paid, unpaid] = [await issued(), await issued()];
    rig.time.nowMs = END_MS - 1;
    expect(await rig.control('POST', PAY, { entity: '24000', reference: paid.reference })).toMatchObject({
      status: 200,
    });
    rig.time.nowMs = END_MS;
    expect(await rig.control('POST', PAY, { entity: '24000', reference: unpaid.reference })).toMatchObject({
      status: 409,
    });
    expect((await ask(rig, paid)).body).toMatchObject({ paymentStatus: 'Success' });
    expect((await ask(rig, unpaid)).body).toMatchObject({
      paymentStatus: 'Timeout',
      paymentReference: { status: 'EXPIRED' },
      returnStatus: { statusCode: 'E0612' },
    });
    rig.time.nowMs = startMs;
  });

  it('uses another number when one is in use, and may reuse an expired one', async () => {
    const offer = async () => ({
      bankId: (await make(rig, referencePart())).bankId,
      entity: '24000',
      amountCents: 510,
      endsAtMs: END_MS,
    });
    const { table } = rig.dependencies;
    const from =
      (...numbers: string[]) =>
      () =>
        numbers.shift() ?? 'none';
    const nowMs = rig.time.nowMs;
    expect(await issueReference(table, await offer(), nowMs, from('111111111'))).toBe('111111111');
    expect(await issueReference(table, await offer(), nowMs, from('111111111', '222222222'))).toBe('222222222');
    expect(await issueReference(table, await offer(), END_MS, from('111111111'))).toBe('111111111');
    const used = Array.from({ length: 5 }, () => '222222222');
    await expect(issueReference(table, await offer(), nowMs, from(...used))).rejects.toThrow('no free reference');
  });

  it.each<[string, unknown]>([
    ['three decimals', { amount: 5.123 }],
    ['a string', { amount: '5' }],
    ['nothing', { amount: 0 }],
  ])('is not paid with %s', async (_what, body) => {
    const made = await issued();
    expect(await rig.control('POST', PAY, { entity: '24000', reference: made.reference }, body)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('amount') },
    });
  });

  it('that was never issued is not found', async () => {
    expect(await rig.control('POST', PAY, { entity: '24000', reference: '000000000' })).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining('000000000') },
    });
  });
});
