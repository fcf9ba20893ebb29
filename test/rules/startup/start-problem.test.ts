import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fileError } from '../../../lib/local/data-file.ts';
import { openLocalDir } from '../../../lib/startup/local-data.ts';
import { startProblem } from '../../../lib/startup/start-problem.ts';

const folder = mkdtempSync(join(tmpdir(), 'start-'));
afterAll(() => rmSync(folder, { recursive: true }));
const localDir = join(folder, '.local');
const problem = (error: object) =>
  startProblem(error instanceof Error ? error : Object.assign(new Error('it failed'), error), {
    localDir,
    port: '3000',
  });

function thrownBy(run: () => unknown): object {
  try {
    run();
  } catch (error) {
    return error as object;
  }
  throw new Error('nothing was thrown');
}

// The fields of Node's and SQLite's errors on a full disk, as a write and an open give them.
test.each([
  [{ code: 'ENOSPC', syscall: 'write', errno: -28 }, localDir],
  [{ code: 'ENOSPC', syscall: 'open', path: join(localDir, 'host.json') }, join(localDir, 'host.json')],
  [{ code: 'EDQUOT', syscall: 'write' }, localDir],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 13, message: `${localDir}/data/lock.db: database or disk is full` }, localDir],
])('a full disk is named with its path: %o', (error, path) => {
  expect(problem(error)).toContain(`The disk of ${path} is full`);
  expect(problem(error)).toContain('PAYMENT_SERVICE_DIR');
});

test('a folder that cannot be written names the path, and PAYMENT_SERVICE_DIR', () => {
  writeFileSync(join(folder, 'file'), '');
  const inFile = join(folder, 'file', '.local');
  const error = thrownBy(() => openLocalDir(inFile));
  const text = startProblem(error as NodeJS.ErrnoException, { localDir: inFile, port: '3000' });
  expect(text).toMatch(/\/file\/\.local cannot be used \(ENOTDIR\): .*PAYMENT_SERVICE_DIR/);
  for (const code of ['EACCES', 'EROFS', 'EPERM', 'ENOENT']) {
    expect(problem({ code, syscall: 'mkdir', path: localDir })).toMatch(/\.local cannot be used .*PAYMENT_SERVICE_DIR/);
  }
});

// As SQLite and the DynamoDB engine say it: the folder of another user, and a file that is not theirs.
test.each([
  ['unable to open database file', 'give this user the right to write there'],
  ['attempt to write a readonly database', 'give this user the right to write there'],
  ['file is not a database', 'start with --fresh'],
])('a file with %s is named with the remedy', (message, remedy) => {
  const path = join(localDir, 'data', 'queues.db');
  const text = problem(fileError(path, Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR' })));
  expect(text).toMatch(new RegExp(`^${path} cannot be used \\(${message}\\): .*${remedy}.*PAYMENT_SERVICE_DIR\\.$`));
});

test('a port that cannot be opened is named with PORT', () => {
  expect(problem({ code: 'EADDRINUSE', syscall: 'listen' })).toMatch(/^Port 3000 is in use: .*PORT=8080/);
  expect(problem({ code: 'EACCES', syscall: 'listen' })).toMatch(/^Port 3000 needs more rights: .*PORT=8080/);
});

test('any other error says what it says', () => {
  expect(problem({})).toBe('it failed');
});
