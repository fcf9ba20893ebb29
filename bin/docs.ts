import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { generatedDocuments } from '../lib/docs/documents.ts';

// `npm run docs`: writes the documents, and the parts of documents, that are made from the code.
for (const { path, text } of await generatedDocuments()) {
  writeFileSync(path, text);
  process.stdout.write(`${relative(process.cwd(), path)}\n`);
}
