import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The DynamoDB program of the package for this platform. Throws where none is installed. */
export function tablesProgram(platform: string, arch: string): string {
  const folder = packageDir(`@dynoxide/${platform}-${arch}`);
  if (folder) return join(folder, 'dynoxide');
  throw new Error(`There is no embedded DynamoDB for ${platform}-${arch}: use macOS, Linux, or WSL on Windows.`);
}

/**
 * Finds the folder of an installed package in the `node_modules` folders above, as Node's resolver does. The resolver
 * itself cannot find the engine's package, which contains a binary without `exports`.
 */
function packageDir(name: string): string | undefined {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
}
