import { expect, test } from 'vitest';
import { listInput } from '../../../../functions/dashboard/transactions/transactions-input.ts';

const PERIOD = { period: { by: 'created', from: '2026-11-20', to: '2026-11-20' } };

test('a list refuses an invalid day, an amount with parts of a cent, and a search without period, order or id', () => {
  for (const wrong of [
    { find: { period: { by: 'created', from: '2026-02-30', to: '2026-03-01' } } },
    { find: { period: { by: 'created', from: '9999-12-31', to: '9999-12-31' } } },
    { find: PERIOD, filters: { amount: 0.001 } },
    { find: PERIOD, limit: 501 },
    { find: { ...PERIOD, orderId: 'ORDER-1' } },
    { find: {} },
    {},
  ])
    expect(listInput.safeParse(wrong).success).toBe(false);
});
