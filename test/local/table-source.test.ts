import { expect, test } from 'vitest';
import { tableSource } from '../../lib/local/engines/table-source.ts';

/** A machine on which npm has installed the package that fits, as it does by `os` and `cpu`. */
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
])('on %s-%s the tables are the program of its package', (platform, arch) => {
  const path = `/modules/@dynoxide/${platform}-${arch}/dynoxide`;
  expect(tableSource(machine(platform, arch))).toEqual({ kind: 'program', path });
});

test.each([
  ['linux', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
  ['freebsd', 'riscv64'],
])('on %s-%s DYNAMODB_ENDPOINT goes first, and nothing need be installed', (platform, arch) => {
  const endpoint = 'http://localhost:8000';
  expect(tableSource(machine(platform, arch, endpoint))).toEqual({ kind: 'endpoint', endpoint });
  expect(tableSource(machine(platform, arch, endpoint, []))).toEqual({ kind: 'endpoint', endpoint });
});

test('where the package is missing, one sentence names the way out with its command', () => {
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
