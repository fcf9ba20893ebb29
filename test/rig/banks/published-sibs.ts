import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', 'integration', 'banking', 'fixtures', 'sibs');

/** A text that SIBS publishes, as the table in its folder names it. */
export const publishedSibs = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

/** A published encrypted notification, with its key. */
interface Encrypted {
  secret: string;
  'X-Initialization-Vector': string;
  'X-Authentication-Tag': string;
  body: string;
}
export const PUBLISHED_ENCRYPTED: { opens: Encrypted; malformedTag: Encrypted } = JSON.parse(
  publishedSibs('decryption.json'),
);

/** The rows of the table of notifications: file, part of it, and what SIBS's page makes of it. */
export function publishedNotifications() {
  const rows = [
    ...publishedSibs('README.md').matchAll(/^\| `([^`]+)`(?:, `(\w+)`)? \|(?:[^|]*\|){2} (.*) \| (.*) \|$/gm),
  ];
  return rows.map(([, file = '', part = '', foreign = '', ours = '']) => ({ file, part, foreign, ours }));
}
