import { join } from 'node:path';

/** What the choice depends on; of this machine unless a test hands in another. */
interface BrowserMachine {
  platform: string;
  arch: string;
  env: Record<string, string | undefined>;
  exists(path: string): boolean;
}

/** The program of a Chrome or Chromium on this machine, or the packaged one, which is for Linux on x64. */
export type BrowserSource = { kind: 'program'; path: string } | { kind: 'packaged' };

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPS = ['Google Chrome', 'Chromium'];

/**
 * The browser for the tests: the one that `CHROMIUM_PATH` names, else the Chrome or Chromium of the machine, else the
 * packaged one. Throws what to do where there is none.
 */
export function browserSource(machine: BrowserMachine): BrowserSource {
  const { platform, arch, env, exists } = machine;
  const path = env.CHROMIUM_PATH ?? usualPaths(machine).find(exists);
  if (path) return { kind: 'program', path };
  if (platform === 'linux' && arch === 'x64') return { kind: 'packaged' };
  throw new Error(
    'The browser tests found no Chrome: install it, or set CHROMIUM_PATH to the program of a Chrome or Chromium.',
  );
}

function usualPaths({ platform, env }: BrowserMachine): string[] {
  if (platform === 'darwin') {
    const folders = ['/Applications', join(env.HOME ?? '', 'Applications')];
    return folders.flatMap((folder) => APPS.map((app) => join(folder, `${app}.app`, 'Contents', 'MacOS', app)));
  }
  const folders = ['/usr/bin', '/snap/bin', ...(env.PATH ?? '').split(':').filter(Boolean)];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
}
