import { describe, expect, test } from 'vitest';
import { filterCount, requestOf } from '../../../../../dashboard/src/transactions/list/list-request.ts';

describe('the filters of a list in the address', () => {
  const DAYS = { from: '2026-11-01', to: '2026-11-20' };
  const request = (query: string) => requestOf(new URLSearchParams(query), DAYS);

  test('are none without parameters, or where a value is unknown', () => {
    const all = { period: { by: 'created', ...DAYS }, filters: {} };
    expect(request('')).toEqual(all);
    expect(request('by=lost&status=paid,failed&method=CARD&delivery=')).toEqual(all);
  });

  test('are one of each, and count', () => {
    const query = 'by=paid&status=paid&method=MBWAY&delivery=not_delivered,skipped&merchant=mer_1';
    expect(request(query)).toEqual({
      period: { by: 'paid', ...DAYS },
      filters: { statuses: ['paid'], methods: ['MBWAY'], deliveries: ['not_delivered', 'skipped'] },
      merchantId: 'mer_1',
    });
    expect([filterCount(request(query)), filterCount(request('by=paid&merchant=mer_1'))]).toEqual([3, 0]);
  });
});
