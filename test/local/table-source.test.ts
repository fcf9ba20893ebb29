import { expect, test } from 'vitest';
import { tableSource } from '../../lib/local/engines/table-source.ts';

/** A machine with the package that npm selects by `os` and `cpu`. */
const machine = (platform: string, arch: string, endpoint?: string, installed = [`@dynoxide/${platform}-${arch}`]) => ({
  platform,
  arch,
  endpoint,
  packageDir: (name: string) => (installed.includes(name) ? `/modules/${name}` : undefined),
});

test.each([
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
])('on %s-%s the tables engine is the program of its package', (platform, arch) => {
  const path = `/modules/@dynoxide/${platform}-${arch}/dynoxide`;
  expect(tableSource(machine(platform, arch))).toEqual({ kind: 'program', path });
});

test.each([
  ['linux', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
  ['freebsd', 'riscv64'],
])('on %s-%s DYNAMODB_ENDPOINT has priority, and no package is needed', (platform, arch) => {
  const endpoint = 'http://localhost:8000';
  expect(tableSource(machine(platform, arch, endpoint))).toEqual({ kind: 'endpoint', endpoint });
  expect(tableSource(machine(platform, arch, endpoint, []))).toEqual({ kind: 'endpoint', endpoint });
});

test('without the package one sentence names the command that installs it', () => {
  expect(() => tableSource(machine('linux', 'arm64', undefined, []))).toThrow(
    new RegExp(
      '^There is no embedded DynamoDB for linux-arm64: start DynamoDB Local \\(docker run [^)]+\\) ' +
        'and set DYNAMODB_ENDPOINT=http://localhost:8000\\.$',
    ),
  );
});

test('the package of another platform is not used, and on Windows the error names WSL', () => {
  expect(() => tableSource(machine('darwin', 'arm64', '', ['@dynoxide/darwin-x64']))).toThrow('darwin-arm64');
  expect(() => tableSource(machine('win32', 'x64'))).toThrow('run the service in WSL, or start DynamoDB Local');
});
