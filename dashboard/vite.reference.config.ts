import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { documentPage, pageOf } from '../lib/docs/document-page.ts';
import { DOCS_DIR, publishedDocuments } from '../lib/docs/published.ts';
import pages from './vite.config.ts';

/** The API reference and the merchants' documents, below `/dashboard/docs/`: a build of its own, so that no other page loads a part of it. */
export default defineConfig({
  root: pages.root,
  base: pages.base,
  publicDir: false,
  plugins: [
    {
      name: 'documents',
      generateBundle() {
        const emit = (path: string, source: string) =>
          this.emitFile({ type: 'asset', fileName: `docs/${path}`, source });
        const documents = new Map(
          publishedDocuments().map((path) => [path, readFileSync(join(DOCS_DIR, path), 'utf8')]),
        );
        for (const [path, text] of documents) {
          emit(path, text);
          if (path.endsWith('.md')) emit(pageOf(path), documentPage(path, documents));
        }
        emit('document.css', readFileSync(join(import.meta.dirname, 'docs', 'document.css'), 'utf8'));
      },
    },
  ],
  build: {
    ...pages.build,
    // The pages are there already.
    emptyOutDir: false,
    rolldownOptions: { input: join(import.meta.dirname, 'docs', 'index.html') },
  },
});
