import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The end-to-end tests, with their calls of the payment API through Prism. */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: ['test/e2e/*.test.ts'],
    // Their calls are those of other programs, which go to the service directly.
    exclude: ['test/e2e/merchant-documents.test.ts', 'test/e2e/local-commands.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/quiet-functions.ts', 'test/judges/judged-calls.ts'],
    isolate: false,
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
