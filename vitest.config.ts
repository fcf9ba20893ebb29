import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What calls the complete service, some of it in a browser. */
const HOSTED = ['hosted'];
/** What kills or takes apart one of its own: with those tests, but not with those proofs, which take longer already. */
const OWN = ['chaos/kills', 'local'];

/**
 * Kinds of tests, each with one worker for all of its files: `hosted` shares one service and one browser, `plain` one
 * tables engine and the synthesized templates, `rules` nothing. `npm test` (test/run.ts) runs hosted and the others
 * beside each other.
 */
const project = (
  name: string,
  include: string[],
  exclude: string[] = [],
  globalSetup = ['test/support/global-setup.ts'],
) => ({
  extends: true as const,
  test: { name, include, exclude: ['**/node_modules/**', ...exclude], globalSetup },
});
const RULES = 'test/rules/**/*.test.ts';
const kinds = (ending: 'test' | 'proof', suffix: string, folders: readonly string[]) => {
  const hosted = folders.map((folder) => `test/${folder}/**/*.${ending}.ts`);
  return [
    project(`hosted${suffix}`, hosted),
    project(`plain${suffix}`, [`test/**/*.${ending}.ts`], [...hosted, RULES]),
  ];
};

/** By name, the browser last: each move of the clock before would have the bank asked about its open payments. */
class BrowserLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const named = ({ moduleId }: TestSpecification) => `${moduleId.includes('/browser/')} ${moduleId}`;
    return files.toSorted((one, other) => (named(one) < named(other) ? -1 : 1));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: BrowserLast },
    projects: [
      project('rules', [RULES], [], []),
      ...kinds('test', '', [...HOSTED, ...OWN]),
      ...kinds('proof', '-proofs', HOSTED),
    ],
    setupFiles: ['test/support/quiet-functions.ts', 'test/support/record-exchanges.ts'],
    isolate: false,
    maxWorkers: 1,
    // For a busy machine: only what is wrong waits so long.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
