import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** The folder of the built page; the same as in `dashboard/vite.config.ts`. */
export const PAGE_DIR = join(ROOT, '.cache', 'dashboard');
const KEY_FILE = join(ROOT, '.cache', 'dashboard.key.json');

/** In this order: the first empties the folder. */
const CONFIG_FILES = ['vite.config.ts', 'vite.reference.config.ts'];

// Everything in the page's folder, the documents and what renders them, the versions of its dependencies, and this
// file.
const SOURCES = [
  'dashboard/**',
  'docs/**',
  'lib/docs/**',
  'lib/bundling/support.ts',
  'package-lock.json',
  'lib/bundling/page.ts',
];

/** The sources of the last build. */
interface Key {
  /** Modules outside of the page's folder, relative to the project: rules that the page shares with the functions. */
  shared: string[];
  hash: string;
}

/** Builds the page with Vite, unless the last build had the same sources. */
export async function buildPage(): Promise<void> {
  const last = lastKey();
  if (last && existsSync(join(PAGE_DIR, 'index.html')) && hashOf(last.shared) === last.hash) return;
  const before = hashOf([]);
  const outDir = `${PAGE_DIR}.${process.pid}`;
  try {
    const shared = await build(outDir);
    // Renamed when complete: another synthesis at the same time must not find half a page.
    rmSync(PAGE_DIR, { recursive: true, force: true });
    renameSync(outDir, PAGE_DIR);
    // A file that changed during the build may be missing in it: an empty hash makes the next start build again.
    const isCurrent = hashOf([]) === before;
    writeFileSync(KEY_FILE, JSON.stringify({ shared, hash: isCurrent ? hashOf(shared) : '' } satisfies Key));
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

/** Returns the modules outside of the page's folder that the build used, without packages. */
async function build(outDir: string): Promise<string[]> {
  // Loaded only when there is something to build.
  const vite = await import('vite');
  const modules = new Set<string>();
  for (const configFile of CONFIG_FILES) {
    await vite.build({
      configFile: join(ROOT, 'dashboard', configFile),
      root: join(ROOT, 'dashboard'),
      // Its warnings are about sizes, which a test checks, and about excluded files.
      logLevel: 'error',
      build: { outDir },
      plugins: [
        {
          name: 'modules-of-the-page',
          buildEnd() {
            for (const id of this.getModuleIds()) modules.add(id.replace(/[?#].*$/, ''));
          },
        },
      ],
    });
  }
  return [...modules]
    .filter((id) => isAbsolute(id))
    .map((id) => relative(ROOT, id))
    .filter((path) => !/^(\.\.|node_modules|dashboard)([\\/]|$)/.test(path))
    .sort();
}

function lastKey(): Key | undefined {
  return existsSync(KEY_FILE) ? (JSON.parse(readFileSync(KEY_FILE, 'utf8')) as Key) : undefined;
}

/** A deleted file counts as empty. The page is then built, and the build reports what is missing. */
function hashOf(shared: readonly string[]): string {
  const hash = createHash('sha256');
  const found = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)));
  for (const path of [...found, ...shared].sort()) {
    const file = join(ROOT, path);
    hash.update(path).update('\0');
    if (existsSync(file)) hash.update(readFileSync(file));
    hash.update('\0');
  }
  return hash.digest('hex');
}
