import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './tools.ts';

interface Package {
  version: string;
  license?: string;
  dev?: boolean;
}
type Packages = Record<string, Package>;

const LOCKS = ['package-lock.json', 'test/judges/package-lock.json'];

/**
 * Free to use, also in a closed service. Those of the last line ask for a notice or for changes of their own files
 * only.
 */
const FREE =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|WTFPL|CC0-1\.0|Python-2\.0|MPL-2\.0|OFL-1\.1|CC-BY-4\.0)$/;

/** Packages of which the lock file names another licence or none, by why they may be used. */
const ACCEPTED: [names: RegExp, why: string][] = [
  [
    /^@cspell\/dict-(pt-pt|en-common-misspellings)$/,
    'word lists of the spelling check (LGPL-3.0, CC BY-SA 4.0); not shipped',
  ],
  [/^(compute-(gcd|lcm)|reserved|validate\.io-[a-z-]+)$/, 'MIT, in the older field `licenses`; tools of the judges'],
  [
    /^@cloud-copilot\/iam-(simulate|policy|utils)$/,
    'AGPL-3.0; a judge, unchanged and not shipped (docs/decisions/0044)',
  ],
];

/** Packages that are neither under a free licence nor accepted. One that is part of the service cannot be accepted. */
function forbidden(packages: Packages, lock: string): string[] {
  return Object.entries(packages).flatMap(([path, { license, dev }]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (name === '' || isFree(license)) return [];
    const isTool = dev || lock !== LOCKS[0];
    if (isTool && ACCEPTED.some(([names]) => names.test(name))) return [];
    return [`${name}: ${license ?? 'no licence'}`];
  });
}

/** Of several alternatives one is enough. */
function isFree(licence = ''): boolean {
  return licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((each) => FREE.test(each));
}

const packagesOf = (lock: string) =>
  (JSON.parse(readFileSync(join(ROOT, lock), 'utf8')) as { packages: Packages }).packages;

test.each(LOCKS)('every package of %s has a licence that may be used', (lock) => {
  const { '': _, ...packages } = packagesOf(lock);
  const counts = Object.entries(Object.groupBy(Object.values(packages), ({ license }) => license ?? 'none'));
  const sorted = counts.map(([licence, found]) => `${licence} ${found?.length}`).sort();
  console.log(`  licences: ${Object.keys(packages).length} packages of ${lock}: ${sorted.join(', ')}`);
  expect(forbidden(packages, lock)).toEqual([]);
});

test('the judgement finds what is planted', () => {
  const planted: Packages = {
    'node_modules/a': { version: '1', license: 'AGPL-3.0-only', dev: true },
    'node_modules/b': { version: '1', license: 'BUSL-1.1' },
    'node_modules/c': { version: '1' },
    'node_modules/d/node_modules/@cspell/dict-pt-pt': { version: '1', license: 'LGPL-3.0' },
    'node_modules/@cloud-copilot/iam-policy': { version: '1', license: 'AGPL-3.0-or-later' },
    'node_modules/e': { version: '1', license: '(MIT OR GPL-3.0-or-later)' },
    'node_modules/f': { version: '1', license: 'MIT AND GPL-2.0' },
  };
  expect(forbidden(planted, 'package-lock.json')).toEqual([
    'a: AGPL-3.0-only',
    'b: BUSL-1.1',
    'c: no licence',
    '@cspell/dict-pt-pt: LGPL-3.0',
    '@cloud-copilot/iam-policy: AGPL-3.0-or-later',
    'f: MIT AND GPL-2.0',
  ]);
});
