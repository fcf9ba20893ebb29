import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The page as hosted: below `/dashboard/`, nothing inline, which its content security policy would refuse. */
export default defineConfig({
  root: here('.'),
  base: '/dashboard/',
  plugins: [react()],
  build: {
    outDir: here('../.cache/dashboard'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Few files for what is seen first, where a hundred small ones would be a sixth larger compressed.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 2 },
            // What the home page shares with the list, without the list's tables.
            {
              name: 'shared',
              test: /(lists\/use-list|period\/days|accounts\/merchants|webhooks\/plan|webhooks\/event-kind)\.tsx?$|components\/status-indicator\//,
              priority: 1.5,
            },
            // What the catalogues of all languages share.
            {
              name: 'words',
              test: /(webhooks\/outcome|endpoint\/url-problem|keys\/overlap)\.ts$/,
              priority: 1.4,
            },
            { name: 'first-page', test: /transactions-page\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
});
