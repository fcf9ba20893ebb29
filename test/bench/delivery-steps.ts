import { join } from 'node:path';
import { build } from 'esbuild';
import { builtinsOnDemand, environmentCredentialsOnly, unreachedParts } from '../../lib/bundling/slim.ts';

/** What can be left out of a delivery; `nothing` is the whole of it. */
export const STEPS = ['nothing', 'reads', 'post', 'record', 'log'] as const;
export type Step = (typeof STEPS)[number];

/** Bundles the function that leaves steps out, as the functions are bundled for deployment; answers the bundle's path. */
export async function bundleSteps(dir: string): Promise<string> {
  const outfile = join(dir, 'delivery-steps.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'delivery-steps.entry.ts')],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    mainFields: ['module', 'main'],
    conditions: ['module', 'import'],
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [environmentCredentialsOnly, unreachedParts, builtinsOnDemand],
  });
  return outfile;
}
