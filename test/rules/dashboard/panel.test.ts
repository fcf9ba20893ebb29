import { expect, test } from 'vitest';
import { SHARE, shareAfter, shareWithin } from '../../../dashboard/src/components/panel-share.ts';

test('the share of a panel stays within its limits', () => {
  expect([-5, 33.4, 120].map(shareWithin)).toEqual([SHARE.least, 33, SHARE.most]);
});

test('arrow, page, Home and End keys change the share', () => {
  const after = (key: string) => shareAfter(key, 50);
  expect(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'].map(after)).toEqual([52, 48, 60, 40]);
  expect(['Home', 'End'].map(after)).toEqual([SHARE.least, SHARE.most]);
  expect(shareAfter('ArrowUp', SHARE.most)).toBe(SHARE.most);
});
