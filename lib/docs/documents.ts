import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardRightsPart } from './dashboard-rights.ts';
import { decisionsPart } from './decision-index.ts';
import { errorActionsPart } from './error-actions.ts';
import { errorsPart, errorTexts } from './errors.ts';
import { keysPart } from './keys.ts';
import { llmsDocument } from './llms.ts';
import { withPart } from './markdown.ts';
import { openApiDocument } from './openapi/document.ts';
import { DOCS_DIR } from './published.ts';
import { controlPart, magicPart, tiersPart, troublesPart } from './simulator.ts';
import { statesDocument } from './states.ts';

export interface GeneratedDocument {
  /** Absolute. */
  path: string;
  text: string;
}

/** Every document that is generated, completely or in part, with its current content. */
export async function generatedDocuments(): Promise<GeneratedDocument[]> {
  const document = (name: string) => join(DOCS_DIR, name);
  const parts = (name: string, contents: Record<string, string>) => ({
    path: document(name),
    text: Object.entries(contents).reduce(
      (text, [partName, content]) => withPart(text, partName, content),
      readFileSync(document(name), 'utf8'),
    ),
  });
  const part = (name: string, partName: string, content: string) => parts(name, { [partName]: content });
  return [
    { path: document('openapi.json'), text: openApiDocument() },
    { path: document('llms.txt'), text: llmsDocument() },
    { path: document('states.md'), text: statesDocument() },
    parts('tables.md', { keys: keysPart(), 'dashboard rights': dashboardRightsPart() }),
    part('api.md', 'errors', errorsPart()),
    part('merchants/errors.md', 'actions', errorActionsPart(errorTexts(), 'en')),
    part('merchants/pt/errors.md', 'actions', errorActionsPart(errorTexts(), 'pt')),
    parts('simulator.md', {
      magic: magicPart(),
      control: controlPart(),
      troubles: troublesPart(),
      tiers: tiersPart(),
    }),
    part('decisions/README.md', 'records', decisionsPart(document('decisions'))),
  ];
}
