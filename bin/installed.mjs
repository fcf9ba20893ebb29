// Runs before `npm start` and `npm test`, on whatever Node the machine has (20 or later): installs what the lock file
// names unless that is what is there. Hence plain JavaScript without imports of ours.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
const lockHash = createHash('sha256').update(lockText).digest('hex');
/** Names the lock file of which this script has installed all that npm could get. */
const mark = join(root, 'node_modules', '.installed-lock');

if (!isInstalled()) {
  console.log('Installing what package-lock.json names …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(mark, lockHash);
}

/**
 * Compares the lock file with npm's own note of what it has installed, which it writes at the very end, and with what lies
 * in the folders.
 */
function isInstalled() {
  const noted = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!noted) return false;
  const { '': _project, ...wanted } = JSON.parse(lockText).packages;
  return (
    Object.entries(wanted).every(([path, entry]) => (path in noted ? isThere(path, entry) : mayBeMissing(entry))) &&
    Object.entries(noted).every(([path, entry]) => isSame(entry, wanted[path]) && isForHere(entry))
  );
}

/** A package that npm may leave out: one of another platform or its needs, or one that it could not get when asked by us. */
function mayBeMissing(entry) {
  if (!entry.optional) return false;
  const isOfThisPlatform = (entry.os || entry.cpu) && !entry.libc && isForHere(entry);
  return !isOfThisPlatform || (existsSync(mark) && readFileSync(mark, 'utf8') === lockHash);
}

/** The lock file has no hash of packages that the registry lacked when it was written; npm may note one all the same. */
function isSame(noted, wanted) {
  if (wanted === undefined || noted.version !== wanted.version) return false;
  return wanted.integrity === undefined || noted.integrity === wanted.integrity;
}

/** The commands too, since a package's install script may have been left out that makes them. */
function isThere(path, { version, bin = {} }) {
  const folder = join(root, path);
  return (
    readJson(join(folder, 'package.json'))?.version === version &&
    Object.values(bin).every((file) => existsSync(join(folder, file)))
  );
}

function isForHere({ os, cpu }) {
  return allows(os, process.platform) && allows(cpu, process.arch);
}

/** As npm reads `os` and `cpu`: those named, or all but those with an exclamation mark. */
function allows(list, mine) {
  if (!list?.length || list.includes('any')) return true;
  if (list.includes(`!${mine}`)) return false;
  return list.includes(mine) || list.every((name) => name.startsWith('!'));
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
