import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { Sha256 } from '../../functions/runtime/sha256.ts';

const TEXT = Buffer.from('AWS4-HMAC-SHA256\n20261120T000000Z\ncafé');

async function hex(hash: Sha256, ...parts: Uint8Array[]): Promise<string> {
  for (const part of parts) hash.update(part);
  return Buffer.from(await hash.digest()).toString('hex');
}

function openssl(...options: string[]): string {
  const { stdout } = spawnSync('openssl', ['dgst', '-sha256', '-r', ...options], { input: TEXT, encoding: 'utf8' });
  return stdout.split(' ')[0] ?? '';
}

describe('the hash that signs our calls to AWS', () => {
  test('is what openssl makes of the same bytes, in one part or in several', async () => {
    expect(await hex(new Sha256(), TEXT)).toBe(openssl());
    expect(await hex(new Sha256(), TEXT.subarray(0, 7), TEXT.subarray(7))).toBe(openssl());
  });

  test.each([
    ['text', 'AWS4secret'],
    ['bytes', Buffer.from('AWS4secret')],
    ['a view into more bytes', new Uint8Array(Buffer.from('xxAWS4secretxx')).subarray(2, 12)],
    ['a buffer', new Uint8Array(Buffer.from('AWS4secret')).buffer as ArrayBuffer],
  ])('takes its key as %s', async (_, key) => {
    expect(await hex(new Sha256(key), TEXT)).toBe(openssl('-hmac', 'AWS4secret'));
  });

  test('begins anew after a reset, with its key', async () => {
    const hash = new Sha256('AWS4secret');
    hash.update(Buffer.from('forgotten'));
    hash.reset();
    expect(await hex(hash, TEXT)).toBe(openssl('-hmac', 'AWS4secret'));
  });
});
