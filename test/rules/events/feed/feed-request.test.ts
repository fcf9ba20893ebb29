import { expect, test } from 'vitest';
import { feedInput, TWO_BEGINNINGS } from '../../../../functions/events/feed/feed-request.ts';

const cursor = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');
const NEXT = cursor({ settledAt: 1 });

test('a time is read in any zone', () => {
  expect(feedInput.parse({ from: ['2026-11-20T09:00:00+01:00'] })).toEqual({ from: Date.UTC(2026, 10, 20, 8) });
});

const UNREADABLE = [
  '',
  '!',
  `${NEXT}=`,
  ...[{}, { settledAt: 1.5 }, { settledAt: 1, merchantId: 'mer_b' }].map(cursor),
];
// The last is what arrives of an unencoded `+`.
const WITHOUT_ZONE = ['2026-11-20T08:00:00', '2026-11-20T08:00:00 01:00'];
test.each<[string, object[], string]>([
  ['a foreign position', UNREADABLE.map((after) => ({ after: [after] })), 'after must be `next` of an earlier answer'],
  ['two positions', [{ after: [NEXT, NEXT] }], 'after must be given once'],
  ['two beginnings', [{ after: [NEXT], from: ['2026-11-20T08:00:00Z'] }], TWO_BEGINNINGS],
  [
    'a time without its zone',
    WITHOUT_ZONE.map((from) => ({ from: [from] })),
    'from must be a time with its zone, such as 2026-11-20T08:00:00Z (encode a + as %2B)',
  ],
  [
    'another limit',
    ['', '0', '101', '1e1'].map((limit) => ({ limit: [limit] })),
    'limit must be a whole number from 1 to 100',
  ],
])('%s is refused', (_, queries, problem) => {
  for (const query of queries) {
    expect(feedInput.safeParse(query).error?.issues.map(({ message }) => message)).toEqual([problem]);
  }
});
