import { defineConfig } from 'vitest/config';

/** The tests that hold the mutated rules, and no other. None of them needs the synthesized templates. */
// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    include: [
      'test/rules/{judge,rate-limit,start,transitions}.test.ts',
      'test/rules/webhook-{delivery,schedule,signature}.test.ts',
      'test/rules/mutation-*.test.ts',
      'test/endpoints/{rate-limit,webhook-address-guard}.test.ts',
    ],
    testTimeout: 30_000,
  },
});
