import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, '..', '..', '..', 'bin', 'installed.mjs');

interface LockEntry {
  version: string;
  resolved?: string;
  integrity?: string;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  bin?: Record<string, string>;
}
type Packages = Record<string, LockEntry>;

const OTHER_OS = process.platform === 'darwin' ? 'linux' : 'darwin';
const PACKAGES: Packages = {
  'node_modules/left': { version: '1.2.3', integrity: 'sha512-left' },
  'node_modules/left/node_modules/right': { version: '2.0.0', integrity: 'sha512-right' },
  'node_modules/tool': { version: '3.0.0', integrity: 'sha512-tool', bin: { tool: 'bin/tool' } },
  'node_modules/engine-here': {
    version: '1.0.0',
    integrity: 'sha512-here',
    optional: true,
    os: [process.platform],
    cpu: [process.arch],
  },
  'node_modules/engine-elsewhere': {
    version: '1.0.0',
    integrity: 'sha512-elsewhere',
    optional: true,
    os: [OTHER_OS],
    cpu: [process.arch],
  },
  'node_modules/of-engine-elsewhere': { version: '4.0.0', integrity: 'sha512-of', optional: true },
};
const INSTALLED_HERE = Object.keys(PACKAGES).filter((path) => !path.includes('elsewhere'));

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'payment-service-installed-'));
  write('bin/installed.mjs', '');
  copyFileSync(SCRIPT, join(root, 'bin/installed.mjs'));
  // Replaces npm: records its arguments and installs nothing.
  write('path/npm', '#!/bin/sh\nmkdir -p node_modules\necho "$@" >> "$CALLS"\nexit "$NPM_STATUS"\n');
  chmodSync(join(root, 'path/npm'), 0o755);
  write('package-lock.json', lockOf(PACKAGES));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function lockOf(packages: Packages): string {
  const own = { name: 'made-up', version: '0.1.0' };
  return JSON.stringify({ ...own, lockfileVersion: 3, requires: true, packages: { '': own, ...packages } }, null, 2);
}

/** The result of `npm ci`: the folders, and finally the hidden lock file that lists the installed packages. */
function npmCi(paths: readonly string[] = INSTALLED_HERE): void {
  const installed = Object.fromEntries(paths.map((path) => [path, PACKAGES[path] as LockEntry]));
  for (const [path, { version, bin = {} }] of Object.entries(installed)) {
    write(`${path}/package.json`, JSON.stringify({ name: path, version }));
    for (const file of Object.values(bin)) write(`${path}/${file}`, '');
  }
  write('node_modules/.package-lock.json', JSON.stringify({ lockfileVersion: 3, requires: true, packages: installed }));
}

/** Runs the script and returns its exit status and the calls of npm. */
function run(npmStatus = 0): { status: number | null; calls: string[] } {
  const calls = join(root, 'calls');
  rmSync(calls, { force: true });
  const PATH = `${join(root, 'path')}:${process.env.PATH}`;
  const { status } = spawnSync(process.execPath, ['bin/installed.mjs'], {
    cwd: root,
    env: { ...process.env, PATH, CALLS: calls, NPM_STATUS: String(npmStatus) },
  });
  return { status, calls: existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [] };
}

const INSTALLS = { status: 0, calls: [expect.stringMatching(/^ci /)] };
const INSTALLS_NOTHING = { status: 0, calls: [] };

describe('the script before npm start and npm test', () => {
  test('installs nothing after npm ci, although packages of other platforms are missing', () => {
    npmCi();
    expect(run()).toEqual(INSTALLS_NOTHING);
  });

  test('installs where nothing is installed, and fails when the install fails', () => {
    expect(run()).toEqual(INSTALLS);
    expect(run(7).status).toBe(7);
    expect(run()).toEqual(INSTALLS);
  });

  test('installs after an interrupted install: folders, but no hidden lock file', () => {
    npmCi();
    rmSync(join(root, 'node_modules/.package-lock.json'));
    expect(run()).toEqual(INSTALLS);
    write('node_modules/.package-lock.json', '{"packages": {"node_mod');
    expect(run()).toEqual(INSTALLS);
  });

  test.each([
    [
      'a package with another version',
      { ...PACKAGES, 'node_modules/left': { version: '1.2.4', integrity: 'sha512-new' } },
    ],
    [
      'other bytes of the same version',
      { ...PACKAGES, 'node_modules/left': { version: '1.2.3', integrity: 'sha512-new' } },
    ],
    ['an additional package', { ...PACKAGES, 'node_modules/new': { version: '1.0.0', integrity: 'sha512-new' } }],
  ])('installs when the lock file has %s', (_what, packages) => {
    npmCi();
    write('package-lock.json', lockOf(packages));
    expect(run()).toEqual(INSTALLS);
  });

  test('installs when the lock file has one package less', () => {
    npmCi();
    const { 'node_modules/tool': _gone, ...packages } = PACKAGES;
    write('package-lock.json', lockOf(packages));
    expect(run()).toEqual(INSTALLS);
  });

  test.each([
    ['the folder of a package', 'node_modules/left/node_modules/right'],
    ['a command that a package’s install script creates', 'node_modules/tool/bin/tool'],
  ])('installs when %s is missing', (_what, path) => {
    npmCi();
    rmSync(join(root, path), { recursive: true });
    expect(run()).toEqual(INSTALLS);
  });

  test('installs when a folder has another version than npm has recorded', () => {
    npmCi();
    write('node_modules/left/package.json', JSON.stringify({ name: 'left', version: '9.9.9' }));
    expect(run()).toEqual(INSTALLS);
  });

  test('installs when the packages are those of another platform', () => {
    npmCi([...INSTALLED_HERE.filter((path) => path !== 'node_modules/engine-here'), 'node_modules/engine-elsewhere']);
    expect(run()).toEqual(INSTALLS);
  });

  test('tries once to install the package of this platform, and accepts that npm skips it', () => {
    npmCi(INSTALLED_HERE.filter((path) => path !== 'node_modules/engine-here'));
    expect(run()).toEqual(INSTALLS);
    expect(run()).toEqual(INSTALLS_NOTHING);
  });

  test('accepts a recorded hash for a package without a hash in the lock file', () => {
    npmCi();
    const { integrity: _none, ...unhashed } = PACKAGES['node_modules/engine-here'] as LockEntry;
    write('package-lock.json', lockOf({ ...PACKAGES, 'node_modules/engine-here': unhashed }));
    expect(run()).toEqual(INSTALLS_NOTHING);
    write('package-lock.json', lockOf({ ...PACKAGES, 'node_modules/engine-here': { ...unhashed, version: '1.0.1' } }));
    expect(run()).toEqual(INSTALLS);
  });

  test('installs when packages of an already installed lock file are missing', () => {
    const lock = readFileSync(join(root, 'package-lock.json'));
    write('node_modules/.installed-lock', createHash('sha256').update(lock).digest('hex'));
    expect(run()).toEqual(INSTALLS);
  });
});
