import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from './markdown.ts';

const RECORD = /^\d{4}-[a-z0-9-]+\.md$/;

/** The index of the decision records, from their file names and headings (`# 0001 Title`). */
export function decisionsPart(directory: string): string {
  const files = readdirSync(directory)
    .filter((name) => RECORD.test(name))
    .sort();
  return table(
    ['Record', 'Decided'],
    files.map((name) => {
      const [, number = '', title = ''] = /^# (\d{4}) (.+)$/m.exec(readFileSync(join(directory, name), 'utf8')) ?? [];
      if (!name.startsWith(`${number}-`) || title === '')
        throw new Error(`${name}: its heading must be "# NNNN Title"`);
      return [`[${number}](${name})`, title];
    }),
  );
}
