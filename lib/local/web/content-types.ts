import { extname } from 'node:path';

/** The types that the AWS CLI guesses from the names of the page's files. */
const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** Throws for a name of another type. */
export function contentTypeOf(name: string): string {
  const type = TYPES[extname(name)];
  if (type === undefined) throw new Error(`the type of ${name} is not known: add it in lib/local/web/content-types.ts`);
  return type;
}
