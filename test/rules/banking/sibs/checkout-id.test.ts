import { describe, expect, test } from 'vitest';
import { transactionIdOf } from '../../../../functions/banking/sibs/checkout-id.ts';
import { checkoutId } from '../../../../functions/banking/sibs/wire.ts';
import { randomId } from '../../../../functions/runtime/ids.ts';

describe('a merchant transaction id', () => {
  test('has 30 characters and contains our id', () => {
    for (let round = 0; round < 50; round += 1) {
      const id = randomId('tx');
      const sent = checkoutId(id);
      expect(sent).toHaveLength(30);
      expect(sent.split('-')[0]).toBe(id.slice('tx_'.length));
      expect(transactionIdOf(sent)).toBe(id);
    }
  });

  test.each([
    null,
    undefined,
    '',
    '863b730df285443ca404e0085fw234',
    'aafd48f8d6814e86855ed5489d04880f',
    '0123456789abcdefghjkmnpq',
    '0123456789abcdefghjkmnpi-abcde',
    '0123456789abcdefghjkmnpq-abcdef',
  ])('that is not ours contains no id of ours: %j', (foreign) => {
    expect(transactionIdOf(foreign)).toBeNull();
  });
});
