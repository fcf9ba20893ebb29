import { basename, dirname, join, resolve } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

/**
 * Bundles `import('../y/x.ts')` of our own code as the import of a file `x.mjs` beside the bundle, which is read
 * when the import runs, and stores in `sources` which file that is. Code that few callers need is then not part of
 * every cold start. Without it mbway's bundle has 347 KB instead of 296 (budget 330), and its cold start is 0.58 of a
 * typical one instead of 0.54 (budget 0.55). Such a file contains its own copy of code that it shares with the bundle.
 * A module with state must therefore not be imported on demand.
 */
export function importsOnDemand(sources: Map<string, string>): Plugin {
  return {
    name: 'imports-on-demand',
    setup(build) {
      build.onResolve({ filter: /^\.\.?\/[\w./-]+\.ts$/ }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return null;
        const file = `./${basename(path, '.ts')}.mjs`;
        const source = resolve(resolveDir, path);
        const other = sources.get(file);
        if (other && other !== source)
          throw new Error(`${other} and ${source} would both be ${file}: rename one of them`);
        sources.set(file, source);
        return { path: file, external: true };
      });
    },
  };
}

/** The entry points of a second run: each module that a bundle imports on demand, into that bundle's folder. */
export function importedOnDemand({ inputs, outputs }: Metafile, sources: ReadonlyMap<string, string>) {
  return Object.entries(outputs).flatMap(([outputPath, output]) =>
    Object.keys(output.inputs).flatMap((inputPath) =>
      (inputs[inputPath]?.imports ?? []).flatMap(({ kind, path }) => {
        const source = kind === 'dynamic-import' ? sources.get(path) : undefined;
        return source ? [{ in: source, out: join(basename(dirname(outputPath)), basename(source, '.ts')) }] : [];
      }),
    ),
  );
}
