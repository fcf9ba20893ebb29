import { defineConfig } from 'vitest/config';

/** The deployed entries, which take their settings from the environment once: files that agree on them share a worker. */
const ENTRIES = ['test/integration/dashboard/api{,-first-call,-input,-reconciliation,-staff}.test.ts'];
/** Entries with other settings, what runs the CDK, and browsers. */
const OWN = [
  'test/integration/simulator/simulator-deployed.test.ts',
  'test/infra/cdk-synth.test.ts',
  'test/browser/**/*.test.ts',
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
      // Loading the code anew for each file would take longer than most of them do; the hosted service is shared too.
      {
        extends: true,
        test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: [...ENTRIES, ...OWN], isolate: false },
      },
      { extends: true, test: { name: 'entries', include: ENTRIES, isolate: false } },
      { extends: true, test: { name: 'own', include: OWN } },
    ],
  },
});
