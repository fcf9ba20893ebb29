import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, vi } from 'vitest';
import { sealedWebhookEndpoints } from '../../../../functions/merchants/accounts/sealed-endpoints.ts';
import { webhookSecretRotation } from '../../../../functions/merchants/accounts/secret-rotation.ts';
import { DAY_MS, HOUR_MS } from '../../../../functions/runtime/durations.ts';
import { signedHeaders } from '../../../../functions/webhooks/signature.ts';
import { client, test } from '../../../rig/engine.ts';
import { itemsIn, TABLES } from '../../../rig/tables.ts';
import { accountsIn, KEYRING, merchantsIn } from '../../../rig/wired.ts';

const BEGIN_MS = Date.UTC(2026, 10, 20, 12);
const body = Buffer.from('{"event":"payment.success","data":{"id":"tx_1"}}');

let nowMs: number;
beforeEach(() => {
  nowMs = BEGIN_MS;
});
afterEach(() => void vi.useRealTimers());

const merchants = () => merchantsIn(client).merchants;
const keyring = async () => KEYRING;
const operator = () => accountsIn(client, () => nowMs);
const rotation = () => webhookSecretRotation({ merchants: merchants(), keyring, clock: () => nowMs });
const create = async () =>
  operator().create({ name: 'Shop', status: 'active', bankAccount: 'main', webhookUrl: 'https://shop.example/hook' });

/** The headers of a webhook sent to the merchant now, as the consumer signs them. */
async function headersNow(merchantId: string): Promise<Record<string, string>> {
  const endpoint = await sealedWebhookEndpoints(merchants(), keyring).read(merchantId);
  if (!endpoint) throw new Error('no endpoint');
  return signedHeaders({ body, kind: 'payment.success', eventId: 'evt_1', secrets: endpoint.secrets, nowMs });
}

/** A receiver that knows the contract only: one secret, one header (§5.2). */
const checkByContract = async (merchantId: string, secret: string) =>
  (await headersNow(merchantId))['X-Service-Signature'] ===
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** A receiver by the Standard Webhooks library. */
async function checkByStandard(merchantId: string, secret: string): Promise<boolean> {
  const headers = await headersNow(merchantId);
  // The library uses the machine's clock.
  vi.useFakeTimers({ now: nowMs, toFake: ['Date'] });
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  } finally {
    vi.useRealTimers();
  }
}

describe('D22: during a complete rotation', () => {
  test('each webhook is verified by a receiver that changes its secret at the switch, or sooner by both', async () => {
    const { merchantId, webhookSecret: old } = await create();
    let next = old;
    // It begins in the hour 2, and is switched in the hour 20.
    for (const hour of [0, 2, 11, 19, 20, 26, 30]) {
      nowMs = BEGIN_MS + hour * HOUR_MS;
      if (hour === 2) await rotation().rotate(merchantId);
      if (hour === 2) next = (await operator().show(merchantId)).webhookSecret;
      if (hour === 20) expect(await rotation().switchNow(merchantId)).toEqual({ kind: 'switched' });
      expect([hour, await checkByContract(merchantId, hour < 20 ? old : next)]).toEqual([hour, true]);
      for (const held of hour < 20 ? [old, next] : [next])
        expect([hour, await checkByStandard(merchantId, held)]).toEqual([hour, true]);
    }
    expect(next).not.toBe(old);
  });

  test('one that changes it when the 24 hours end verifies every webhook too', async () => {
    const { merchantId, webhookSecret: old } = await create();
    await rotation().rotate(merchantId);
    const { webhookSecret: next, webhookSecretRotation: shown } = await operator().show(merchantId);
    expect(shown).toEqual({ previousSecret: old, until: new Date(BEGIN_MS + DAY_MS).toISOString() });
    nowMs = BEGIN_MS + DAY_MS - 1;
    expect(await checkByContract(merchantId, old)).toBe(true);
    nowMs += 1;
    expect(await checkByContract(merchantId, next)).toBe(true);
    expect([await checkByContract(merchantId, old), await checkByStandard(merchantId, old)]).toEqual([false, false]);
  });
});

describe('D22: the old secret', () => {
  test('is removed by the switch immediately, and after 24 hours when the account is next read', async () => {
    const { merchantId } = await create();
    const stored = async () => {
      const items = await itemsIn(client, TABLES.merchants);
      return JSON.stringify(items.filter((item) => JSON.stringify(item).includes(merchantId)));
    };
    await rotation().rotate(merchantId);
    expect(await stored()).toContain('previousWebhookSecret');
    await rotation().switchNow(merchantId);
    expect(await stored()).not.toContain('previousWebhookSecret');
    await rotation().rotate(merchantId);
    nowMs += DAY_MS;
    expect(await operator().show(merchantId)).not.toHaveProperty('webhookSecretRotation');
    expect(await stored()).not.toContain('previousWebhookSecret');
  });

  test('and the new one are not readable in any item of the table (invariant 7)', async () => {
    const { merchantId, webhookSecret: old } = await create();
    await rotation().rotate(merchantId);
    const { webhookSecret: next } = await operator().show(merchantId);
    const stored = JSON.stringify(await itemsIn(client, TABLES.merchants));
    for (const secret of [old, next]) expect(stored).not.toContain(secret.slice(6));
  });
});

describe('D22: a rotation', () => {
  test('during a rotation is refused and changes nothing, and is possible after the switch or the end', async () => {
    const { merchantId } = await create();
    const until = BEGIN_MS + DAY_MS;
    expect(await rotation().rotate(merchantId)).toEqual({ kind: 'rotated', until });
    const during = await operator().show(merchantId);
    nowMs += HOUR_MS;
    expect(await rotation().rotate(merchantId)).toEqual({ kind: 'rotating', until });
    expect(await operator().show(merchantId)).toEqual(during);
    await rotation().switchNow(merchantId);
    expect(await rotation().rotate(merchantId)).toMatchObject({ kind: 'rotated' });
    nowMs += DAY_MS;
    expect(await rotation().rotate(merchantId)).toMatchObject({ kind: 'rotated' });
  });

  test('begun several times concurrently is one rotation: the receiver’s old secret still signs', async () => {
    const { merchantId, webhookSecret: old } = await create();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => rotation().rotate(merchantId)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['rotated', ...Array(4).fill('rotating')]);
    expect(await checkByContract(merchantId, old)).toBe(true);
  });

  test('can be switched once; without a rotation there is nothing to switch', async () => {
    const { merchantId } = await create();
    expect(await rotation().switchNow(merchantId)).toEqual({ kind: 'not-rotating' });
    await rotation().rotate(merchantId);
    const outcomes = await Promise.all([rotation().switchNow(merchantId), rotation().switchNow(merchantId)]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['not-rotating', 'switched']);
  });

  test('of an unknown merchant writes nothing', async () => {
    expect(await rotation().rotate('mer_nobody')).toEqual({ kind: 'unknown' });
    expect(await rotation().switchNow('mer_nobody')).toEqual({ kind: 'unknown' });
  });
});
