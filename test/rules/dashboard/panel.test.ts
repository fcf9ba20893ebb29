import { expect, test } from 'vitest';
import { SHARE, shareAfter, shareWithin } from '../../../dashboard/src/components/panel-share.ts';

test('a panel is drawn within its limits', () => {
  expect([-5, 33.4, 120].map(shareWithin)).toEqual([SHARE.least, 33, SHARE.most]);
});

test('keys make it larger and smaller, by steps, by leaps and to the ends', () => {
  const after = (key: string) => shareAfter(key, 50);
  expect(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'].map(after)).toEqual([52, 48, 60, 40]);
  expect(['Home', 'End'].map(after)).toEqual([SHARE.least, SHARE.most]);
  expect(shareAfter('ArrowUp', SHARE.most)).toBe(SHARE.most);
});

test('other keys are left to the page', () => {
  expect(['Tab', 'a', 'Escape', 'ArrowLeft'].map((key) => shareAfter(key, 50))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
