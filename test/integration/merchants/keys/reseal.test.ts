import { beforeEach, describe, expect } from 'vitest';
import { accounts, UNOPENED } from '../../../../functions/merchants/accounts/accounts.ts';
import { sealedWebhookEndpoints } from '../../../../functions/merchants/accounts/sealed-endpoints.ts';
import { webhookSecretRotation } from '../../../../functions/merchants/accounts/secret-rotation.ts';
import { keyringOf } from '../../../../functions/merchants/keys/keyring.ts';
import { HOUR_MS } from '../../../../functions/runtime/durations.ts';
import { resealAll } from '../../../../lib/operator/merchants/reseal.ts';
import { client, freshTest as test } from '../../../rig/engine.ts';
import { merchantsIn } from '../../../rig/wired.ts';

const KEYS = { k1: 'x'.repeat(40), k2: 'y'.repeat(40) };
const ring = (...ids: (keyof typeof KEYS)[]) =>
  keyringOf(JSON.stringify(Object.fromEntries(ids.map((id) => [id, KEYS[id]]))));
const BY = { who: 'operator' };

let nowMs: number;
let held: ReturnType<typeof ring>;
beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 20, 12);
  held = ring('k1');
});
const clock = () => nowMs;
const keyring = async () => held;
const merchants = () => merchantsIn(client).merchants;
const operator = () => accounts({ merchants: merchants(), keyring, clock });
const rotation = () => webhookSecretRotation({ merchants: merchants(), keyring, clock });
const reseal = (isDryRun = false, table = merchants()) => resealAll({ merchants: table, keyring }, { isDryRun });

/** An account during both rotations: four secrets. */
async function rotating(): Promise<string> {
  const webhookUrl = 'https://shop.example/hook';
  const { merchantId } = await operator().create({ name: 'Loja', status: 'active', bankAccount: 'main', webhookUrl });
  await operator().apiKeys.rotate(merchantId, HOUR_MS, BY);
  await rotation().rotate(merchantId);
  return merchantId;
}

describe('a leaked keyring', () => {
  test('every secret is sealed by the newest key, and opens without the older one; no account changes', async () => {
    const merchantId = await rotating();
    await rotating();
    const before = await operator().list();
    const changes = (await merchants().read(merchantId))?.changes;
    held = ring('k1', 'k2');
    const expected = { keyId: 'k2', merchants: 2, resealed: 8, unopened: [] };
    expect(await reseal(true)).toEqual({ ...expected, dryRun: true });
    expect(await reseal()).toEqual({ ...expected, dryRun: false });
    expect(await reseal(true)).toMatchObject({ resealed: 0 });
    held = ring('k2');
    expect(await operator().list()).toEqual(before);
    expect((await merchants().read(merchantId))?.changes).toBe(changes);
  });

  test('also those of the smoke test, which no list has', async () => {
    await operator().create({ merchantId: 'mer_smoke', name: 'Smoke test', status: 'active', bankAccount: 'main' });
    held = ring('k1', 'k2');
    expect(await operator().list()).toEqual([]);
    expect(await reseal()).toMatchObject({ merchants: 1, resealed: 2, unopened: [] });
  });

  test('a secret that is rotated meanwhile is not overwritten', async () => {
    const merchantId = await rotating();
    held = ring('k1', 'k2');
    const table = merchants();
    let isFirst = true;
    const raced: typeof table = {
      ...table,
      // Between the read and the write.
      replace: async (...args) => {
        if (isFirst)
          await operator()
            .apiKeys.endOld(merchantId, BY)
            .then(() => operator().apiKeys.rotate(merchantId, 0, BY));
        isFirst = false;
        return table.replace(...args);
      },
    };
    expect(await reseal(false, raced)).toMatchObject({ resealed: 2, unopened: [] });
    const { apiKey } = await operator().show(merchantId);
    held = ring('k2');
    expect(await operator().show(merchantId)).toMatchObject({
      apiKey,
      webhookSecret: expect.stringMatching(/^whsec_/),
    });
  });
});

describe('a lost keyring', () => {
  test('names what no key opens, and hides no other account', async () => {
    const merchantId = await rotating();
    held = ring('k2');
    const { merchantId: other } = await operator().create({ name: 'Nova', status: 'active', bankAccount: 'main' });
    const fields = ['apiKey', 'previousApiKey', 'webhookSecret', 'previousWebhookSecret'];
    expect(await reseal()).toMatchObject({ resealed: 0, unopened: [{ merchantId, fields }] });
    const shown = new Map((await operator().list()).map((each) => [each.merchantId, each.apiKey]));
    expect(shown.get(merchantId)).toBe(UNOPENED);
    expect(shown.get(other)).toMatch(/^sk_/);
  });

  test('a new webhook secret signs at once, and a new API key is valid beside the one that cannot be shown', async () => {
    const merchantId = await rotating();
    nowMs += 25 * HOUR_MS;
    await operator().show(merchantId);
    const { apiKeyHash } = (await merchants().read(merchantId)) ?? {};
    held = ring('k2');
    expect(await rotation().rotate(merchantId)).toEqual({ kind: 'rotated', until: nowMs });
    expect(await operator().apiKeys.rotate(merchantId, HOUR_MS, BY)).toMatchObject({ kind: 'rotated' });
    const { webhookSecret, webhookSecretRotation: rotating_, apiKeyRotation } = await operator().show(merchantId);
    expect(await sealedWebhookEndpoints(merchants(), keyring).read(merchantId)).toMatchObject({
      secrets: { current: webhookSecret },
    });
    expect(rotating_).toBeUndefined();
    expect(apiKeyRotation?.previousApiKey).toBe(UNOPENED);
    expect((await merchants().read(merchantId))?.previousApiKeyHash).toBe(apiKeyHash);
  });
});
