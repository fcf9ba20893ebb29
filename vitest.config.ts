import { defineConfig } from 'vitest/config';

/** Tests of the deployed entries, which read the environment once: files with the same settings share a worker. */
const ENTRIES = ['test/integration/dashboard/api{,-first-call,-input,-reconciliation,-staff}.test.ts'];
/** Entries with other settings, runs of the CDK, and browsers. */
const OWN = [
  'test/integration/simulator/simulator-deployed.test.ts',
  'test/infra/cdk-synth.test.ts',
  'test/browser/**/*.test.ts',
];

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/quiet-functions.ts'],
    // CI reads its closing line from the JSON report.
    reporters: ['default', ['json', { outputFile: '.cache/test-report.json' }]],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Hosts, engines and receivers use further processes and threads beside each test file.
    maxWorkers: 2,
    projects: [
      // Loading the code for each file would take longer than most tests. The hosted service is shared too.
      {
        extends: true,
        test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: [...ENTRIES, ...OWN], isolate: false },
      },
      { extends: true, test: { name: 'entries', include: ENTRIES, isolate: false } },
      { extends: true, test: { name: 'own', include: OWN } },
    ],
  },
});
