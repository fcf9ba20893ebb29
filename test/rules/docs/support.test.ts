import { describe, expect, test } from 'vitest';
import { SUPPORT, withSupport } from '../../../lib/bundling/support.ts';
import { documentPage } from '../../../lib/docs/document-page.ts';
import { publishedDocuments } from '../../../lib/docs/published.ts';
import { readDocument } from '../../support/documents/blocks.ts';

const PATHS = publishedDocuments().filter((path) => path.endsWith('.md'));
const DOCUMENTS = new Map(PATHS.map((path) => [path, readDocument(`docs/${path}`)]));
const ASKS =
  /\b(contact|ask|send|tell|with)\s+us\b|\b(contacte|peça|envie|pergunte|diga)-nos\b|\bconnosco\b|\bour\s+support\b/gi;
const ADDRESS = 'ajuda+api@loja.pt';

describe.each(PATHS)('%s', (path) => {
  const markdown = DOCUMENTS.get(path) ?? '';
  const page = documentPage(path, DOCUMENTS);
  const asks = markdown.match(ASKS) ?? [];

  test('names our address wherever it asks to contact us', () => {
    expect(markdown.match(new RegExp(`\\[[^\\]]*(${ASKS.source})\\]\\(mailto:${SUPPORT}\\)`, 'gi')) ?? []).toHaveLength(
      asks.length,
    );
    // As a link and in words.
    expect(page.split(SUPPORT)).toHaveLength(asks.length * 2 + 1);
    for (const text of [markdown, page]) {
      const served = withSupport(text, ADDRESS);
      expect(served.split(ADDRESS).length).toBe(text.split(SUPPORT).length);
      expect(served).not.toContain(SUPPORT);
    }
  });

  test('says the same without an address where the stage has none', () => {
    for (const text of [markdown, page].map((each) => withSupport(each, undefined))) {
      expect(text).not.toMatch(/mailto:|@payment-service/);
      expect(text.match(ASKS) ?? []).toHaveLength(asks.length);
    }
  });
});

test('some documents ask to contact us', () => {
  expect(PATHS.filter((path) => DOCUMENTS.get(path)?.includes(SUPPORT)).length).toBeGreaterThanOrEqual(9);
});
