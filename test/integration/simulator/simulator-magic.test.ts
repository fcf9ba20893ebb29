import { describe, expect } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../functions/runtime/durations.ts';
import { CHECKOUT_AMOUNTS, REFERENCE_AMOUNTS } from '../../../functions/simulator/payments/amounts.ts';
import { customerOf, MAGIC_PHONES } from '../../../functions/simulator/payments/customers.ts';
import { test as it, rig } from '../../fixtures/simulator/bank.ts';
import {
  actionsOf,
  ask,
  bearer,
  checkoutBody,
  issue,
  type Made,
  make,
  notificationsOf,
  push,
  referencePart,
} from '../../fixtures/simulator/payments.ts';

/** Runs scheduled actions in order of time, up to `forS` seconds from now, and those that they schedule. */
async function play(made: Made, forS: number): Promise<void> {
  const startMs = rig.time.nowMs;
  const due = rig.scheduled.map(({ action, delayS }) => ({ action, atMs: startMs + delayS * 1000 }));
  rig.scheduled.length = 0;
  for (;;) {
    due.push(
      ...rig.scheduled.splice(0).map(({ action, delayS }) => ({ action, atMs: rig.time.nowMs + delayS * 1000 })),
    );
    const next = due
      .filter(({ action, atMs }) => action.bankId === made.bankId && atMs <= startMs + forS * 1000)
      .sort((left, right) => left.atMs - right.atMs)[0];
    if (!next) break;
    due.splice(due.indexOf(next), 1);
    rig.time.nowMs = next.atMs;
    await rig.act(next.action);
  }
  rig.time.nowMs = startMs + forS * 1000;
}

const notified = (made: Made) => notificationsOf(rig, made).map(({ paymentStatus }) => paymentStatus);
const statusOf = async (made: Made) => (await ask(rig, made)).body;

async function pushedTo(phone: string): Promise<Made> {
  const made = await make(rig);
  expect(await push(rig, made, phone)).toMatchObject({ status: 200 });
  return made;
}

/** A reference of this amount that ends in three days. */
async function issuedFor(cents: number): Promise<Made> {
  const amount = { value: cents / 100, currency: 'EUR' };
  const from = new Date(rig.time.nowMs).toISOString();
  const to = new Date(rig.time.nowMs + 3 * DAY_MS).toISOString();
  const terms = { initialDatetime: from, finalDatetime: to, minAmount: amount, maxAmount: amount };
  const made = await make(rig, { amount, ...referencePart(terms) });
  await issue(rig, made);
  return made;
}

describe('magic phones', () => {
  it('have one meaning each, and every other number approves', () => {
    expect(new Set(MAGIC_PHONES.map(({ phone }) => phone)).size).toBe(MAGIC_PHONES.length);
    expect(MAGIC_PHONES.every(({ phone }) => /^9100000\d\d$/.test(phone))).toBe(true);
    expect(customerOf('351#919999999')).toBe(customerOf('351#910000000'));
  });

  it.each<[string, number, string[], string]>([
    ['910000007', 236, ['Success'], 'Success'],
    ['910000008', 301, ['Timeout', 'Success'], 'Success'],
    ['910000009', 10, [], 'Success'],
    ['910000010', 10, ['Success', 'Success'], 'Success'],
    ['910000011', 10, ['Success', 'Pending'], 'Success'],
    ['910000014', 12, ['Success'], 'Success'],
    ['910000017', 10, ['Partial'], 'Partial'],
    ['910000018', 10, ['InProcessing'], 'InProcessing'],
    ['910000018', 250, ['InProcessing', 'Timeout'], 'Timeout'],
    ['910000019', 10, ['Declined'], 'Declined'],
    ['910000020', 10, ['Declined'], 'Declined'],
    ['910000021', 1, ['Success'], 'Success'],
  ])('%s: after %i s it has notified %j and is %s', async (phone, afterS, notices, status) => {
    const made = await pushedTo(phone);
    await play(made, afterS);
    expect(notified(made)).toEqual(notices);
    expect((await statusOf(made)).paymentStatus).toBe(status);
  });

  it('910000010 is notified twice under one id', async () => {
    const made = await pushedTo('910000010');
    await play(made, 10);
    const [first, second] = notificationsOf(rig, made);
    expect(second).toEqual(first);
  });

  it('910000012: for a minute an inquiry does not report the payment that was notified', async () => {
    const made = await pushedTo('910000012');
    await play(made, 5);
    expect(notified(made)).toEqual(['Success']);
    expect((await statusOf(made)).paymentStatus).toBe('Pending');
    rig.time.nowMs += MINUTE_MS;
    expect((await statusOf(made)).paymentStatus).toBe('Success');
  });

  it.each([
    ['910000014', 'RFND'],
    ['910000015', 'CANC'],
  ])('%s: money is returned as Success of type %s, under its own id', async (phone, paymentType) => {
    const made = await pushedTo(phone);
    await play(made, 12);
    const back = rig.receiver.received.map(({ notification }) => notification).at(-1);
    expect(back).toMatchObject({
      paymentStatus: 'Success',
      paymentType,
      amount: { value: 5.1 },
      originalTransaction: { id: made.bankId },
      merchant: { transactionId: made.merchantTransactionId },
    });
    expect(back?.transactionID).not.toBe(made.bankId);
    expect(back?.internalTransactionId).not.toBe(notificationsOf(rig, made)[0]?.internalTransactionId);
  });

  it('910000013 is preceded by a forged notification', async () => {
    const before = rig.receiver.state.forged;
    const made = await pushedTo('910000013');
    await play(made, 5);
    expect(rig.receiver.state.forged).toBe(before + 1);
    expect(notified(made)).toEqual(['Success']);
  });

  it('910000016 and 910000017 pay less than requested', async () => {
    for (const [phone, value] of [
      ['910000016', 5.09],
      ['910000017', 2.55],
    ] as const) {
      const made = await pushedTo(phone);
      await play(made, 5);
      expect(notificationsOf(rig, made)).toMatchObject([{ amount: { value } }]);
    }
  });

  it('910000019 is reported as abandoned, 910000020 as an unknown alias', async () => {
    const abandoned = await pushedTo('910000019');
    await play(abandoned, 5);
    const unknown = await pushedTo('910000020');
    expect((await statusOf(abandoned)).returnStatus).toMatchObject({
      statusDescription: expect.stringContaining('abandoned'),
    });
    await play(unknown, 5);
    expect(notificationsOf(rig, unknown)).toMatchObject([{ returnStatus: { statusCode: 'E0506' } }]);
  });

  it('910000021 is approved before its call is answered', async () => {
    const before = rig.slept.length;
    const made = await pushedTo('910000021');
    expect(rig.slept.slice(before)).toEqual([4_000]);
    expect(actionsOf(rig, made)[0]).toMatchObject({ delayS: 1, action: { decision: 'approved' } });
  });

  it.each([
    ['910000022', 200, { returnStatus: { statusCode: 'E0501' } }],
    ['910000023', 429, { httpCode: '429' }],
    ['910000024', 401, { httpCode: '401' }],
  ])('%s: the push is refused with %i, and nothing is sent', async (phone, status, body) => {
    const made = await make(rig);
    expect(await push(rig, made, phone)).toMatchObject({ status, body });
    expect(await statusOf(made)).not.toHaveProperty('paymentMethod');
  });
});

describe('magic amounts of a reference', () => {
  it('have one meaning each', () => {
    const cents = [...REFERENCE_AMOUNTS, ...CHECKOUT_AMOUNTS].map((row) => row.cents);
    expect(new Set(cents).size).toBe(cents.length);
  });

  const DAY_S = 86_400;
  it.each<[number, number, string[], string]>([
    [771_01, 3, ['Pending', 'Success'], 'Success'],
    [771_02, 3 * DAY_S - 61, ['Pending'], 'Pending'],
    [771_02, 3 * DAY_S - 59, ['Pending', 'Success'], 'Success'],
    [771_03, 61, ['Pending'], 'Timeout'],
    [771_07, 3 * DAY_S + 61, ['Pending', 'Success'], 'Success'],
    [771_08, 3 * DAY_S + 61, ['Pending'], 'Timeout'],
    [771_08, 3 * DAY_S + 3_601, ['Pending', 'Success'], 'Success'],
    [771_09, 3, ['Pending'], 'Success'],
    [771_10, 5, ['Pending', 'Success', 'Success'], 'Success'],
    [771_11, 7, ['Success', 'Pending'], 'Success'],
    [771_12, 3, ['Pending', 'Success'], 'Pending'],
    [771_15, 3, ['Pending', 'Partial'], 'Partial'],
  ])('%i cents: after %i s it has notified %j and is %s', async (cents, afterS, notices, status) => {
    const made = await issuedFor(cents);
    await play(made, afterS);
    expect(notified(made)).toEqual(notices);
    expect((await statusOf(made)).paymentStatus).toBe(status);
  });

  it.each([
    [771_04, 770.04],
    [771_05, 772.05],
  ])('%i cents: %d EUR are paid', async (cents, value) => {
    const made = await issuedFor(cents);
    await play(made, 3);
    expect(notificationsOf(rig, made).at(-1)).toMatchObject({ paymentStatus: 'Success', amount: { value } });
  });

  it('771.06 EUR is paid twice: two movements, each at its time, of one reference', async () => {
    const made = await issuedFor(771_06);
    await play(made, 20);
    const [, first, second] = notificationsOf(rig, made);
    expect(second?.paymentReference).toEqual(first?.paymentReference);
    expect(second?.internalTransactionId).not.toBe(first?.internalTransactionId);
    expect(Date.parse(String(second?.transactionDateTime))).toBe(
      Date.parse(String(first?.transactionDateTime)) + 8_000,
    );
  });

  it.each([
    [773_01, 503],
    [773_03, 200],
  ])('%i cents: the call is refused with %i and issues nothing', async (cents, status) => {
    const amount = { value: cents / 100, currency: 'EUR' };
    const made = await make(rig, { amount, ...referencePart({ minAmount: amount, maxAmount: amount, ...endLater() }) });
    expect(await issue(rig, made)).toMatchObject({ status });
    expect(await statusOf(made)).not.toHaveProperty('paymentReference');
  });

  it('773.04 EUR: the reference is issued, and its answer is lost', async () => {
    const before = rig.slept.length;
    const made = await issuedFor(773_04);
    expect(rig.slept.slice(before)).toEqual([26_000]);
    expect(await statusOf(made)).toMatchObject({ paymentReference: { status: 'UNPAID' } });
  });
});

const endLater = () => ({ finalDatetime: new Date(rig.time.nowMs + DAY_MS).toISOString() });

describe('magic amounts of a checkout', () => {
  const ask = async (cents: number) => {
    const merchantTransactionId = `magic-${cents}`;
    const amount = { value: cents / 100, currency: 'EUR' };
    const body = checkoutBody({ merchant: { merchantTransactionId }, transaction: { amount } });
    const reply = await rig.checkout({ headers: bearer(), rawBody: JSON.stringify(body) });
    const found = await rig.inquire({ headers: bearer(), query: { merchantTransactionId } });
    return { reply, isRegistered: found.status === 200 };
  };

  it.each([
    [772_01, 503, false],
    [772_02, 429, false],
    [772_03, 401, false],
    [772_05, 200, false],
    [772_06, 200, true],
    [772_08, 400, false],
  ])('%i cents: answered %i, registered: %s', async (cents, status, isRegistered) => {
    expect(await ask(cents)).toMatchObject({ reply: { status }, isRegistered });
  });
});
