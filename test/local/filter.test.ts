import { expect, test } from 'vitest';
import { compileFilters } from '../../lib/local/mappings/filter.ts';

const RECORD = {
  eventName: 'MODIFY',
  dynamodb: { NewImage: { status: { S: 'paid' } }, OldImage: { status: { S: 'pending' } } },
};

test.each<[boolean, string, unknown]>([
  [true, 'an exact value', { eventName: ['MODIFY'] }],
  [true, 'one of several values', { eventName: ['INSERT', 'MODIFY'] }],
  [false, 'another value', { eventName: ['INSERT'] }],
  [
    true,
    'all fields at depth',
    { dynamodb: { NewImage: { status: { S: ['paid'] } }, OldImage: { status: { S: ['pending'] } } } },
  ],
  [
    false,
    'one of two fields at depth',
    { dynamodb: { NewImage: { status: { S: ['paid'] } }, OldImage: { status: { S: ['paid'] } } } },
  ],
  [false, 'a field that is missing', { dynamodb: { Keys: { id: { S: ['x'] } } } }],
])('%s: %s', (passes, _what, pattern) => {
  expect(compileFilters([JSON.stringify(pattern)])(RECORD)).toBe(passes);
});

test('several patterns are alternatives; without a pattern everything passes', () => {
  const patterns = [{ eventName: ['INSERT'] }, { eventName: ['MODIFY'] }].map((pattern) => JSON.stringify(pattern));
  expect(compileFilters(patterns)(RECORD)).toBe(true);
  expect(compileFilters([])(RECORD)).toBe(true);
});

test.each([{ a: [{ prefix: 'x' }] }, { a: 'text' }, { $or: [{ a: ['x'] }] }])('refuses the pattern %j', (pattern) => {
  expect(() => compileFilters([JSON.stringify(pattern)])).toThrow('lib/local/mappings/filter.ts');
});
