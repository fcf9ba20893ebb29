import { defineConfig } from 'vitest/config';

/** Only the tests of the mutated rules. Their tables come from the assembly that `npm test` leaves. */
// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    include: [
      'test/rules/payments/{transitions,money/received,money/plan,start/start}.test.ts',
      'test/rules/webhooks/{plan,signature,endpoint/address-guard,endpoint/webhook-url}.test.ts',
      'test/rules/gateway/{rate-limit,remembered-refusals}.test.ts',
      'test/integration/gateway/rate-limits.table.test.ts',
    ],
    testTimeout: 30_000,
  },
});
