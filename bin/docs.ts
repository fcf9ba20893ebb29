import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { generatedDocuments } from '../lib/docs/documents.ts';
import { runCommand } from '../lib/operator/command.ts';

const USAGE = `Writes the documents and parts of documents that are generated from the code, and lists their paths.

  npm run docs
`;

await runCommand({ usage: USAGE, options: {}, runsBare: true }, async () => {
  for (const { path, text } of generatedDocuments()) {
    writeFileSync(path, text);
    process.stdout.write(`${relative(process.cwd(), path)}\n`);
  }
  return undefined;
});
