import { expect, test } from 'vitest';
import { keyringOf } from '../../../functions/merchants/keys/keyring.ts';
import { phoneHashFrom } from '../../../functions/payments/start/phone.ts';

const [K1, K2] = ['a'.repeat(64), 'b'.repeat(64)];
const hashBy = (keys: object) => phoneHashFrom(async () => keyringOf(JSON.stringify(keys)));

test('D6: a key added to the keyring does not change the hash of the same phone', async () => {
  const before = await hashBy({ k1: K1 })('tx_1', '910000000');
  expect(await hashBy({ k1: K1, k2: K2 })('tx_1', '910000000')).toBe(before);
});

test('the hash depends on phone, transaction and key', async () => {
  const hash = hashBy({ k1: K1 });
  const hashes = [
    await hash('tx_1', '910000000'),
    await hash('tx_1', '910000001'),
    await hash('tx_2', '910000000'),
    await hashBy({ k1: K2 })('tx_1', '910000000'),
  ];
  expect(new Set(hashes).size).toBe(4);
  for (const each of hashes) expect(each).not.toContain('910000000');
});
