import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The end-to-end tests, with their calls of the payment API through Prism. */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: ['test/e2e/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/quiet-functions.ts', 'test/judges/judged-calls.ts'],
    isolate: false,
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
