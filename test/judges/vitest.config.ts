import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** `npm run judges`: one after the other, because each may use both processors of a build machine. */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: ['test/judges/*.judge.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/quiet-functions.ts'],
    fileParallelism: false,
    disableConsoleIntercept: true,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
