import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleDir, handlerFiles } from '../../../lib/bundling/bundle.ts';
import { API_FUNCTIONS, BUNDLE_BUDGET_BYTES, bundleBytes } from '../../bench/size-section.ts';

describe('the bundles', () => {
  test.each(API_FUNCTIONS)('%s is within its budget of bytes', (name) => {
    expect(bundleBytes(name)).toBeLessThanOrEqual(BUNDLE_BUDGET_BYTES);
  });

  test('load Node’s built-in modules on demand, because an import costs tens of milliseconds', () => {
    for (const name of handlerFiles().keys()) {
      const code = readFileSync(join(bundleDir(name), 'index.mjs'), 'utf8');
      expect(code.match(/\bimport\s*[\w{*][^;"'()]*from\s*["'](node:)?\w+["']/g) ?? [], name).toEqual([]);
    }
  });
});
