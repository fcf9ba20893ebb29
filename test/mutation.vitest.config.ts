import { defineConfig } from 'vitest/config';

/** The tests that hold the mutated rules, and no other. None of them needs the synthesized templates. */
// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    include: [
      'test/rules/{judge,judge-edges,rate-limit,rate-limit-meter,start,start-edges,transitions}.test.ts',
      'test/rules/webhook-{delivery,delivery-edges,schedule,settings,signature}.test.ts',
      'test/endpoints/{rate-limit,webhook-address-guard}.test.ts',
    ],
    testTimeout: 30_000,
  },
});
