import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vite';
import { DOCS_DIR, publishedDocuments } from '../lib/docs/published.ts';
import pages from './vite.config.ts';

/** The API reference, `/dashboard/docs/`: a build of its own, so that no other page loads a part of it. */
export default defineConfig({
  root: pages.root,
  base: pages.base,
  publicDir: false,
  plugins: [
    {
      name: 'documents',
      generateBundle() {
        for (const path of publishedDocuments()) {
          this.emitFile({ type: 'asset', fileName: `docs/${path}`, source: readFileSync(join(DOCS_DIR, path)) });
        }
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
