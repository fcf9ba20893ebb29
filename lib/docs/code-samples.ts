import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOCS_DIR } from './published.ts';

const LANGUAGES = [
  { extension: 'sh', lang: 'Shell', label: 'curl' },
  { extension: 'mjs', lang: 'JavaScript', label: 'Node' },
  { extension: 'php', lang: 'PHP', label: 'PHP' },
] as const;

/** The samples of a call, from `docs/examples/calls/`, as `x-codeSamples` (Redocly's extension, which others know). */
export function codeSamples(operationId: string): { lang: string; label: string; source: string }[] {
  return LANGUAGES.map(({ extension, lang, label }) => ({
    lang,
    label,
    source: readFileSync(join(DOCS_DIR, 'examples', 'calls', `${operationId}.${extension}`), 'utf8'),
  }));
}
