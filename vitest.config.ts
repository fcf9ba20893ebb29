import { defineConfig } from 'vitest/config';

/**
 * Loading the code anew for each of these files would take longer than they do. Not among them are those that load deployed
 * entries, which take their settings from the environment once, and a long one that is not to be the last.
 */
const SHARED = [
  'test/{rules,banking,bench}/**/*.test.ts',
  'test/infra/!(cdk-synth).test.ts',
  'test/endpoints/!(dashboard-api*|simulator-deployed).test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/quiet-functions.ts'],
    // The second is for machines: CI reads its closing line out of it.
    reporters: ['default', ['json', { outputFile: '.cache/test-report.json' }]],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Hosts, engines and receivers are processes and threads of their own beside each test file.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'shared', include: SHARED, isolate: false } },
      { extends: true, test: { name: 'own', include: ['test/**/*.test.ts'], exclude: SHARED } },
    ],
  },
});
