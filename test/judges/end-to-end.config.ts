import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const COMMANDS = [
  'merchant-documents',
  'local-commands',
  'keys-command',
  'exceptions-command',
  'reconcile-command',
  'operator',
  'totals',
  'books-repair',
  'restart',
];

/** The end-to-end tests, with their calls of the payment API through Prism. */
export default defineConfig({
  root: join(import.meta.dirname, '..', '..'),
  test: {
    include: ['test/e2e/*.test.ts'],
    // Without the tests of commands: what they call is the commands, or goes to the service directly.
    exclude: COMMANDS.map((name) => `test/e2e/${name}.test.ts`),
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/quiet-functions.ts', 'test/judges/judged-calls.ts'],
    isolate: false,
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
