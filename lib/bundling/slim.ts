import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

/**
 * Loads Node's own modules through `process.getBuiltinModule`: an `import 'node:http'` in an ES module makes Node build
 * the module's named exports, which for http drags in its whole fetch (34 ms of a cold start against 3.5 ms; nodejs/node#59686).
 */
export const builtinsOnDemand: Plugin = {
  name: 'builtins-on-demand',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, namespace }) =>
      isBuiltin(path) && namespace !== 'builtin' ? { path: path.replace(/^node:/, ''), namespace: 'builtin' } : null,
    );
    build.onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}');`,
      loader: 'js',
    }));
  },
};

/**
 * A Lambda's credentials are always in its environment, so the SDK's chain of other sources (profiles, SSO, web
 * identity, instance metadata) is left out of the bundle: 136 KB that would be parsed at each cold start.
 */
export const environmentCredentialsOnly: Plugin = {
  name: 'environment-credentials-only',
  setup(build) {
    build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, ({ path, resolveDir }) => ({
      path,
      namespace: 'environment-credentials',
      pluginData: { resolveDir },
    }));
    build.onLoad({ filter: /./, namespace: 'environment-credentials' }, ({ pluginData }) => ({
      contents: `import { fromEnv } from '@aws-sdk/credential-provider-env';\nexport const defaultProvider = () => fromEnv();`,
      loader: 'js',
      resolveDir: pluginData.resolveDir,
    }));
  },
};

// Parts of the SDK that no function can reach, with what stands in for each. A reach that should not be is an error at
// the first call, not a wrong answer: nothing here has a working twin.
const UNREACHED: readonly { path: RegExp; contents: string; why: string }[] = [
  { path: /^@smithy\/core\/event-streams$/, contents: 'export {};', why: 'no service we call streams events' },
  {
    path: /^@aws-sdk\/endpoint-cache$/,
    contents: 'export class EndpointCache {}',
    why: 'DynamoDB discovers endpoints only where it is asked to',
  },
  {
    path: /\/util-retry\/AdaptiveRetryStrategy$/,
    contents: 'export class AdaptiveRetryStrategy {}',
    why: 'retries are of the standard mode',
  },
  {
    path: /^\.\/Sha256Js$/,
    contents: 'export const Sha256Js = undefined;',
    why: 'for machines without crypto',
  },
  {
    path: /\/Sha256Node$/,
    contents: 'export const Sha256Node = undefined;',
    why: 'each client is given a faster one (functions/runtime/sha256.ts)',
  },
];

/** Leaves out what no function can reach, and of each client's package.json all but the version it tells in its user agent. */
export const unreachedParts: Plugin = {
  name: 'unreached-parts',
  setup(build) {
    for (const { path, contents } of UNREACHED) {
      build.onResolve({ filter: path }, (found) => ({
        path: found.path,
        namespace: 'unreached',
        pluginData: contents,
      }));
    }
    build.onLoad({ filter: /./, namespace: 'unreached' }, ({ pluginData }) => ({ contents: pluginData, loader: 'js' }));
    build.onLoad({ filter: /@aws-sdk[\\/]client-[^\\/]+[\\/]package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};
