import { describe, expect, test } from 'vitest';
import { devAndProd, fullTemplates, idOf, only, type Resource, type Templates } from '../templates.ts';

const STAGES = devAndProd();
const full = fullTemplates();

interface Behavior {
  PathPattern?: string;
  TargetOriginId: string;
  AllowedMethods: string[];
  CachePolicyId: string;
  OriginRequestPolicyId?: string;
  ViewerProtocolPolicy: string;
  ResponseHeadersPolicyId: unknown;
  FunctionAssociations?: { EventType: string }[];
}

interface Distribution {
  DefaultCacheBehavior: Behavior;
  CacheBehaviors: Behavior[];
  Origins: {
    Id: string;
    DomainName: unknown;
    OriginPath?: string;
    S3OriginConfig?: unknown;
    CustomOriginConfig?: unknown;
  }[];
  HttpVersion: string;
  Aliases?: string[];
  ViewerCertificate?: Record<string, unknown>;
}

interface Statement {
  Effect: string;
  Action: string | string[];
  Principal: Record<string, unknown>;
  Condition?: Record<string, Record<string, unknown>>;
}

// The ids of AWS's managed policies.
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const ALL_VIEWER_EXCEPT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

const distributionOf = (templates: Templates) =>
  only(templates, 'dashboard', 'AWS::CloudFront::Distribution').properties.DistributionConfig as Distribution;

/** An expression of the template as text, with each reference in angle brackets. */
function readable(value: unknown): string {
  if (typeof value === 'string') return value;
  const { 'Fn::Join': join } = value as { 'Fn::Join'?: [string, unknown[]] };
  return join ? join[1].map(readable).join(join[0]) : `<${idOf(value) ?? JSON.stringify(value)}>`;
}

describe.each(STAGES)('the dashboard’s bucket, stage %s', (_stage, templates) => {
  const bucket = only(templates, 'dashboard', 'AWS::S3::Bucket');
  const statements = (
    only(templates, 'dashboard', 'AWS::S3::BucketPolicy').properties.PolicyDocument as { Statement: Statement[] }
  ).Statement;

  test('cannot be made public', () => {
    expect(bucket.properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    expect(bucket.properties).not.toHaveProperty('WebsiteConfiguration');
    expect(bucket.properties).not.toHaveProperty('AccessControl');
  });

  test('can be read only by this distribution, and only over TLS', () => {
    const readers = statements.filter(
      ({ Effect, Action }) => Effect === 'Allow' && [Action].flat().includes('s3:GetObject'),
    );
    expect(readers.map(({ Principal }) => Principal)).toEqual([{ Service: 'cloudfront.amazonaws.com' }]);
    expect(JSON.stringify(readers[0]?.Condition?.StringEquals)).toContain(
      only(templates, 'dashboard', 'AWS::CloudFront::Distribution').id,
    );
    expect(statements).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
    expect(
      only(templates, 'dashboard', 'AWS::CloudFront::OriginAccessControl').properties.OriginAccessControlConfig,
    ).toMatchObject({
      SigningBehavior: 'always',
    });
  });

  test('grants nothing else', () => {
    const allowed = statements
      .filter(({ Effect }) => Effect === 'Allow')
      .map(({ Principal }) => JSON.stringify(Principal));
    // In a test stage the second empties the bucket when the stack is deleted.
    expect(allowed).toHaveLength(templates.stage === 'prod' ? 1 : 2);
    expect(allowed.filter((principal) => principal.includes('"*"'))).toEqual([]);
  });
});

describe.each(STAGES)('the dashboard’s distribution, stage %s', (_stage, templates) => {
  const distribution = distributionOf(templates);
  const [api, ...others] = distribution.CacheBehaviors;
  const page = distribution.DefaultCacheBehavior;
  const originOf = ({ TargetOriginId }: Behavior) => distribution.Origins.find(({ Id }) => Id === TargetOriginId);

  test('has the page, the API at its path, and no error page that would replace the API’s answers', () => {
    expect(api?.PathPattern).toBe('/dashboard/api/*');
    expect(others).toEqual([]);
    expect(distribution).not.toHaveProperty('CustomErrorResponses');
    expect(originOf(page)).toHaveProperty('S3OriginConfig');
  });

  test('forwards a call of the API unchanged, and does not cache the answer', () => {
    if (!api) throw new Error('no cache behavior for the API');
    const origin = originOf(api);
    expect(readable(origin?.DomainName)).toBe(
      `<${only(templates, 'dashboard', 'AWS::ApiGateway::RestApi').id}>.execute-api.<AWS::Region>.<AWS::URLSuffix>`,
    );
    expect(origin?.OriginPath ?? '').toBe('');
    expect(origin?.CustomOriginConfig).toMatchObject({ OriginProtocolPolicy: 'https-only' });
    expect(api).toMatchObject({
      CachePolicyId: CACHING_DISABLED,
      OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST,
      // Not a redirect: the token would already have been sent in clear text.
      ViewerProtocolPolicy: 'https-only',
    });
    expect(api.AllowedMethods).toEqual(expect.arrayContaining(['GET', 'POST', 'PUT']));
    expect(api).not.toHaveProperty('FunctionAssociations');
  });

  test('serves the page to everyone over https, read only', () => {
    expect(page.ViewerProtocolPolicy).toBe('redirect-to-https');
    expect(page.AllowedMethods).toEqual(['GET', 'HEAD']);
    expect(page.FunctionAssociations?.map(({ EventType }) => EventType)).toEqual(['viewer-request']);
    expect(distribution.HttpVersion).toBe('http2and3');
  });

  test('sets the same headers on every answer, including the API’s', () => {
    const headers = only(templates, 'dashboard', 'AWS::CloudFront::ResponseHeadersPolicy').id;
    for (const { ResponseHeadersPolicyId } of [page, ...distribution.CacheBehaviors])
      expect(idOf(ResponseHeadersPolicyId)).toBe(headers);
  });
});

describe.each(STAGES)('the security headers of the dashboard, stage %s', (_stage, templates) => {
  const { SecurityHeadersConfig: security, CustomHeadersConfig: custom } = only(
    templates,
    'dashboard',
    'AWS::CloudFront::ResponseHeadersPolicy',
  ).properties.ResponseHeadersPolicyConfig as {
    SecurityHeadersConfig: Record<string, Record<string, unknown>>;
    CustomHeadersConfig: { Items: { Header: string; Value: string }[] };
  };
  const policy = readable(security.ContentSecurityPolicy?.ContentSecurityPolicy);
  const directives = new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );

  test('allow nothing inline, nothing evaluated and no other origin', () => {
    expect(policy).not.toMatch(/unsafe|\*|blob:|http:|nonce|strict-dynamic/);
    expect(directives.get('default-src')).toEqual(["'none'"]);
    expect(directives.get('script-src')).toEqual(["'self'"]);
    expect(directives.get('style-src')).toEqual(["'self'"]);
    for (const name of ['base-uri', 'form-action', 'frame-ancestors'])
      expect(directives.get(name), name).toEqual(["'none'"]);
  });

  test('allow requests only to the page’s own origin and to the sign-in', () => {
    const [own, ...elsewhere] = directives.get('connect-src') ?? [];
    expect(own).toBe("'self'");
    expect(elsewhere).toEqual([
      expect.stringMatching(/ProviderURL\w+"}>\/$/),
      expect.stringMatching(/^https:\/\/<\w+>\.auth\.(<AWS::Region>|eu-west-1)\.amazoncognito\.com$/),
    ]);
    for (const [name, sources] of directives)
      if (name !== 'connect-src') expect(sources.join(' '), name).not.toMatch(/https:|</);
  });

  test('require https for two years, and allow no frame, no type sniffing and no referrer', () => {
    expect(security.StrictTransportSecurity).toMatchObject({
      AccessControlMaxAgeSec: 63_072_000,
      IncludeSubdomains: true,
    });
    expect(security.FrameOptions).toMatchObject({ FrameOption: 'DENY' });
    expect(security.ContentTypeOptions).toEqual({ Override: true });
    expect(security.ReferrerPolicy).toMatchObject({ ReferrerPolicy: 'no-referrer' });
    expect(Object.fromEntries(custom.Items.map(({ Header, Value }) => [Header, Value]))).toMatchObject({
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': expect.stringContaining('camera=()'),
    });
  });

  test('override those of an origin', () => {
    for (const [name, { Override }] of Object.entries(security)) expect(Override, name).toBe(true);
  });
});

describe.each(STAGES)('the page’s files, stage %s', (stage, templates) => {
  const deployments = templates.resources('dashboard', 'Custom::CDKBucketDeployment');
  const metadata = ({ properties }: Resource) => properties.SystemMetadata as Record<string, string>;
  const cacheControl = (each: Resource) => metadata(each)['cache-control'];
  const assets = deployments.find((each) => cacheControl(each)?.includes('immutable'));
  const texts = deployments.find((each) => metadata(each)['content-type'] === 'text/plain; charset=utf-8');
  const page = deployments.find((each) => cacheControl(each) === 'no-cache' && each !== texts);

  test('are uploaded in parts: those named by their content and plain texts, then those that are revalidated', () => {
    expect(deployments).toHaveLength(3);
    expect(cacheControl(texts ?? (deployments[0] as Resource))).toBe('no-cache');
    expect(cacheControl(assets ?? (deployments[0] as Resource))).toBe('public, max-age=31536000, immutable');
    for (const { properties } of deployments) {
      expect(properties.DestinationBucketKeyPrefix).toBe('dashboard');
      // A page opened before a deployment still finds its files.
      expect(properties.Prune).toBe(false);
    }
    for (const before of [assets, texts]) expect(JSON.stringify(page?.dependsOn)).toContain(before?.id);
  });

  test('are invalidated at the edge where they have changed', () => {
    expect(page?.properties.DistributionPaths).toEqual([
      '/dashboard/index.html',
      '/dashboard/config.json',
      '/dashboard/docs/*',
    ]);
    expect(idOf(page?.properties.DistributionId)).toBe(
      only(templates, 'dashboard', 'AWS::CloudFront::Distribution').id,
    );
  });

  test('include a configuration with the sign-in and the name of the dashboard, without a secret', () => {
    const values = JSON.stringify(page?.properties.SourceMarkers);
    for (const [type, part] of [
      ['AWS::Cognito::UserPoolClient', 'dashboard'],
      ['AWS::Cognito::UserPoolDomain', 'dashboard'],
      ['AWS::Cognito::UserPool', 'data'],
      ['AWS::ApiGateway::RestApi', 'service'],
    ] as const)
      expect(values, type).toContain(templates.resources(part, type)[0]?.id.replace(/Domain.*$/, 'Domain'));
    expect(values).not.toMatch(/secret/i);
    expect(templates.stage).toBe(stage);
  });
});

test('a custom host name has its certificate and TLS 1.2 or later, and the sign-in returns to it', () => {
  expect(distributionOf(full).Aliases).toEqual(['app.pay.pt']);
  expect(distributionOf(full).ViewerCertificate).toMatchObject({
    AcmCertificateArn: 'arn:aws:acm:us-east-1:210987654321:certificate/0a1b-2c',
    MinimumProtocolVersion: 'TLSv1.2_2021',
  });
  const client = only(full, 'dashboard', 'AWS::Cognito::UserPoolClient').properties;
  expect(client.CallbackURLs).toEqual(['https://app.pay.pt/dashboard/callback']);
});
