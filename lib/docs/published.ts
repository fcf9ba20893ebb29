import { globSync } from 'node:fs';
import { join } from 'node:path';

export const DOCS_DIR = join(import.meta.dirname, '..', '..', 'docs');

const PATTERNS = [
  'openapi.json',
  'llms.txt',
  'api.md',
  'delivery.md',
  'simulator.md',
  'states.md',
  'merchants/**/*.md',
];

/** The documents that merchants read, relative to `docs/`; served below `/dashboard/docs/` under the same names. */
export function publishedDocuments(): string[] {
  return PATTERNS.flatMap((pattern) => globSync(pattern, { cwd: DOCS_DIR }).sort());
}
