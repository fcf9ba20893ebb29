import { expect, test } from 'vitest';
import { SUPPORT, withSupport } from '../../../lib/bundling/support.ts';
import { documentPage } from '../../../lib/docs/document-page.ts';
import { publishedDocuments } from '../../../lib/docs/published.ts';
import { readDocument } from '../../support/documents/blocks.ts';

const PATHS = publishedDocuments().filter((path) => path.endsWith('.md'));
const DOCUMENTS = new Map(PATHS.map((path) => [path, readDocument(`docs/${path}`)]));
const TEXTS = PATHS.flatMap((path) => [DOCUMENTS.get(path) ?? '', documentPage(path, DOCUMENTS)]);
const ADDRESS = 'ajuda+api@loja.pt';

test('documents and pages name the stage’s address of support, and none where the stage has none', () => {
  expect(TEXTS.filter((text) => text.includes(SUPPORT)).length).toBeGreaterThanOrEqual(18);
  for (const text of TEXTS) {
    const served = withSupport(text, ADDRESS);
    expect(served.split(ADDRESS)).toHaveLength(text.split(SUPPORT).length);
    expect(served).not.toContain(SUPPORT);
    expect(withSupport(text, undefined)).not.toMatch(/mailto:|@payment-service/);
  }
});
