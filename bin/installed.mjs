// Runs before `npm start` and `npm test`, on any Node from 20 on. It installs the packages of the lock file unless
// npm's own list, which it writes when an installation ends, has them. The lock file is the project's, or that of the
// folder given as the argument. Plain JavaScript without imports of our own, because nothing may be installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = process.argv[2] ?? '';
const root = join(fileURLToPath(new URL('.', import.meta.url)), '..', folder);

if (!isInstalled()) {
  console.log(`Installing the packages of ${join(folder, 'package-lock.json')} …`);
  const options = { cwd: root, stdio: 'inherit' };
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], options);
  process.exitCode = status ?? 1;
}

/** npm leaves out optional packages, such as those of other platforms. */
function isInstalled() {
  const list = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const [installed, { '': _project, ...wanted }] = [list, join(root, 'package-lock.json')].map(packagesIn);
  return Object.entries(wanted).every(([path, { version, optional }]) =>
    path in installed ? installed[path].version === version : optional,
  );
}

function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}
