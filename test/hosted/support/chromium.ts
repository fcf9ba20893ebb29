import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { browserSource } from './browser-source.ts';

interface FoundChromium {
  executablePath: string;
  /** What its process needs besides the environment of this one. */
  environment: Record<string, string>;
}

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PACKAGE = join(ROOT, 'node_modules', '@sparticuz', 'chromium', 'package.json');

/** A Chromium to test in. The packaged one needs nothing of the machine but its C library. */
export async function findChromium(): Promise<FoundChromium> {
  const { platform, arch, env } = process;
  const source = browserSource({ platform, arch, env, exists: existsSync });
  return source.kind === 'program' ? { executablePath: source.path, environment: {} } : unpackedChromium();
}

/** Unpacked once for each version, in about two seconds. */
async function unpackedChromium(): Promise<FoundChromium> {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  const dir = join(ROOT, '.cache', `chromium-${version}`);
  if (!existsSync(dir)) await unpack(dir);
  return {
    executablePath: join(dir, 'chromium'),
    environment: {
      LD_LIBRARY_PATH: join(dir, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(dir, 'fonts.conf'),
    },
  };
}

/** Written to a temporary name, then renamed: another test file may do the same. */
async function unpack(dir: string): Promise<void> {
  const unpacking = `${dir}.${process.pid}`;
  mkdirSync(unpacking, { recursive: true });
  const script = join(import.meta.dirname, 'unpack-chromium.ts');
  await promisify(execFile)(process.execPath, [script], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: unpacking },
  });
  writeFileSync(join(unpacking, 'fonts.conf'), fontsConf(dir));
  try {
    renameSync(unpacking, dir);
  } catch (error) {
    if (!existsSync(dir)) throw error;
    rmSync(unpacking, { recursive: true });
  }
}

/** The package's own file searches for fonts where Lambda has them. */
function fontsConf(dir: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(dir, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(dir, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
