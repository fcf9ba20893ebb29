import { expect, test } from 'vitest';
import { compileFilters } from '../../lib/local/mappings/filter.ts';

const RECORD = {
  eventName: 'MODIFY',
  count: 5,
  nothing: null,
  flag: true,
  tags: ['red', 'green'],
  items: [{ kind: 'a' }, { kind: 'b' }],
  dynamodb: { NewImage: { status: { S: 'paid' }, n: { N: '5' } }, OldImage: { status: { S: 'pending' } } },
};

test.each<[boolean, string, unknown]>([
  [true, 'an exact value', { eventName: ['MODIFY'] }],
  [true, 'one of several values', { eventName: ['INSERT', 'MODIFY'] }],
  [false, 'another value', { eventName: ['INSERT'] }],
  [true, 'null', { nothing: [null] }],
  [true, 'a boolean', { flag: [true] }],
  [false, 'a number given as text', { count: ['5'] }],
  [
    true,
    'fields at depth, all of them',
    { dynamodb: { NewImage: { status: { S: ['paid'] } }, OldImage: { status: { S: ['pending'] } } } },
  ],
  [
    false,
    'fields at depth, one of which differs',
    { dynamodb: { NewImage: { status: { S: ['paid'] } }, OldImage: { status: { S: ['paid'] } } } },
  ],
  [false, 'a field that is missing', { absent: ['x'] }],
  [true, 'any member of a list', { tags: ['green'] }],
  [true, 'any object of a list', { items: { kind: ['b'] } }],
  [true, 'a prefix', { eventName: [{ prefix: 'MOD' }] }],
  [false, 'a wrong prefix', { eventName: [{ prefix: 'INS' }] }],
  [true, 'a suffix', { eventName: [{ suffix: 'IFY' }] }],
  [true, 'a text in another case', { eventName: [{ 'equals-ignore-case': 'modify' }] }],
  [true, 'a prefix in another case', { eventName: [{ prefix: { 'equals-ignore-case': 'mod' } }] }],
  [true, 'anything but a text', { eventName: [{ 'anything-but': 'INSERT' }] }],
  [false, 'anything but the text', { eventName: [{ 'anything-but': ['MODIFY', 'INSERT'] }] }],
  [false, 'anything but a prefix', { eventName: [{ 'anything-but': { prefix: 'MOD' } }] }],
  [true, 'anything but another suffix', { eventName: [{ 'anything-but': { suffix: 'ERT' } }] }],
  [false, 'anything but, of a missing field', { absent: [{ 'anything-but': 'x' }] }],
  [true, 'existence of a leaf', { eventName: [{ exists: true }] }],
  [false, 'existence of what is missing', { absent: [{ exists: true }] }],
  [true, 'absence of what is missing', { absent: [{ exists: false }] }],
  [true, 'absence at depth under a missing parent', { dynamodb: { Gone: { status: { S: [{ exists: false }] } } } }],
  [false, 'existence of an object: only leaves count', { dynamodb: { NewImage: [{ exists: true }] } }],
  [true, 'a number in a range', { count: [{ numeric: ['>', 4, '<=', 5] }] }],
  [true, 'an equal number', { count: [{ numeric: ['=', 5] }] }],
  [false, 'a number out of range', { count: [{ numeric: ['<', 5] }] }],
  [false, 'a DynamoDB number, which is text', { dynamodb: { NewImage: { n: { N: [{ numeric: ['=', 5] }] } } } }],
  [true, 'one of two fields', { $or: [{ eventName: ['INSERT'] }, { count: [5] }] }],
  [false, 'neither of two fields', { $or: [{ eventName: ['INSERT'] }, { count: [6] }] }],
])('%s: %s', (passes, _what, pattern) => {
  expect(compileFilters([JSON.stringify(pattern)])(RECORD)).toBe(passes);
});

test('several patterns are alternatives; without a pattern everything passes', () => {
  const one = JSON.stringify({ eventName: ['INSERT'] });
  const other = JSON.stringify({ count: [5] });
  expect(compileFilters([one, other])(RECORD)).toBe(true);
  expect(compileFilters([])(RECORD)).toBe(true);
});

test.each([{ a: [{ cidr: '10.0.0.0/8' }] }, { a: [{ wildcard: '*' }] }, { a: 'text' }, { a: [{ numeric: ['~', 1] }] }])(
  'refuses the pattern %j',
  (pattern) => {
    expect(() => compileFilters([JSON.stringify(pattern)])).toThrow();
  },
);
