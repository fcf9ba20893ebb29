import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { llmsDocument } from './llms.ts';
import { withPart } from './markdown.ts';
import { openApiDocument } from './openapi/document.ts';
import { DOCS_DIR } from './published.ts';
import { controlPart, magicPart } from './simulator.ts';

export interface GeneratedDocument {
  /** Absolute. */
  path: string;
  text: string;
}

/** Every document that is generated, completely or in part, with its current content. */
export function generatedDocuments(): GeneratedDocument[] {
  const document = (name: string) => join(DOCS_DIR, name);
  const simulator = { magic: magicPart(), control: controlPart() };
  return [
    { path: document('openapi.json'), text: openApiDocument() },
    { path: document('llms.txt'), text: llmsDocument() },
    {
      path: document('simulator.md'),
      text: Object.entries(simulator).reduce(
        (text, [name, content]) => withPart(text, name, content),
        readFileSync(document('simulator.md'), 'utf8'),
      ),
    },
  ];
}
