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

/** No service we call streams events over one connection (Kinesis, Transcribe and the like do), so their codec is left out: 15 KB. */
export const noEventStreams: Plugin = {
  name: 'no-event-streams',
  setup(build) {
    build.onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ path }) => ({ path, namespace: 'no-event-streams' }));
    build.onLoad({ filter: /./, namespace: 'no-event-streams' }, () => ({ contents: 'export {};', loader: 'js' }));
  },
};
