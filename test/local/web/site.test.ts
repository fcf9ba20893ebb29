import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHost } from '../../../lib/local/host.ts';
import { publicAddresses } from '../../../lib/local/public-addresses.ts';
import { type Resources, type Started, start, temporaryFolder } from '../fixture.ts';
import { SEEDED, signInResources } from './sign-in-fixture.ts';
import { deployment, siteResources, writeSite } from './web-fixture.ts';

let started: Started;
beforeAll(async () => {
  started = await start(writeSite(), { users: SEEDED });
});
afterAll(() => started.host.stop());

const get = (path: string, init: RequestInit = {}) => started.get(path, { redirect: 'manual', ...init });

describe('the files of the page', () => {
  test('have the type and cache rule of their deployment', async () => {
    const page = await get('/app/index.html');
    expect([page.status, await page.text()]).toEqual([200, '<!doctype html><title>page</title>\n']);
    expect(page.headers.get('content-type')).toBe('text/html');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const script = await get('/app/assets/app-1a2b.js');
    expect(script.headers.get('content-type')).toBe('text/javascript');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('the settings of the page have the template’s values, escaped, and this host’s addresses', async () => {
    const { url, resources } = started.host;
    expect(await (await get('/app/config.json')).json()).toEqual({
      authority: `${url}/local-issuer`,
      logoutUrl: `${url}/local-issuer/logout`,
      clientId: resources.Stack?.Client,
      note: 'a "quoted" \\ text',
    });
  });

  test.each(['/app/missing.js', '/app/index.js.map', '/index.html', '/app/../config.json', '/app/%'])(
    '%s is 403, as from a bucket that the caller may not list',
    async (path) => {
      const answer = await get(path.includes('.') ? path : `${path}.x`);
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain('<Code>AccessDenied</Code>');
    },
  );

  test('HEAD returns only the headers; other methods are refused for files', async () => {
    const head = await get('/app/index.html', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '35', '']);
    expect((await get('/app/index.html', { method: 'POST' })).status).toBe(403);
  });
});

describe('the distribution’s function', () => {
  test('rewrites a path, or answers instead of the bucket', async () => {
    expect(await (await get('/app/settings/webhook')).text()).toContain('<title>page</title>');
    const root = await get('/');
    expect([root.status, root.headers.get('location')]).toEqual([302, '/app/']);
  });

  test.each(['/boom', '/more'])('that throws, as for what it does not have, causes a 503: %s', async (path) => {
    expect((await get(path)).status).toBe(503);
    expect((await get('/app/')).status).toBe(200);
    expect(started.log).toContainEqual(expect.objectContaining({ kind: 'host', level: 'error' }));
  });
});

describe('headers', () => {
  test.each(['/app/index.html', '/app/missing.js', '/', '/app/api/me', '/boom'])(
    '%s has the headers of the policy',
    async (path) => {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy')).toBe("default-src 'self'");
      expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-ours')).toBe('yes');
    },
  );
});

describe('other addresses are unaffected', () => {
  test('the API behind the distribution answers its own errors', async () => {
    const refused = await get('/app/api/me');
    expect([refused.status, await refused.json()]).toEqual([401, { message: 'Unauthorized' }]);
    const unknown = await get('/app/api/unknown', { method: 'DELETE' });
    expect([unknown.status, await unknown.json()]).toEqual([403, { message: 'Missing Authentication Token' }]);
    const large = await get('/app/api/me', { method: 'POST', body: 'x'.repeat(10 * 1024 * 1024 + 1) });
    expect(large.status).toBe(413);
  });

  test('another API, the clock and the issuer are outside the distribution', async () => {
    const api = await get('/api/v1/thing');
    expect([api.status, api.headers.get('x-ours')]).toEqual([200, null]);
    expect((await get('/api/unknown')).status).toBe(403);
    expect(await (await get('/control/clock')).json()).toMatchObject({ aheadMs: 0 });
    expect((await get('/local-issuer/.well-known/openid-configuration')).headers.get('x-ours')).toBeNull();
  });

  test('the log distinguishes calls and pages', async () => {
    await get('/app/index.html');
    await get('/app/api/me');
    expect(started.log).toContainEqual(expect.objectContaining({ kind: 'page', path: '/app/index.html', status: 200 }));
    expect(started.log).toContainEqual(expect.objectContaining({ kind: 'call', path: '/app/api/me', status: 401 }));
  });
});

describe('an unsupported setting stops the start:', () => {
  const withConfig = (config: Record<string, unknown>) => siteResources({ config });
  const withBehavior = (behavior: Record<string, unknown>) => siteResources({ behavior });
  const edge = (FunctionCode: string): Resources => ({
    Edge: {
      Type: 'AWS::CloudFront::Function',
      Properties: { Name: 'edge', FunctionCode, FunctionConfig: { Runtime: 'cloudfront-js-2.0' } },
    },
  });
  test.each<[string, Resources, string]>([
    [
      'error pages',
      withConfig({ CustomErrorResponses: [{ ErrorCode: 403 }] }),
      'DistributionConfig.CustomErrorResponses',
    ],
    ['a cached API', withBehavior({ CachePolicyId: '658327ea-f89d-4fab-a63d-7e88639e58f6' }), 'CachePolicyId'],
    ['an API that gets no token', withBehavior({ OriginRequestPolicyId: 'x' }), 'OriginRequestPolicyId'],
    ['an unknown origin', withConfig({ Origins: [{ Id: 'api', DomainName: 'x.example' }] }), 'x.example'],
    [
      'a function before the API',
      withBehavior({ FunctionAssociations: [{ EventType: 'viewer-response' }] }),
      'CacheBehaviors.FunctionAssociations',
    ],
    ['another pattern', withBehavior({ PathPattern: '/app/*.json' }), 'PathPattern (/app/*.json)'],
    ['a function with imports', edge("import cf from 'cloudfront';"), 'FunctionCode'],
    ['a function without a handler', edge('const x = 1;'), 'FunctionCode'],
    ['a deployment that deletes files', { Page: deployment({ Prune: true }) }, 'Stack/Page'],
    ['a client with a secret', signInResources({ GenerateSecret: true }), 'GenerateSecret'],
    ['the implicit flow', signInResources({ AllowedOAuthFlows: ['implicit'] }), 'AllowedOAuthFlows'],
    ['a second pool', { Second: { Type: 'AWS::Cognito::UserPool' } }, 'Stack/Second'],
    [
      'pool settings it does not know',
      { Users: { Type: 'AWS::Cognito::UserPool', Properties: { LambdaConfig: { PreSignUp: 'x' } } } },
      'LambdaConfig',
    ],
  ])('%s', async (_what, resources, message) => {
    const assemblyDir = writeSite(resources);
    const starting = startHost({ assemblyDir, dataDir: temporaryFolder(), port: 0, onLog: () => undefined });
    await expect(starting).rejects.toThrow(message);
  });

  test('a seeded user in an unknown group', async () => {
    const users = [{ email: 'a@b.example', name: 'A', groups: ['admin'] }];
    const options = { dataDir: temporaryFolder(), port: 0, onLog: () => undefined, users };
    await expect(startHost({ assemblyDir: writeSite(), ...options })).rejects.toThrow('group admin');
  });
});

test('addresses that AWS would assign are replaced by the host’s', () => {
  const text = [
    'https://d111111abcdef8.cloudfront.net/app/',
    'https://my-prefix.auth.eu-west-1.amazoncognito.com/logout',
    'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbC123',
    'https://cognito-idp.eu-west-1.amazonaws.com',
    'https://abc123.execute-api.eu-west-1.amazonaws.com/app',
  ].join(' ');
  expect(publicAddresses(text, 'http://localhost:1')).toBe(
    'http://localhost:1/app/ http://localhost:1/local-issuer/logout http://localhost:1/local-issuer ' +
      'https://cognito-idp.eu-west-1.amazonaws.com http://localhost:1/app',
  );
});
