import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** `npm run judges`: the longest beside the others. */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: ['test/judges/*.judge.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/quiet-functions.ts'],
    maxWorkers: 2,
    disableConsoleIntercept: true,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
