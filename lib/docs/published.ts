import { globSync } from 'node:fs';
import { join } from 'node:path';

export const DOCS_DIR = join(import.meta.dirname, '..', '..', 'docs');

const FILES = ['openapi.json', 'llms.txt', 'api.md', 'delivery.md', 'simulator.md'];
const EXAMPLES = ['examples/examine.mjs', 'examples/listen.mjs'];

/** The documents that merchants read, relative to `docs/`; served below `/dashboard/docs/` under the same names. */
export function publishedDocuments(): string[] {
  return [...FILES, ...EXAMPLES, ...globSync('merchants/**/*.md', { cwd: DOCS_DIR }).sort()];
}
