import { describe, expect } from 'vitest';
import { ACCOUNT_STATUSES } from '../../../../functions/merchants/accounts/merchant.ts';
import { apiKeyHash, keyName } from '../../../../functions/merchants/keys/api-key.ts';
import { apiKeyRotation } from '../../../../functions/merchants/keys/api-key-rotation.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../functions/runtime/durations.ts';
import { BEGIN_MS, ownerOf, rig, test } from '../../../rig/accounts.ts';

const iso = (timeMs: number) => new Date(timeMs).toISOString();

async function shop() {
  const { merchantId, apiKey: old } = await rig.create();
  const owner = ownerOf(merchantId);
  const current = async () => (await rig.keys.reveal({ which: 'current' }, owner)).apiKey;
  return { merchantId, old, owner, current };
}

describe('the rotation of an API key', () => {
  test('gives a new key beside the old one, which is valid for 24 hours', async () => {
    const { old, owner, current } = await shop();
    const ask = rig.authorizer();
    const endsAtMs = BEGIN_MS + DAY_MS;
    expect(await rig.keys.rotate(owner)).toEqual({ kind: 'rotated' });
    const next = await current();
    expect(next).not.toBe(old);
    expect([await ask(old), await ask(next)]).toEqual(['Allow', 'Allow']);
    rig.time.nowMs = endsAtMs - 1;
    expect([await ask(old), await ask(next)]).toEqual(['Allow', 'Allow']);
    rig.time.nowMs = endsAtMs;
    expect([await ask(old), await ask(next)]).toEqual(['Unauthorized', 'Allow']);
  });

  test.each([0, 1, 168])('by an operator keeps the old key for %i hours', async (overlapHours) => {
    const { merchantId, old } = await shop();
    const ask = rig.authorizer();
    await rig.operator.apiKeys.rotate(merchantId, overlapHours * HOUR_MS, { who: 'ana' });
    rig.time.nowMs = BEGIN_MS + overlapHours * HOUR_MS - 1;
    if (overlapHours > 0) expect(await ask(old)).toBe('Allow');
    rig.time.nowMs += 1;
    expect(await ask(old)).toBe('Unauthorized');
  });

  test('during an overlap is refused and changes nothing', async () => {
    const { old, owner, current } = await shop();
    await rig.keys.rotate(owner);
    const next = await current();
    await expect(rig.keys.rotate(owner)).rejects.toMatchObject({
      problem: { code: 'old-api-key-valid', until: '2026-11-21T12:00:00.000Z' },
    });
    expect(await current()).toBe(next);
    expect(await rig.authorizer()(old)).toBe('Allow');
  });

  test('by several concurrent calls happens once, and the first key stays valid', async () => {
    const { old, owner } = await shop();
    const rotations = await Promise.allSettled(Array.from({ length: 5 }, () => rig.keys.rotate(owner)));
    expect(rotations.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await rig.authorizer()(old)).toBe('Allow');
  });

  test('is possible after an overlap has expired, and deletes the first key', async () => {
    const { merchantId, old, owner, current } = await shop();
    await rig.keys.rotate(owner);
    const second = await current();
    rig.time.nowMs += DAY_MS;
    expect(await rig.keys.rotate(owner)).toMatchObject({ kind: 'rotated' });
    const ask = rig.authorizer();
    expect([await ask(old), await ask(second), await ask(await current())]).toEqual(['Unauthorized', 'Allow', 'Allow']);
    const keyItems = (await rig.everything()).filter(
      (item) => String(item.id).startsWith('key#') && item.merchantId === merchantId,
    );
    expect(keyItems).toHaveLength(2);
  });

  test('whose answer was lost has happened: another is refused, and the new key is shown', async () => {
    const { merchantId, old, owner, current } = await shop();
    // The table has made the transaction; the caller never hears of it.
    const deaf = {
      read: rig.merchants.read,
      change: async (...change: Parameters<typeof rig.merchants.change>) => {
        await rig.merchants.change(...change);
        throw new Error('connection lost');
      },
    };
    const lost = apiKeyRotation({ merchants: deaf, keyring: rig.keyring, clock: rig.clock });
    await expect(lost.rotate(merchantId, HOUR_MS, { who: 'maria' })).rejects.toThrow('connection lost');
    await expect(rig.keys.rotate(owner)).rejects.toMatchObject({ field: 'key' });
    expect([await rig.authorizer()(old), await rig.authorizer()(await current())]).toEqual(['Allow', 'Allow']);
  });
});

describe('ending the old key', () => {
  test('takes effect with the next call, and is possible once', async () => {
    const { old, owner, current } = await shop();
    const ask = rig.authorizer();
    await rig.keys.rotate(owner);
    expect(await ask(old)).toBe('Allow');
    expect(await rig.keys.endOld(owner)).toEqual({ kind: 'ended' });
    expect([await ask(old), await ask(await current())]).toEqual(['Unauthorized', 'Allow']);
    await expect(rig.keys.endOld(owner)).rejects.toMatchObject({ field: 'key' });
    expect(await rig.keys.rotate(owner)).toMatchObject({ kind: 'rotated' });
  });
});

describe('D19: a change of the account status', () => {
  test.each(ACCOUNT_STATUSES)('to %s applies to both keys immediately', async (status) => {
    const { merchantId, apiKey: old } = await rig.create(status === 'active' ? 'pending' : 'active');
    const owner = ownerOf(merchantId);
    await rig.keys.rotate(owner);
    const { apiKey: next } = await rig.keys.reveal({ which: 'current' }, owner);
    await rig.operator.setStatus(merchantId, status);
    const effect = status === 'active' ? 'Allow' : 'Deny';
    expect([await rig.authorizer()(old), await rig.authorizer()(next)]).toEqual([effect, effect]);
  });

  test('during simultaneous rotations leaves every key with the status of the account', async () => {
    const { merchantId, owner } = await shop();
    for (let round = 0; round < 4; round += 1) {
      const status = round % 2 === 0 ? 'suspended' : 'active';
      // A rotation may be refused.
      const changes = [rig.operator.setStatus(merchantId, status), rig.keys.rotate(owner), rig.keys.endOld(owner)];
      await Promise.allSettled<unknown>(changes);
      const items = (await rig.everything()).filter(
        (item) => item.merchantId === merchantId && item.accountStatus !== undefined,
      );
      expect(items.length).toBeGreaterThanOrEqual(2);
      expect(new Set(items.map(({ accountStatus }) => accountStatus))).toEqual(new Set([status]));
    }
  });
});

describe('the list of keys', () => {
  test('shows hash names and times, never a key itself', async () => {
    const { old, owner, current } = await shop();
    rig.time.nowMs += HOUR_MS;
    await rig.keys.rotate(owner);
    const next = await current();
    const { keys } = await rig.keys.list({}, owner);
    expect(keys).toEqual([
      {
        which: 'current',
        name: keyName(apiKeyHash(next)),
        issuedAt: iso(BEGIN_MS + HOUR_MS),
        endsAt: null,
        lastUsedAt: null,
      },
      {
        which: 'old',
        name: keyName(apiKeyHash(old)),
        issuedAt: iso(BEGIN_MS),
        endsAt: iso(BEGIN_MS + HOUR_MS + DAY_MS),
        lastUsedAt: null,
      },
    ]);
    rig.time.nowMs += DAY_MS;
    expect((await rig.keys.list({}, owner)).keys).toHaveLength(1);
  });
});

describe('the last use of a key', () => {
  const lastUsed = async (owner: ReturnType<typeof ownerOf>) =>
    (await rig.keys.list({}, owner)).keys.map(({ lastUsedAt }) => lastUsedAt);

  test('is recorded at most once an hour by each environment of the authorizer', async () => {
    const { old, owner } = await shop();
    const ask = rig.authorizer();
    const firstMs = BEGIN_MS + HOUR_MS;
    for (let minute = 0; minute <= 60; minute += 5) {
      rig.time.nowMs = firstMs + minute * MINUTE_MS;
      await ask(old);
    }
    expect(rig.notes).toHaveLength(2);
    expect(await lastUsed(owner)).toEqual([iso(firstMs + HOUR_MS)]);
  });

  test('is recorded only from the tenth minute of a new key on', async () => {
    const { old, owner } = await shop();
    const ask = rig.authorizer();
    rig.time.nowMs = BEGIN_MS + 10 * MINUTE_MS - 1;
    await ask(old);
    expect([rig.notes, await lastUsed(owner)]).toEqual([[], [null]]);
    rig.time.nowMs += 1;
    await ask(old);
    expect(await lastUsed(owner)).toEqual([iso(rig.time.nowMs)]);
  });

  test('that cannot be recorded does not block the call, and is not retried with every call', async () => {
    const { old } = await shop();
    let tries = 0;
    const ask = rig.authorizer({
      record: async () => {
        tries += 1;
        throw new Error('throttled');
      },
    });
    rig.time.nowMs += HOUR_MS;
    expect([await ask(old), await ask(old)]).toEqual(['Allow', 'Allow']);
    expect(tries).toBe(1);
    expect(rig.lines).toContainEqual(expect.objectContaining({ level: 'warn', message: 'API key use not recorded' }));
  });
});
