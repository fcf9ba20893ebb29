import { basename, dirname, join } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

/**
 * Leaves `import('./x.ts')` of our own code in a bundle as the import of a file `x.mjs` beside it, which is read when the
 * import runs: what few callers need is no part of everybody's cold start. Without it mbway's bundle has 347 KB
 * instead of 296 (budget 330), and its cold start is 0.58 of a typical one instead of 0.54 (budget 0.55). Such a file
 * carries its own copy of what it shares with the bundle, so nothing may be imported on demand that keeps state in a module.
 */
export const importsOnDemand: Plugin = {
  name: 'imports-on-demand',
  setup(build) {
    // Beside its importer in the sources as in the bundle: so the file's name tells where it comes from.
    build.onResolve({ filter: /^\.\/[\w.-]+\.ts$/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path: path.replace(/\.ts$/, '.mjs'), external: true } : null,
    );
  },
};

/** The entry points of a second run: each module that a bundle imports on demand, into that bundle's folder. */
export function importedOnDemand({ inputs, outputs }: Metafile): { in: string; out: string }[] {
  return Object.entries(outputs).flatMap(([outputPath, output]) =>
    Object.keys(output.inputs).flatMap((inputPath) =>
      (inputs[inputPath]?.imports ?? [])
        .filter(({ kind, external, path }) => kind === 'dynamic-import' && external && path.startsWith('./'))
        .map(({ path }) => ({
          in: join(dirname(inputPath), path.replace(/\.mjs$/, '.ts')),
          out: join(basename(dirname(outputPath)), basename(path, '.mjs')),
        })),
    ),
  );
}
