import { defineConfig } from 'vitest/config';

/** Only the tests of the mutated rules. Their tables come from the assembly that `npm test` leaves. */
// biome-ignore lint/style/noDefaultExport: Vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    include: [
      'test/rules/payments/{judge,start,transitions}.test.ts',
      'test/rules/webhooks/webhook-{delivery,schedule,settings,signature}.test.ts',
      'test/rules/gateway/rate-limit{,-meter}.test.ts',
      'test/integration/gateway/rate-limit.test.ts',
      'test/integration/webhooks/webhook-address-guard.test.ts',
    ],
    testTimeout: 30_000,
  },
});
