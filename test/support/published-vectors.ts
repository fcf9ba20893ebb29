import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The test vectors of `docs/delivery.md`, for merchants' code and for ours. */
const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'delivery.md'), 'utf8');
const [, vectors = ''] = text.split('### Test vectors');

export const publishedBody = Buffer.from(/```json\n(.*)\n```/.exec(vectors)?.[1] ?? '');

/** The value published in the row of this name. */
export function published(name: string): string {
  const row = vectors.split('\n').find((line) => line.startsWith(`| ${name} |`));
  return /\| `([^`]+)` \|$/.exec(row ?? '')?.[1] ?? `no row: ${name}`;
}
