import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import pages from './vite.config.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Served beside the reference under their own names. */
const DOCUMENTS = ['openapi.json'];

/** The API reference, `/dashboard/docs/`: a build of its own, so that no other page loads a part of it. */
export default defineConfig({
  root: pages.root,
  base: pages.base,
  publicDir: false,
  plugins: [
    {
      name: 'documents',
      generateBundle() {
        for (const name of DOCUMENTS) {
          this.emitFile({ type: 'asset', fileName: `docs/${name}`, source: readFileSync(here(`../docs/${name}`)) });
        }
      },
    },
  ],
  build: {
    ...pages.build,
    // The pages are there already.
    emptyOutDir: false,
    rolldownOptions: { input: here('docs/index.html') },
  },
});
