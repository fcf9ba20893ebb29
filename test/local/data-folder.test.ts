import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startHost } from '../../lib/local/host.ts';
import { startProblem } from '../../lib/startup/start-problem.ts';
import { table, temporaryFolder, writeAssembly } from './fixture.ts';
import { SEEDED, signInResources } from './web/sign-in-fixture.ts';

const PAGE = 'http://localhost/app';
const assemblyDir = writeAssembly({
  Stack: { resources: { Table: table(), ...signInResources({ CallbackURLs: [PAGE], LogoutURLs: [PAGE] }) } },
});

/** Starts on `.local/data` with this file. Returns the line of `npm start`; undefined when it starts. */
async function problemWith(localDir: string, name: string, content: string): Promise<string | undefined> {
  const dataDir = join(localDir, 'data');
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, name), content);
  const options = { assemblyDir, dataDir, port: 0, signIn: { users: SEEDED }, onLog: () => undefined };
  try {
    await (await startHost(options)).stop();
    return undefined;
  } catch (error) {
    return startProblem(error as Error, { localDir, host: '127.0.0.1', port: '3000' });
  }
}

const GARBAGE = 'sk_0123456789 is no content of this file';

test.each([
  ['dynamo.db', GARBAGE],
  ['queues.db', GARBAGE],
  ['positions.db', GARBAGE],
  ['secrets.json', '[{"name": "sk_0123456789"}]'],
  ['issuer-key.json', '{"kty":"RSA","d":"sk_0123456789"}'],
])('%s with a content that is not its own, %s: one line has its path and the remedy', async (name, content) => {
  const localDir = temporaryFolder();
  const line = await problemWith(localDir, name, content);
  expect(line).toMatch(/^\S+ cannot be used \([^)\n]+\): .*--fresh.*PAYMENT_SERVICE_DIR\.$/);
  expect(line?.split(' ')[0]).toBe(join(localDir, 'data', name));
  expect(line).not.toContain('sk_');
});

test('a lock file with any content is emptied: it has none of its own, and --fresh needs the lock', async () => {
  const localDir = temporaryFolder();
  expect(await problemWith(localDir, 'lock.db', GARBAGE)).toBeUndefined();
  expect(readFileSync(join(localDir, 'data', 'lock.db'), 'utf8')).toBe('');
});

test('a file is deleted only when the folder is locked and the port is open', async () => {
  const localDir = temporaryFolder();
  const dataDir = join(localDir, 'data');
  const options = { assemblyDir, dataDir, port: 0, signIn: { users: SEEDED }, onLog: () => undefined };
  const first = await startHost(options);
  const prepared: string[] = [];
  const prepare = async () => void prepared.push('prepared');
  await expect(startHost({ ...options, prepare })).rejects.toThrow('Another local host is running');
  const elsewhere = { ...options, dataDir: temporaryFolder(), port: first.port };
  await expect(startHost({ ...elsewhere, prepare })).rejects.toThrow('EADDRINUSE');
  await first.stop();
  expect([prepared, existsSync(join(elsewhere.dataDir, 'dynamo.db'))]).toEqual([[], false]);
});
