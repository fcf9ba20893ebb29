import { beforeEach, describe, expect } from 'vitest';
import { UnknownMerchant } from '../../../../functions/merchants/accounts/accounts.ts';
import { ACCOUNT_STATUSES, type AccountStatus } from '../../../../functions/merchants/accounts/merchant.ts';
import { sealedWebhookEndpoints } from '../../../../functions/merchants/accounts/sealed-endpoints.ts';
import { fromAttributes } from '../../../../functions/runtime/attributes.ts';
import { client, test } from '../../../rig/engine.ts';
import { itemsIn, TABLES } from '../../../rig/tables.ts';
import { accountsIn, KEYRING, merchantsIn } from '../../../rig/wired.ts';

let nowMs: number;
beforeEach(() => {
  nowMs = 1_800_000_000_000;
});

const table = () => merchantsIn(client).merchants;
const operator = () => accountsIn(client, () => nowMs++);
const create = (status: AccountStatus = 'active', webhookUrl?: string) =>
  operator().create({ name: 'Shop', status, bankAccount: 'main', ...(webhookUrl !== undefined && { webhookUrl }) });
const find = (apiKey: string) => merchantsIn(client).findApiKey(apiKey);
const everything = async () => (await itemsIn(client, TABLES.merchants)).map(fromAttributes);
const listed = async (...ids: string[]) =>
  (await operator().list()).filter(({ merchantId }) => ids.includes(merchantId));

describe('D18: a new merchant', () => {
  test('has an id, a key, a webhook secret (D22) and no webhooks yet', async () => {
    expect(await create()).toEqual({
      merchantId: expect.stringMatching(/^mer_[0-9a-z]{24}$/),
      name: 'Shop',
      status: 'active',
      bankAccount: 'main',
      apiKey: expect.stringMatching(/^sk_[A-Za-z0-9_-]{43}$/),
      webhookUrl: null,
      webhookEnabled: false,
      hourlyResend: false,
      webhookSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
  });

  test('with a URL has its webhooks on (§6)', async () => {
    expect(await create('active', 'https://shop.example/hook')).toMatchObject({
      webhookUrl: 'https://shop.example/hook',
      webhookEnabled: true,
    });
  });

  test('is found by its key and shown with the same secrets', async () => {
    const merchant = await create();
    expect(await find(merchant.apiKey)).toEqual({
      merchantId: merchant.merchantId,
      accountStatus: 'active',
      bankAccount: 'main',
      issuedAt: 1_800_000_000_000,
    });
    expect(await operator().show(merchant.merchantId)).toEqual(merchant);
  });

  test('leaves neither key nor secret readable in the table (invariant 7)', async () => {
    const { apiKey, webhookSecret } = await create();
    const text = JSON.stringify(await everything());
    for (const secret of [apiKey, apiKey.slice(3), webhookSecret, webhookSecret.slice(6)])
      expect(text).not.toContain(secret);
  });
});

describe('D19: the account status', () => {
  test('of one merchant leaves the others alone (invariant 7)', async () => {
    const [one, other] = [await create(), await create()];
    await operator().setStatus(one.merchantId, 'suspended');
    expect((await find(other.apiKey))?.accountStatus).toBe('active');
  });
});

describe('§6: the webhook endpoint', () => {
  const endpointOf = (merchantId: string) => sealedWebhookEndpoints(table(), async () => KEYRING).read(merchantId);

  test('a merchant whose item is lost is not one without a URL: its deliveries wait', async () => {
    await expect(endpointOf('mer_lost')).rejects.toThrow('no merchant mer_lost');
  });

  test('a URL turns the webhooks on, the toggle alone keeps the URL, and the secret stays', async () => {
    const { merchantId, webhookSecret } = await create();
    const on = await operator().setWebhook(merchantId, { url: 'https://shop.example/hook' });
    expect(on).toMatchObject({ webhookUrl: 'https://shop.example/hook', webhookEnabled: true, webhookSecret });
    const off = await operator().setWebhook(merchantId, { enabled: false });
    expect(off).toMatchObject({ webhookUrl: 'https://shop.example/hook', webhookEnabled: false });
    expect(await endpointOf(merchantId)).toEqual({
      url: 'https://shop.example/hook',
      enabled: false,
      secrets: { current: webhookSecret },
    });
  });

  test('a URL can be given with the toggle off', async () => {
    const { merchantId } = await create();
    const change = { url: 'https://shop.example/hook', enabled: false };
    expect(await operator().setWebhook(merchantId, change)).toMatchObject({ webhookEnabled: false });
  });

  test('cannot be on without a URL', async () => {
    const { merchantId } = await create();
    await expect(operator().setWebhook(merchantId, { enabled: true })).rejects.toThrow('without a URL');
    expect((await operator().show(merchantId)).webhookEnabled).toBe(false);
  });

  test('of a merchant without a URL is undefined', async () => {
    expect(await endpointOf((await create()).merchantId)).toBeUndefined();
  });
});

describe('an operator', () => {
  test('lists every merchant of every status, once, and no key items', async () => {
    const statuses = [...ACCOUNT_STATUSES, ...ACCOUNT_STATUSES];
    const created = await Promise.all(statuses.map((status) => create(status)));
    const ids = created.map(({ merchantId }) => merchantId);
    const own = await listed(...ids);
    expect(own.map(({ merchantId }) => merchantId).sort()).toEqual(ids.sort());
    expect(own.find(({ merchantId }) => merchantId === created[0]?.merchantId)).toEqual(created[0]);
  });

  test('lists a merchant under its new status only, right after a change', async () => {
    const { merchantId } = await create();
    await operator().setStatus(merchantId, 'suspended');
    expect((await listed(merchantId)).map(({ status }) => status)).toEqual(['suspended']);
  });

  test('gets an error with the id of an unknown merchant, and creates none', async () => {
    const unknown = 'mer_000000000000000000000000';
    const before = await everything();
    for (const call of [
      () => operator().show(unknown),
      () => operator().setStatus(unknown, 'active'),
      () => operator().setWebhook(unknown, { enabled: false }),
    ]) {
      await expect(call()).rejects.toThrow(UnknownMerchant);
    }
    expect(await everything()).toEqual(before);
  });
});
