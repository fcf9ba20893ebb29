import { describe, expect } from 'vitest';
import { checkoutId } from '../../../functions/banking/sibs/wire.ts';
import { sibsNotification } from '../../rig/banks/bank-script.ts';
import { callbackQuery, IFTHENPAY, payPush, SECOND_CONTRACT } from '../../rig/banks/scripted-ifthenpay.ts';
import { CREDENTIALS, SECOND_TERMINAL } from '../../rig/banks/scripted-sibs.ts';
import { receive } from '../../rig/payment-calls.ts';
import { begunOn, callBack } from '../../rig/payment-starts.ts';
import { calls, dependencies, rig, test } from '../../rig/payments.ts';
import { stored } from '../../rig/stored-payments.ts';

/** A live push of a merchant on this account. */
async function pushOn(account: string): Promise<{ transactionId: string; bankId: string }> {
  const transactionId = await begunOn(account);
  expect((await calls.mbway(transactionId)).statusCode).toBe(200);
  return { transactionId, bankId: (await stored(rig, transactionId)).attempts[0]?.bankId ?? '' };
}

/** SIBS's notification of a paid push, encrypted with a key and posted to an account's address. */
function sibsNotice(
  { transactionId, bankId }: { transactionId: string; bankId: string },
  key: string,
  account: string,
) {
  const facts = { merchantTransactionId: checkoutId(transactionId), bankId };
  return receive(dependencies, sibsNotification(facts, Buffer.from(key, 'base64')), account);
}

const statusOf = async (transactionId: string) => (await stored(rig, transactionId)).status;

describe('a stage with two terminals of SIBS and two contracts with ifthenpay', () => {
  test('calls each bank with its account’s credentials', async () => {
    for (const account of ['sibs-1', 'sibs-2', 'ifthenpay-1', 'ifthenpay-2']) await pushOn(account);
    const terminals = rig.sibs
      .seenAt('checkout')
      .map(({ headers, body }) => [headers.authorization, JSON.parse(body).merchant.terminalId]);
    expect(terminals).toEqual([
      ['Bearer token-1', 58019],
      ['Bearer token-2', 58020],
    ]);
    const keys = rig.provider.seenAt('push').map(({ body }) => JSON.parse(body).mbWayKey);
    expect(keys).toEqual(['ABC-123456', 'XYZ-654321']);
  });

  test('accepts a notification of SIBS only with the key of the account in its address', async () => {
    const first = await pushOn('sibs-1');
    expect((await sibsNotice(first, SECOND_TERMINAL.notificationKey, 'sibs-1')).statusCode).toBe(400);
    expect((await sibsNotice(first, CREDENTIALS.notificationKey, 'sibs-2')).statusCode).toBe(400);
    expect(await statusOf(first.transactionId)).toBe('pending');
    expect((await sibsNotice(first, CREDENTIALS.notificationKey, 'sibs-1')).statusCode).toBe(200);
    expect(await statusOf(first.transactionId)).toBe('paid');
  });

  test('does not settle a payment by another account’s authentic notification', async () => {
    const first = await pushOn('sibs-1');
    expect((await sibsNotice(first, SECOND_TERMINAL.notificationKey, 'sibs-2')).statusCode).toBe(200);
    expect(await statusOf(first.transactionId)).toBe('pending');
  });

  test('accepts a callback of ifthenpay only with the key of the account in its address', async () => {
    const { transactionId, bankId: orderId } = await pushOn('ifthenpay-1');
    payPush(rig.provider);
    const query = callbackQuery('mbway', { orderId });
    expect((await callBack({ ...query, key: SECOND_CONTRACT.antiPhishingKey }, 'ifthenpay-1')).statusCode).toBe(400);
    expect((await callBack(query, 'ifthenpay-2')).statusCode).toBe(400);
    // Authentic for the second account, which has no pointer to the first one's payment.
    expect((await callBack({ ...query, key: SECOND_CONTRACT.antiPhishingKey }, 'ifthenpay-2')).statusCode).toBe(404);
    expect(await statusOf(transactionId)).toBe('pending');
    expect((await callBack(query, 'ifthenpay-1')).statusCode).toBe(200);
    expect(await statusOf(transactionId)).toBe('paid');
  });

  test('accepts no callback for SIBS and no encrypted body for ifthenpay', async () => {
    const sibs = await pushOn('sibs-1');
    expect((await callBack(callbackQuery('mbway', { orderId: sibs.bankId }), 'sibs-1')).statusCode).toBe(400);
    expect((await sibsNotice(sibs, CREDENTIALS.notificationKey, 'ifthenpay-1')).statusCode).toBe(400);
    expect((await callBack(callbackQuery('mbway'), 'nowhere')).statusCode).toBe(404);
  });
});

describe('the rotation of an account’s credentials', () => {
  test('takes effect within a minute and without a deployment, for calls and callbacks', async () => {
    const { transactionId, bankId: orderId } = await pushOn('ifthenpay-1');
    payPush(rig.provider);
    const rotated = { ...IFTHENPAY, mbWayKey: 'NEW-000001', antiPhishingKey: 'n'.repeat(32) };
    rig.secrets['ifthenpay-1'] = rotated;
    rig.time.nowMs += 60_000;
    expect((await callBack(callbackQuery('mbway', { orderId }))).statusCode).toBe(400);
    expect((await callBack(callbackQuery('mbway', { orderId, key: rotated.antiPhishingKey }))).statusCode).toBe(200);
    expect(await statusOf(transactionId)).toBe('paid');
    await pushOn('ifthenpay-1');
    expect(JSON.parse(rig.provider.seenAt('push').at(-1)?.body ?? '').mbWayKey).toBe('NEW-000001');
  });

  test('of one account does not affect the others', async () => {
    rig.secrets['ifthenpay-1'] = { broken: true };
    rig.time.nowMs += 60_000;
    await pushOn('ifthenpay-2');
    await pushOn('sibs-1');
    const onBroken = await calls.mbway(await begunOn('ifthenpay-1'));
    expect(onBroken.statusCode).toBe(500);
    expect(JSON.stringify(dependencies.lines)).not.toContain('broken');
  });
});
