import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Finds the folder of an installed package by walking up `node_modules`, as Node's resolver does.
 * The package of the tables' engine is a binary that no `exports` name, so the resolver itself cannot be asked.
 * Undefined when the package is not installed.
 */
export function packageDir(name: string): string | undefined {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
}
