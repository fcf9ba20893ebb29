import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** `npm run judges`: one worker, whose hosted service the judges of the API share. */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: ['test/judges/*.judge.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/quiet-functions.ts'],
    isolate: false,
    maxWorkers: 1,
    disableConsoleIntercept: true,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
