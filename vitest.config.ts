import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/quiet-functions.ts'],
    // The second is for machines: CI reads its closing line out of it.
    reporters: ['default', ['json', { outputFile: '.cache/test-report.json' }]],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Hosts, engines and receivers are processes and threads of their own beside each test file.
    maxWorkers: 2,
  },
});
