// Runs before `npm start` and `npm test`, on any Node from 20 on. It installs the packages of the lock file unless
// they are installed. The lock file is the project's, or that of the folder given as the argument. Plain JavaScript
// without imports of our own, because nothing may be installed yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? '';
const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..', folder);
const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
const lockHash = createHash('sha256').update(lockText).digest('hex');
/** Holds the hash of the lock file that this script has installed last. */
const mark = join(root, 'node_modules', '.installed-lock');

if (!isInstalled()) {
  console.log(`Installing the packages of ${join(folder, 'package-lock.json')} …`);
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(mark, lockHash);
}

/** Compares the lock file with npm's own list of installed packages, which it writes last, and with the folders. */
function isInstalled() {
  const noted = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!noted) return false;
  const { '': _project, ...wanted } = JSON.parse(lockText).packages;
  return (
    Object.entries(wanted).every(([path, entry]) => (path in noted ? isThere(path, entry) : mayBeMissing(entry))) &&
    Object.entries(noted).every(([path, entry]) => isSame(entry, wanted[path]) && isForHere(entry))
  );
}

/**
 * Whether npm may leave a package out: an optional one of another platform, or one that the last install could not
 * get.
 */
function mayBeMissing(entry) {
  if (!entry.optional) return false;
  const isOfThisPlatform = (entry.os || entry.cpu) && !entry.libc && isForHere(entry);
  return !isOfThisPlatform || (existsSync(mark) && readFileSync(mark, 'utf8') === lockHash);
}

/** Some packages have no hash in the lock file; npm's own list may have one. */
function isSame(noted, wanted) {
  if (wanted === undefined || noted.version !== wanted.version) return false;
  return wanted.integrity === undefined || noted.integrity === wanted.integrity;
}

/** Also checks the package's commands, which an install script may create. */
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

/** Reads `os` and `cpu` as npm does: the listed values, or all except those with an exclamation mark. */
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
