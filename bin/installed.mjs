// Runs before `npm start` and `npm test`, on whatever Node the machine has (20 or later): installs what the lock file
// names when it is not there, or is not what the lock file names any more. Hence plain JavaScript without imports of ours.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const mark = join(root, 'node_modules', '.installed-lock');
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

if (!existsSync(mark) || readFileSync(mark, 'utf8') !== lock) {
  console.log('Installing what package-lock.json names …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(mark, lock);
}
