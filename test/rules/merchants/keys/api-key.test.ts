import { describe, expect, test } from 'vitest';
import { apiKeyHash, bearerKey, newApiKey } from '../../../../functions/merchants/keys/api-key.ts';

const KEY = newApiKey();

describe('D18: an API key', () => {
  test('is sk_ and 256 random bits, and never the same twice', () => {
    expect(KEY).toMatch(/^sk_[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(KEY.slice(3), 'base64url')).toHaveLength(32);
    expect(new Set(Array.from({ length: 1_000 }, newApiKey)).size).toBe(1_000);
  });

  test('is found by its SHA-256', () => {
    // By another program: printf sk_abc | sha256sum
    expect(apiKeyHash('sk_abc')).toBe('7c8d93f8ffb4cdb85b2a4b0c10886a66959da2eb67707b1c54718850a56d158c');
    expect(apiKeyHash(KEY)).toMatch(/^[0-9a-f]{64}$/);
    expect(apiKeyHash(KEY)).not.toBe(apiKeyHash(newApiKey()));
  });
});

describe('§5.1.1: the Authorization header', () => {
  test.each([
    ['Bearer', `Bearer ${KEY}`],
    ['bearer, as schemes are of any case', `bearer ${KEY}`],
    ['BEARER', `BEARER ${KEY}`],
    ['two spaces', `Bearer  ${KEY}`],
  ])('with %s carries the key', (_, value) => {
    expect(bearerKey(value)).toBe(KEY);
  });

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['the scheme alone', 'Bearer'],
    ['the scheme and a space', 'Bearer '],
    ['the key alone', KEY],
    ['Basic', `Basic ${Buffer.from(`x:${KEY}`).toString('base64')}`],
    ['no space', `Bearer${KEY}`],
    ['a tab instead of a space', `Bearer\t${KEY}`],
    ['two keys', `Bearer ${KEY} ${KEY}`],
    ['two headers joined', `Bearer ${KEY}, Bearer ${KEY}`],
    ['a space before', ` Bearer ${KEY}`],
    ['a newline after', `Bearer ${KEY}\n`],
    ['a key too short', `Bearer ${KEY.slice(0, -1)}`],
    ['a key too long', `Bearer ${KEY}x`],
    ['another prefix', `Bearer pk_${KEY.slice(3)}`],
    ['an upper-case prefix', `Bearer SK_${KEY.slice(3)}`],
    ['quotes', `Bearer "${KEY}"`],
    ['padding', `Bearer ${KEY.slice(0, -1)}=`],
  ])('that is %s carries none', (_, value) => {
    expect(bearerKey(value)).toBeUndefined();
  });
});
