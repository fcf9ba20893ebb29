import { describe, expect } from 'vitest';
import { test as it, OTHER, rig } from '../../fixtures/simulator/bank.ts';
import { bearer, checkoutBody, digest, issue, make, push, referencePart } from '../../fixtures/simulator/payments.ts';

const checkout = (body: unknown, headers: Record<string, string> = bearer()) =>
  rig.checkout({ headers, rawBody: typeof body === 'string' ? body : JSON.stringify(body) });
const without = (headers: Record<string, string>, name: string) => ({ ...headers, [name]: '' });

describe('a checkout is refused', () => {
  it.each<[string, Record<string, string>]>([
    ['without X-IBM-Client-Id', without(bearer(), 'X-IBM-Client-Id')],
    ['with an unknown client id', { ...bearer(), 'X-IBM-Client-Id': 'nobody' }],
    ['without a token', without(bearer(), 'Authorization')],
    ['with a wrong token', { ...bearer(), Authorization: 'Bearer wrong' }],
    ['with another account’s token', { ...bearer(), Authorization: `Bearer ${OTHER.token}` }],
    ['with Digest where Bearer is due', { ...bearer(), Authorization: 'Digest token-1' }],
  ])('%s, in the API gateway’s own JSON', async (_what, headers) => {
    expect(await checkout(checkoutBody(), headers)).toEqual({
      status: 401,
      body: { httpCode: '401', httpMessage: 'Unauthorized', moreInformation: expect.any(String) },
    });
  });

  const amount = (value: unknown, currency = 'EUR') => checkoutBody({ transaction: { amount: { value, currency } } });
  it.each<[string, unknown]>([
    ['that is not JSON', '{'],
    ['that is not an object', '[]'],
    ['with a string terminalId', checkoutBody({ merchant: { terminalId: '58019' } })],
    ['of another’s terminal', checkoutBody({ merchant: { terminalId: OTHER.terminalId } })],
    [
      'with 33 characters of merchantTransactionId',
      checkoutBody({ merchant: { merchantTransactionId: 'x'.repeat(33) } }),
    ],
    ['without merchantTransactionId', checkoutBody({ merchant: { merchantTransactionId: undefined } })],
    ['with a string amount', amount('5.10')],
    ['with three decimals', amount(5.105)],
    ['with nothing to pay', amount(0)],
    ['with a negative amount', amount(-1)],
    ['in another currency', amount(5.1, 'USD')],
    ['of another payment type', checkoutBody({ transaction: { paymentType: 'AUTH' } })],
    ['without a method', checkoutBody({ transaction: { paymentMethod: [] } })],
    ['with an unknown method', checkoutBody({ transaction: { paymentMethod: ['PIX'] } })],
    ['without a time stamp', checkoutBody({ transaction: { transactionTimestamp: undefined } })],
  ])('%s, with 400 and E0101', async (_what, body) => {
    expect(await checkout(body)).toMatchObject({ status: 400, body: { returnStatus: { statusCode: 'E0101' } } });
  });

  it('when its body is not declared as JSON', async () => {
    const headers = { ...bearer(), 'Content-Type': 'text/plain' };
    expect(await checkout(checkoutBody(), headers)).toMatchObject({ status: 400 });
  });

  it.each<[string, Record<string, unknown>]>([
    ['without its dates and entity', { paymentReference: undefined }],
    ['of another’s entity', referencePart({ entity: OTHER.entity })],
    ['without an initial date', referencePart({ initialDatetime: undefined })],
    ['without a final date', referencePart({ finalDatetime: undefined })],
    ['with a date without a zone', referencePart({ finalDatetime: '2026-07-04T22:59:59' })],
    ['with dates inverted', referencePart({ initialDatetime: '2026-07-05T00:00:00Z' })],
    [
      'that ended before it began',
      referencePart({ initialDatetime: '2026-06-01T00:00:00Z', finalDatetime: '2026-06-30T00:00:00Z' }),
    ],
    ['that excludes its own amount', referencePart({ maxAmount: { value: 5, currency: 'EUR' } })],
    ['with string amounts', referencePart({ minAmount: { value: '5.10', currency: 'EUR' } })],
  ])('for a reference %s, with 400 and 12.110.1201', async (_what, part) => {
    const body = checkoutBody({ transaction: { ...referencePart(), ...part } });
    expect(await checkout(body)).toMatchObject({ status: 400, body: { returnStatus: { statusCode: '12.110.1201' } } });
  });

  it('when its merchantTransactionId was used before, also concurrently', async () => {
    const body = checkoutBody();
    const replies = await Promise.all(Array.from({ length: 6 }, () => checkout(body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect((await checkout(body)).status).toBe(409);
  });

  it('never for the sample of the documents, unknown fields included', async () => {
    const body = checkoutBody({ merchant: { merchantTransactionId: 'ORDER-1' }, transaction: { foo: 'bar' } });
    expect(await checkout({ ...body, customer: {} })).toMatchObject({ status: 200 });
  });
});

describe('a purchase is refused', () => {
  const purchase = (
    bankId: string,
    headers: Record<string, string>,
    body: unknown = { customerPhone: '351#910000000' },
  ) => rig.purchase({ headers, pathParameters: { transactionId: bankId }, rawBody: JSON.stringify(body) });

  it('with Bearer instead of Digest, without a client id, with a wrong signature, and for an unknown id', async () => {
    const made = await make(rig);
    const other = await make(rig);
    const replies = await Promise.all([
      purchase(made.bankId, bearer()),
      purchase(made.bankId, without(digest(made.signature), 'X-IBM-Client-Id')),
      purchase(made.bankId, digest(`${made.signature}x`)),
      purchase(made.bankId, digest(other.signature)),
      purchase(made.bankId, digest(made.signature, OTHER)),
      purchase('s2000000000000000000', digest(made.signature)),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
    expect(await purchase(made.bankId, digest(made.signature))).toMatchObject({ status: 200 });
  });

  it.each([
    '912345678',
    '+351912345678',
    '351912345678',
    '351#812345678',
    '351#91234567',
    '351#9123456789',
    '351#912345678\n',
    '34#912345678',
    '351#٩12345678',
  ])('for the phone %j, and the checkout stays usable', async (customerPhone) => {
    const made = await make(rig);
    const reply = await purchase(made.bankId, digest(made.signature), { customerPhone });
    expect(reply).toMatchObject({ status: 400, body: { returnStatus: { statusCode: 'E0504' } } });
    expect(await push(rig, made, '910000002')).toMatchObject({ status: 200 });
  });

  it('without a phone', async () => {
    const made = await make(rig);
    expect(await purchase(made.bankId, digest(made.signature), {})).toMatchObject({ status: 400 });
  });

  it('when there was one before', async () => {
    const made = await make(rig);
    await push(rig, made, '910000002');
    expect(await push(rig, made, '910000002')).toMatchObject({
      status: 409,
      body: { returnStatus: { statusCode: 'E0501' } },
    });
  });

  it('on a checkout without MBWAY', async () => {
    const made = await make(rig, referencePart());
    expect(await push(rig, made, '910000000')).toMatchObject({
      status: 409,
      body: { returnStatus: { statusCode: 'E0501' } },
    });
  });

  it('on an expired checkout', async () => {
    const made = await make(rig);
    const beforeMs = rig.time.nowMs;
    rig.time.nowMs += 15 * 60_000;
    expect(await push(rig, made, '910000000')).toMatchObject({
      status: 409,
      body: { returnStatus: { statusCode: 'E0501' } },
    });
    rig.time.nowMs = beforeMs;
  });
});

describe('the generation of a reference is refused', () => {
  it('on a checkout without REFERENCE', async () => {
    expect(await issue(rig, await make(rig))).toMatchObject({
      status: 409,
      body: { returnStatus: { statusCode: 'E0501' } },
    });
  });

  it('a second time', async () => {
    const made = await make(rig, referencePart());
    expect(await issue(rig, made)).toMatchObject({ status: 200 });
    expect(await issue(rig, made)).toMatchObject({ status: 409 });
  });

  it('with Bearer, without a body, and after the checkout’s end', async () => {
    const made = await make(rig, referencePart());
    const generate = (headers: Record<string, string>, rawBody: string) =>
      rig.generate({ headers, pathParameters: { transactionId: made.bankId }, rawBody });
    expect(await generate(bearer(), '{}')).toMatchObject({ status: 401 });
    expect(await generate(digest(made.signature), '')).toMatchObject({ status: 400 });
    const beforeMs = rig.time.nowMs;
    rig.time.nowMs += 15 * 60_000;
    expect(await issue(rig, made)).toMatchObject({ status: 409 });
    rig.time.nowMs = beforeMs;
  });
});

describe('an inquiry is refused', () => {
  it('with Digest, for an unknown id, for another’s payment, and without any id', async () => {
    const made = await make(rig);
    const inquire = (headers: Record<string, string>, transactionId: string) =>
      rig.inquire({ headers, pathParameters: { transactionId } });
    expect(await inquire(digest(made.signature), made.bankId)).toMatchObject({ status: 401 });
    expect(await inquire(bearer(), 's2000000000000000000')).toMatchObject({ status: 404 });
    expect(await inquire(bearer(OTHER), made.bankId)).toMatchObject({ status: 404 });
    expect(await rig.inquire({ headers: bearer() })).toMatchObject({ status: 400 });
    const query = { merchantTransactionId: made.merchantTransactionId };
    expect(await rig.inquire({ headers: bearer(OTHER), query })).toMatchObject({ status: 404 });
  });
});
