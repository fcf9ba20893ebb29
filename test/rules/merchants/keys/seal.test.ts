import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyringFrom, keyringOf } from '../../../../functions/merchants/keys/keyring.ts';
import { type SealedField, seal, unseal } from '../../../../functions/merchants/keys/seal.ts';

const K1 = 'a'.repeat(64);
const K2 = 'b'.repeat(64);
const ring = keyringOf(JSON.stringify({ k1: K1 }));
const sealedField: SealedField = { merchantId: 'mer_a', field: 'apiKey' };

describe('D18: a sealed secret', () => {
  test('opens to what was sealed, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (secret) => {
        expect(unseal(ring, sealedField, seal(ring, sealedField, secret))).toBe(secret);
      }),
    );
  });

  test('is different each time and reveals nothing of the secret', () => {
    const sealed = [seal(ring, sealedField, 'sk_secret'), seal(ring, sealedField, 'sk_secret')];
    expect(sealed[0]).not.toBe(sealed[1]);
    expect(sealed.join()).not.toContain(Buffer.from('sk_secret').toString('base64url'));
  });

  test.each<[string, SealedField]>([
    ['another merchant', { ...sealedField, merchantId: 'mer_b' }],
    ['another field', { ...sealedField, field: 'webhookSecret' }],
    ['a merchant whose id runs into the field', { merchantId: 'mer_a/apiKey', field: 'apiKey' }],
  ])('does not open when moved to %s', (_, elsewhere) => {
    expect(() => unseal(ring, elsewhere, seal(ring, sealedField, 'sk_secret'))).toThrow();
  });

  test('does not open when one bit of it was changed', () => {
    const sealed = seal(ring, sealedField, 'sk_secret');
    const [keyId = '', ...parts] = sealed.split('.');
    const bytes = parts.map((part) => Buffer.from(part, 'base64url'));
    const bits = bytes.flatMap((part, index) => Array.from({ length: part.length * 8 }, (_, bit) => ({ index, bit })));
    for (const { index, bit } of bits) {
      const changed = bytes.map((part) => Buffer.from(part));
      const part = changed[index] ?? Buffer.alloc(0);
      part.writeUInt8(part.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      const text = [keyId, ...changed.map((each) => each.toString('base64url'))].join('.');
      expect(() => unseal(ring, sealedField, text)).toThrow();
    }
    expect(bits.length).toBe((12 + 16 + 9) * 8);
  });

  test('does not open with a part cut off, a shorter tag, or under a key that is gone', () => {
    const sealed = seal(ring, sealedField, 'sk_secret');
    const [keyId, iv, tag = '', ciphertext] = sealed.split('.');
    expect(() => unseal(ring, sealedField, '')).toThrow('not sealed by this keyring');
    expect(() => unseal(ring, sealedField, [keyId, iv, tag].join('.'))).toThrow('not sealed');
    expect(() => unseal(ring, sealedField, [keyId, iv, tag.slice(0, 6), ciphertext].join('.'))).toThrow('not sealed');
    expect(() => unseal(ring, sealedField, ['k9', iv, tag, ciphertext].join('.'))).toThrow('not sealed');
    expect(() => unseal(keyringOf(JSON.stringify({ k1: K2 })), sealedField, sealed)).toThrow();
  });
});

describe('D18: the keyring', () => {
  test('seals under the newest key, by number, and opens what older ones sealed', () => {
    const old = seal(ring, sealedField, 'sk_secret');
    const newer = keyringOf(JSON.stringify({ k10: K2, k9: 'c'.repeat(64), k1: K1 }));
    expect(newer.currentId).toBe('k10');
    expect(seal(newer, sealedField, 'x')).toMatch(/^k10\./);
    expect(unseal(newer, sealedField, old)).toBe('sk_secret');
  });

  test('derives a separate key for each purpose, 32 bytes, the same each time', () => {
    const keys = (['seal', 'phone'] as const).map((purpose) => ring.derive('k1', purpose));
    expect(keys.map((key) => key?.length)).toEqual([32, 32]);
    expect(keys[0]?.equals(keys[1] ?? Buffer.alloc(0))).toBe(false);
    expect(ring.derive('k1', 'seal')).toEqual(keyringOf(JSON.stringify({ k1: K1 })).derive('k1', 'seal'));
    expect(ring.derive('k2', 'seal')).toBeUndefined();
  });

  test.each([
    ['no JSON', `{"k1":${K1}}`],
    ['JSON that breaks off', `"${K1}`],
    ['no key', '{}'],
    ['a key too short', '{"k1":"aaaaaaaa"}'],
    ['a key of another name', JSON.stringify({ main: K1 })],
    ['a list', `["${K1}"]`],
  ])('of %s is refused without quoting it (invariant 7)', (_, text) => {
    let message = '';
    try {
      keyringOf(text);
    } catch (error) {
      message = String(error);
    }
    expect(message).not.toBe('');
    expect(message).not.toContain('aaaa');
  });

  test('is read again after five minutes, and a failed read is not cached', async () => {
    let nowMs = 0;
    let reads = 0;
    let isDown = true;
    const keyring = keyringFrom(
      async () => {
        reads += 1;
        if (isDown) throw new Error('secrets away');
        return JSON.stringify({ k1: K1 });
      },
      'id',
      () => nowMs,
    );
    await expect(keyring()).rejects.toThrow('secrets away');
    isDown = false;
    expect((await keyring()).currentId).toBe('k1');
    nowMs = 299_999;
    await Promise.all([keyring(), keyring()]);
    expect(reads).toBe(2);
    nowMs = 300_000;
    await Promise.all([keyring(), keyring()]);
    expect(reads).toBe(3);
  });
});
