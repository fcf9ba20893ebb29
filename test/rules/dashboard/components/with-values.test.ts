import { expect, test } from 'vitest';
import { withValues } from '../../../../dashboard/src/components/with-values.ts';

test('a filter sets and deletes its values in the address, and the others stay', () => {
  const query = new URLSearchParams('event=payment.success&from=2026-11-01&to=2026-11-20&merchant=mer_1');
  expect(withValues(query, { merchant: '', from: '', to: '' })).toBe('event=payment.success');
  expect(withValues(query, { merchant: 'mer_2' })).toBe(
    'event=payment.success&from=2026-11-01&to=2026-11-20&merchant=mer_2',
  );
});
