import { statSync } from 'node:fs';
import { join } from 'node:path';
import { PAYMENT_ROUTES } from '../../functions/payments/routes.ts';
import { bundleDir, handlerFiles } from '../../lib/bundling/bundle.ts';
import { grouped, type Section } from './report.ts';

/** The functions that a caller waits for: their size is part of each cold start. */
export const API_FUNCTIONS = [
  'gateway/authorize',
  'gateway/not-found',
  'payments/notification',
  ...Object.values(PAYMENT_ROUTES),
] as const;

/** With room to grow. The cold start, which callers notice, has its own budget. */
export const BUNDLE_BUDGET_BYTES = 360_000;

export function bundleBytes(functionName: string): number {
  return statSync(join(bundleDir(functionName), 'index.mjs')).size;
}

/** The uncompressed bundle of each function. */
export function sizeSection(): Section {
  const judged = new Set<string>(API_FUNCTIONS);
  return {
    title: 'Size of the bundles',
    columns: ['bytes'],
    figures: [...handlerFiles().keys()].map((name) => {
      const bytes = bundleBytes(name);
      const values = [grouped(bytes)];
      if (!judged.has(name)) return { name, values };
      return { name, values, budget: `≤ ${grouped(BUNDLE_BUDGET_BYTES)}`, within: bytes <= BUNDLE_BUDGET_BYTES };
    }),
    notes: ['Only functions that a caller waits for have a budget.'],
  };
}
