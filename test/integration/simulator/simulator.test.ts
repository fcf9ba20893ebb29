import { createDecipheriv, randomBytes } from 'node:crypto';
import { describe, expect } from 'vitest';
import { randomText } from '../../../functions/runtime/ids.ts';
import { BASE_PATHS } from '../../../functions/simulator/routes.ts';
import { seal } from '../../../functions/simulator/sibs/notify.ts';
import { opensslGcm } from '../../rig/banks/openssl-gcm.ts';
import { publishedSibs } from '../../rig/banks/published-sibs.ts';
import { CREDENTIALS } from '../../rig/banks/scripted-sibs.ts';
import { simulated, simulatedTest } from '../../rig/banks/simulated.ts';

/** What neither `bankContract` nor `clock-magic.proof.ts` plays of docs/simulator.md: what it refuses. */
const test = simulatedTest('sibs');

interface Reply {
  status: number;
  body: Record<string, unknown>;
}

const bearer = (token: string = CREDENTIALS.token) => `Bearer ${token}`;

async function call(path: string, body: unknown, headers: Record<string, string>): Promise<Reply> {
  const sent = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(simulated.url + path, { method: 'POST', headers, body: sent });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

function atSibs(path: string, body: unknown, Authorization = bearer()): Promise<Reply> {
  const headers = { Authorization, 'X-IBM-Client-Id': CREDENTIALS.clientId, 'Content-Type': 'application/json' };
  return call(BASE_PATHS.sibs + path, body, headers);
}

/** A checkout's body as in the bank's documents, with the given changes. */
function checkoutBody(parts: { merchant?: object; transaction?: object } = {}) {
  return {
    merchant: {
      terminalId: CREDENTIALS.terminalId,
      channel: 'web',
      merchantTransactionId: randomText(26),
      ...parts.merchant,
    },
    transaction: {
      transactionTimestamp: '2026-07-01T10:00:00.000Z',
      description: 'Order',
      moto: false,
      paymentType: 'PURS',
      amount: { value: 5.1, currency: 'EUR' },
      paymentMethod: ['MBWAY'],
      ...parts.transaction,
    },
  };
}

const PURCHASE = { customerPhone: '351#910000002' };

/** A checkout, and the push of it. */
async function checkout() {
  const sent = checkoutBody();
  const { body } = await atSibs('/payments', sent);
  const path = `/payments/${body.transactionID}/mbway-id/purchase`;
  const digest = `Digest ${body.transactionSignature}`;
  const transactionId = `tx_${sent.merchant.merchantTransactionId.slice(0, 24)}`;
  return { sent, transactionId, digest, purchase: (body: object, by = digest) => atSibs(path, body, by) };
}

test('a notification has the ciphertext that OpenSSL makes', () => {
  const key = randomBytes(32);
  const text = publishedSibs('mbway-purchase.json');
  const ours = seal(text, key);
  const theirs = opensslGcm(Buffer.from(text), key, Buffer.from(ours.initializationVector, 'base64'));
  expect(theirs.ciphertext.toString('base64')).toBe(ours.ciphertext);
  expect(theirs.tag.toString('base64')).toBe(ours.authenticationTag);
  const decipher = createDecipheriv('aes-256-gcm', key, theirs.iv).setAuthTag(theirs.tag);
  expect(decipher.update(theirs.ciphertext).toString() + decipher.final()).toBe(text);
});

describe('a checkout of others is accepted:', () => {
  test.each(['checkout-mbway.json', 'checkout-mbway-end-to-end.json'])('%s, as SIBS publishes it', async (file) => {
    const text = publishedSibs(file).replace(/(?<="terminalId": )\d+/, String(CREDENTIALS.terminalId));
    expect(await atSibs('/payments', text)).toMatchObject({
      status: 200,
      body: { returnStatus: { statusCode: '000' } },
    });
  });

  // The methods that qub-it/fenixedu-treasury-base offers (`SibsPayAPIService.java`, f6192aa).
  test.each([[['MANDATE', 'MBWAY']], [['CARD']]])('with the methods %j', async (paymentMethod) => {
    expect(await atSibs('/payments', checkoutBody({ transaction: { paymentMethod } }))).toMatchObject({ status: 200 });
  });
});

describe('SIBS refuses', () => {
  const reference = (entity: string) => ({
    paymentMethod: ['REFERENCE'],
    paymentReference: {
      initialDatetime: '2026-07-01T10:00:00.000Z',
      finalDatetime: '2026-07-04T22:59:59.000Z',
      minAmount: { value: 5.1, currency: 'EUR' },
      maxAmount: { value: 5.1, currency: 'EUR' },
      entity,
    },
  });

  test('another token, and another checkout’s signature: 401 of the gateway', async () => {
    const unknown = await atSibs('/payments', checkoutBody(), bearer('token-2'));
    expect(unknown).toMatchObject({ status: 401, body: { httpCode: '401' } });
    const [one, other] = [await checkout(), await checkout()];
    expect(await one.purchase(PURCHASE, other.digest)).toMatchObject({ status: 401 });
  });

  test.each<[string, object, string]>([
    ['another’s terminal', { merchant: { terminalId: 58020 } }, 'E0101'],
    ['a terminal as text', { merchant: { terminalId: String(CREDENTIALS.terminalId) } }, 'E0101'],
    ['three decimals', { transaction: { amount: { value: 5.105, currency: 'EUR' } } }, 'E0101'],
    ['another’s entity', { transaction: reference('24001') }, '12.110.1201'],
  ])('a checkout with %s: 400', async (_what, parts, statusCode) => {
    const refused = await atSibs('/payments', checkoutBody(parts));
    expect(refused).toMatchObject({ status: 400, body: { returnStatus: { statusCode } } });
  });

  test('a merchant transaction id that was used, and a second start: 409', async () => {
    const { sent, purchase } = await checkout();
    expect(await atSibs('/payments', sent)).toMatchObject({ status: 409 });
    expect(await purchase(PURCHASE)).toMatchObject({ status: 200 });
    expect(await purchase(PURCHASE)).toMatchObject({ status: 409 });
  });

  test('a phone in another form: 400, and the checkout stays usable', async () => {
    const { purchase } = await checkout();
    const refused = await purchase({ customerPhone: '912345678' });
    expect(refused).toMatchObject({ status: 400, body: { returnStatus: { statusCode: 'E0504' } } });
    expect(await purchase(PURCHASE)).toMatchObject({ status: 200 });
  });
});

describe('a control endpoint', () => {
  const control = (path: string, body: unknown = '', headers = {}) => call(`/control${path}`, body, headers);

  test('acts on a live push once, and only on what is paid', async () => {
    const { transactionId, purchase } = await checkout();
    expect(await control(`/payments/${transactionId}/approve`)).toMatchObject({ status: 409 });
    await purchase(PURCHASE);
    expect(await control(`/payments/${transactionId}/refund`)).toMatchObject({ status: 409 });
    const rejected = { ok: true, transactionId, status: 'Declined' };
    expect(await control(`/payments/${transactionId}/reject`)).toEqual({ status: 200, body: rejected });
    expect(await control(`/payments/${transactionId}/approve`)).toMatchObject({ status: 409 });
  });

  test('refuses what never reached the bank, and an amount in another form, with a reason', async () => {
    const unknown = `/payments/tx_${randomText(24)}/approve`;
    for (const path of [unknown, '/payments/1/approve', '/references/24000/000000000/pay']) {
      expect(await control(path)).toMatchObject({ status: 404, body: { error: expect.any(String) } });
    }
    const { transactionId } = await checkout();
    for (const body of ['no JSON', { amount: 0 }, { amount: 5.123 }]) {
      expect(await control(`/payments/${transactionId}/refund`, body)).toMatchObject({ status: 400 });
    }
  });

  test('is not for pages: a call with an origin is refused and changes nothing', async () => {
    const { transactionId, purchase } = await checkout();
    await purchase(PURCHASE);
    for (const Origin of ['https://evil.example', 'null', simulated.url]) {
      expect(await control(`/payments/${transactionId}/approve`, '', { Origin })).toMatchObject({ status: 403 });
    }
    expect(await control(`/payments/${transactionId}/approve`)).toMatchObject({ status: 200 });
  });
});

test('the answer to 910000005 takes longer than a call may', async () => {
  const { purchase } = await checkout();
  expect(await purchase({ customerPhone: '351#910000005' })).toMatchObject({ status: 200 });
  expect(simulated.slept).toEqual([26_000]);
});
