import { expect, test } from 'vitest';
import { totalsInput } from '../../../../functions/dashboard/finance/totals.ts';

const JULY = { from: '2026-07-01', to: '2026-07-31' };

test.each([
  ['of 32 days', { to: '2026-08-01' }, ['to']],
  ['that goes back', { to: '2026-06-30' }, ['to']],
  ['of days that do not exist', { from: '2026-02-30' }, ['from']],
  ['of something else', { of: 'refunds' }, ['of']],
])('a period %s is refused with the name of its field', (_, input, path) => {
  expect(totalsInput.safeParse({ of: 'movements', ...JULY, ...input }).error?.issues).toMatchObject([{ path }]);
});
