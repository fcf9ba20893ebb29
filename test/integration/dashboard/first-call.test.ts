import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect } from 'vitest';
import type { Me } from '../../../functions/dashboard/first-call.ts';
import type { Claims } from '../../rig/api-event.ts';
import { rig, apiTest as test } from '../../rig/page-functions.ts';
import { TABLES } from '../../rig/tables.ts';

async function me(claims: Claims): Promise<Me> {
  const { status, body } = await rig.call('GET /me', claims);
  expect(status).toBe(200);
  return body as unknown as Me;
}

async function itemIds(): Promise<string[]> {
  return Object.keys(await rig.everything()).filter((key) => key.startsWith(`${TABLES.merchants} `));
}

describe('the first call of a new user', () => {
  test('creates a pending account with the stage’s bank account and an API key', async () => {
    const claims = await rig.user(undefined, { name: 'Loja da Ana' });
    const { userId, email, roles, merchant } = await me(claims);
    expect({ userId, email, roles }).toEqual({ userId: claims.sub, email: claims.email, roles: ['merchant'] });
    const known = { name: 'Loja da Ana', status: 'pending', company: null };
    expect(merchant).toEqual({ merchantId: expect.stringMatching(/^mer_/), ...known });
    const account = await rig.merchants.read(merchant?.merchantId ?? '');
    expect(account).toMatchObject({ bankAccount: 'main', webhookEnabled: false, changes: 1 });
    const { body } = await rig.call('POST /merchant/secrets/api-key/reveal', claims, { which: 'current' });
    expect(body.apiKey).toMatch(/^sk_/);
  });

  test('makes one account, however many concurrent first calls there are', async () => {
    const before = await itemIds();
    const claims = await rig.user();
    const answers = await Promise.all(Array.from({ length: 6 }, () => me(claims)));
    expect(new Set(answers.map(({ merchant }) => merchant?.merchantId)).size).toBe(1);
    const made = (await itemIds()).filter((id) => !before.includes(id));
    // The account, its key, its history entry, and the user.
    expect(made.map((id) => id.replace(/^\S+ (\w+)#.*/, '$1')).sort()).toEqual(['history', 'key', 'merchant', 'user']);
  });

  test('links the user to the account, even if name and address in the token change later', async () => {
    const claims = await rig.user();
    const first = await me(claims);
    const later = await me({ ...claims, email: 'new@shop.example', name: 'Another', 'custom:merchantId': 'mer_other' });
    expect(later.merchant).toEqual(first.merchant);
  });

  test('must be `GET /me`: another call finds no account and creates none', async () => {
    const claims = await rig.user();
    const before = await itemIds();
    expect((await rig.call('GET /me/webhook', claims)).status).toBe(404);
    expect(await itemIds()).toEqual(before);
  });

  // docs/runbook.md, "A lost phone": the user is deleted at the issuer and signs up again with another id.
  test('of a person who signed up again opens the account that is linked to the new id', async () => {
    const before = await rig.user();
    const { merchant } = await me(before);
    const again = await rig.user(undefined, { email: String(before.email) });
    expect((await me(again)).merchant?.merchantId).not.toBe(merchant?.merchantId);
    await rig.client.send(
      new UpdateItemCommand({
        TableName: TABLES.merchants,
        Key: { id: { S: `user#${again.sub}` } },
        UpdateExpression: 'SET ofMerchant = :m',
        ExpressionAttributeValues: { ':m': { S: merchant?.merchantId ?? '' } },
      }),
    );
    expect((await me(again)).merchant).toEqual(merchant);
  });
});

describe('the address and the language of the mail', () => {
  const inLanguage = (language: string) => ({ query: { language: [language] } });
  const mailOf = async (claims: Claims) =>
    (await rig.merchants.read((await me(claims)).merchant?.merchantId ?? ''))?.mail;

  test('are those of the first sign-in with a verified address, until another turns the mail on', async () => {
    const claims = await rig.user(undefined, { email: 'ana@loja.pt', email_verified: 'true' });
    expect(await mailOf(claims)).toBeUndefined();
    await rig.call('GET /me', claims, {}, inLanguage('pt'));
    expect(await mailOf(claims)).toEqual({ address: 'ana@loja.pt', language: 'pt' });
    await rig.call('GET /me', { ...claims, email: 'eve@evil.example', email_verified: 'false' }, {}, inLanguage('en'));
    const other = { ...claims, email: 'rui@loja.pt' };
    await rig.call('GET /me', other, {}, inLanguage('en'));
    expect(await mailOf(claims)).toEqual({ address: 'ana@loja.pt', language: 'pt' });
    for (const enabled of [false, true]) await rig.call('PUT /merchant/mail', other, { enabled });
    expect(await mailOf(claims)).toEqual({ address: 'rui@loja.pt', language: 'pt' });
    await rig.call('GET /me', other, {}, inLanguage('en'));
    expect(await mailOf(claims)).toEqual({ address: 'rui@loja.pt', language: 'en' });
    expect((await rig.call('GET /me', claims, {}, inLanguage('de'))).status).toBe(400);
  });

  test('are mailed until the merchant turns the mail off, which its history says', async () => {
    const claims = await rig.user(undefined, { email: 'rui@loja.pt', email_verified: 'true' });
    await rig.call('GET /me', claims, {}, inLanguage('en'));
    await rig.call('PUT /merchant/mail', claims, { enabled: false });
    const operator = await rig.user(undefined, { 'cognito:groups': 'operator' });
    const { merchantId } = (await me(claims)).merchant ?? { merchantId: '' };
    const { body } = await rig.call('GET /me/account', operator, { merchantId });
    expect(body.mail).toEqual({ address: 'rui@loja.pt', enabled: false, last: null });
    expect((await rig.merchants.read(merchantId))?.changes).toBe(2);
  });
});

test.each(['finance', 'operator', 'operators'])('a person in group %s alone gets no account', async (group) => {
  expect((await me(await rig.user(undefined, { 'cognito:groups': group }))).merchant).toBeNull();
});

describe('what a user may do, by the status of the account', () => {
  const change = { url: 'https://shop.example/hook' };
  const userOf = async (status: 'pending' | 'suspended' | 'refused') => {
    const { merchantId } = await rig.accounts.create({ name: 'Shop', status, bankAccount: 'main' });
    return rig.user(merchantId);
  };

  test.each(['pending', 'suspended', 'refused'] as const)('%s: signs in and reads', async (status) => {
    const claims = await userOf(status);
    expect((await me(claims)).merchant?.status).toBe(status);
    expect((await rig.call('GET /me/webhook', claims)).status).toBe(200);
    expect((await rig.call('POST /me/history/search', claims)).status).toBe(200);
  });

  test.each(['pending', 'suspended'] as const)('%s: sets up its webhooks and its keys', async (status) => {
    const claims = await userOf(status);
    expect((await rig.call('PUT /merchant/webhook/url', claims, change)).status).toBe(200);
    expect((await rig.call('POST /merchant/webhook/tests', claims)).status).toBe(200);
    expect((await rig.call('POST /merchant/secrets/api-key/rotate', claims)).status).toBe(200);
  });

  test('an eleventh test within a minute is 429, and says when to try again', async () => {
    const claims = await userOf('pending');
    await rig.call('PUT /merchant/webhook/url', claims, change);
    const press = () => rig.call('POST /merchant/webhook/tests', claims);
    // However slow the machine, ten presses fall into one minute at some time.
    while ((await press()).status === 200);
    const { status, headers, body } = await press();
    expect([status, body.problem]).toEqual([429, expect.objectContaining({ code: 'too-many-tests' })]);
    expect(Number(headers['Retry-After'])).toBeGreaterThan(0);
  });

  test('refused: cannot set the webhook URL, send a test or reveal the API key', async () => {
    const claims = await userOf('refused');
    const before = await rig.everything();
    const { status, body } = await rig.call('PUT /merchant/webhook/url', claims, change);
    expect([status, body]).toEqual([403, { error: expect.stringContaining('refused') }]);
    expect((await rig.call('POST /merchant/webhook/tests', claims)).status).toBe(403);
    expect((await rig.call('POST /merchant/secrets/api-key/reveal', claims, { which: 'current' })).status).toBe(403);
    expect(await rig.everything()).toEqual(before);
  });
});

test('a log line names the caller by id only, without e-mail address, phone number, key or name', async () => {
  const claims = await rig.user(undefined, { name: 'Maria Silva', phone_number: '+351912345678' });
  await me(claims);
  const { body } = await rig.call('POST /merchant/secrets/api-key/reveal', claims, { which: 'current' });
  await rig.call('PUT /merchant/webhook/url', claims, { url: '912345678' });
  const lines = rig.log.filter((line) => line.includes(String(claims.sub)));
  expect(lines.map((line) => JSON.parse(line).route)).toEqual([
    'GET /me',
    'POST /merchant/secrets/api-key/reveal',
    'PUT /merchant/webhook/url',
  ]);
  for (const secret of [String(claims.email), 'Maria', '912345678', String(body.apiKey)]) {
    expect(rig.log.join('')).not.toContain(secret);
  }
});
