import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SOURCE_HEADER } from '../../../lib/local/api/request.ts';
import { browserSource } from '../../browser/support/browser-source.ts';
import { fromAddress } from '../../support/network/source-address.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const CHROME_OF_MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** A machine that has these files. */
const machine = (platform: string, arch: string, files: string[] = [], env: Record<string, string> = {}) => ({
  platform,
  arch,
  env,
  exists: (path: string) => files.includes(path),
});

describe('the tests’ browser', () => {
  test.each([
    ['linux', 'x64', '/usr/bin/chromium'],
    ['linux', 'arm64', '/usr/bin/google-chrome'],
    ['linux', 'x64', '/snap/bin/chromium'],
    ['linux', 'arm64', '/opt/chrome/google-chrome-stable'],
    ['darwin', 'arm64', CHROME_OF_MAC],
    ['darwin', 'x64', '/Users/ana/Applications/Chromium.app/Contents/MacOS/Chromium'],
  ])('on %s-%s is the installed one, at %s', (platform, arch, path) => {
    const env = { PATH: '/bin:/opt/chrome', HOME: '/Users/ana' };
    expect(browserSource(machine(platform, arch, ['/bin/sh', path], env))).toEqual({ kind: 'program', path });
  });

  test('is the one that CHROMIUM_PATH names, before any other', () => {
    const env = { CHROMIUM_PATH: '/mine' };
    for (const platform of ['linux', 'darwin', 'win32'])
      expect(browserSource(machine(platform, 'x64', [CHROME_OF_MAC, '/usr/bin/chromium'], env))).toEqual({
        kind: 'program',
        path: '/mine',
      });
  });

  test('is the packaged one only on Linux on x64; elsewhere an error says what to do', () => {
    expect(browserSource(machine('linux', 'x64'))).toEqual({ kind: 'packaged' });
    for (const [platform, arch] of [
      ['linux', 'arm64'],
      ['darwin', 'arm64'],
      ['win32', 'x64'],
    ] as const)
      expect(() => browserSource(machine(platform, arch))).toThrow('install it, or set CHROMIUM_PATH');
  });
});

test('a call uses its own source address on Linux, and a header elsewhere', () => {
  expect(fromAddress('127.1.0.7', 'linux')).toEqual({ localAddress: '127.1.0.7', headers: {} });
  expect(fromAddress('127.1.0.7', 'darwin')).toEqual({ headers: { [SOURCE_HEADER]: '127.1.0.7' } });
  expect(fromAddress(undefined, 'darwin')).toEqual({ headers: {} });
});

test('npm finds the tables engine for each platform: one version, with the os and cpu that select it', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
  const wanted = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'];
  const { optionalDependencies } = read('package.json');
  const { packages } = read('package-lock.json');
  expect(Object.keys(optionalDependencies).sort()).toEqual(wanted.map((name) => `@dynoxide/${name}`));
  expect(new Set(Object.values(optionalDependencies)).size).toBe(1);
  expect(packages[''].optionalDependencies).toEqual(optionalDependencies);
  for (const name of wanted) {
    const [os, cpu] = name.split('-');
    expect(packages[`node_modules/@dynoxide/${name}`]).toMatchObject({
      version: optionalDependencies[`@dynoxide/${name}`],
      optional: true,
      os: [os],
      cpu: [cpu],
    });
  }
});
