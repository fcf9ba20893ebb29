import { defineConfig } from 'vitest/config';

/** Tests of the deployed entries, which read the environment once: files with the same settings share a worker. */
const ENTRIES = ['test/integration/dashboard/api{,-first-call,-input,-reconciliation,-staff}.test.ts'];
/** Entries with other settings, and runs of the CDK. */
const OWN = ['test/integration/simulator/simulator-deployed.test.ts', 'test/infra/cdk-synth.test.ts'];
const BROWSER = ['test/browser/**/*.test.ts'];

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts', 'test/support/forget-exchanges.ts'],
    setupFiles: ['test/support/quiet-functions.ts', 'test/support/record-exchanges.ts'],
    // CI reads its closing line from the JSON report.
    reporters: ['default', ['json', { outputFile: '.cache/test-report.json' }]],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // For a busy machine: only what is wrong waits so long.
    expect: { poll: { timeout: 20_000 } },
    // One more than the processors of a build machine: its tests wait for browsers, engines and other processes.
    maxWorkers: 3,
    // Tests beside each other in one file slow each other, and have a time-out each.
    maxConcurrency: 2,
    // Projects start in the order of their names: the longest file begins first.
    projects: [
      { extends: true, test: { name: 'browser', include: BROWSER } },
      // Loading the code for each file would take longer than most tests. The hosted service is shared too.
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...ENTRIES, ...OWN, ...BROWSER],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'entries', include: ENTRIES, isolate: false } },
      { extends: true, test: { name: 'own', include: OWN } },
    ],
  },
});
