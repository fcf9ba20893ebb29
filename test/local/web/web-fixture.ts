import { ECHO, lambda, type Resources, restApi, writeAssembly } from '../fixture.ts';
import { signInResources } from './sign-in-fixture.ts';

type Properties = Record<string, unknown>;

const EDGE = `function handler(event) {
  const request = event.request;
  const answer = (statusCode, headers, body) => ({ statusCode, statusDescription: 'As named', headers, body });
  if (request.uri === '/') return answer(302, { location: { value: '/app/' } });
  if (request.uri === '/boom') throw new Error('boom');
  if (request.uri === '/more') return answer(200, {}, request.headers.host.value);
  if (!request.uri.includes('.')) request.uri = '/app/index.html';
  return request;
}`;

const HEADERS = {
  SecurityHeadersConfig: {
    ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'self'", Override: true },
    ContentTypeOptions: { Override: true },
    FrameOptions: { FrameOption: 'DENY', Override: true },
    ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
    StrictTransportSecurity: { AccessControlMaxAgeSec: 63_072_000, IncludeSubdomains: true, Override: true },
  },
  CustomHeadersConfig: {
    Items: [{ Header: 'X-Ours', Value: 'yes', Override: true }],
  },
};

/** A deployment of files into the bucket, below `app`. */
export function deployment(properties: Properties): Resources[string] {
  return {
    Type: 'Custom::CDKBucketDeployment',
    Properties: {
      ServiceToken: { 'Fn::GetAtt': ['Provider', 'Arn'] },
      SourceObjectKeys: ['page.zip'],
      DestinationBucketName: { Ref: 'Bucket' },
      DestinationBucketKeyPrefix: 'app',
      Prune: false,
      SystemMetadata: { 'cache-control': 'no-cache' },
      ...properties,
    },
  };
}

/**
 * A bucket, its two deployments, and a distribution in front of it and of the API `Web` (stage `app`, resource `api`).
 */
export function siteResources(more: { behavior?: Properties; config?: Properties } = {}): Resources {
  const headers = { ResponseHeadersPolicyId: { Ref: 'Headers' } };
  return {
    Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketEncryption: {} } },
    BucketPolicy: { Type: 'AWS::S3::BucketPolicy', Properties: { Bucket: { Ref: 'Bucket' } } },
    Provider: lambda('absent', { Runtime: 'python3.13', Layers: [{ Ref: 'Layer' }] }),
    Layer: { Type: 'AWS::Lambda::LayerVersion', Properties: {} },
    Assets: deployment({
      SourceObjectKeys: ['assets.zip'],
      SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
    }),
    Page: deployment({
      SourceObjectKeys: ['page.zip', 'config.zip'],
      SourceMarkers: [
        {},
        {
          '<<marker:0>>': { Ref: 'Domain' },
          '<<marker:1>>': { 'Fn::GetAtt': ['Users', 'ProviderURL'] },
          '<<marker:2>>': { Ref: 'Client' },
          '<<marker:3>>': 'a "quoted" \\ text',
        },
      ],
      SourceMarkersConfig: [{}, { jsonEscape: true }],
    }),
    Edge: {
      Type: 'AWS::CloudFront::Function',
      Properties: { Name: 'edge', FunctionCode: EDGE, FunctionConfig: { Runtime: 'cloudfront-js-2.0' } },
    },
    Headers: {
      Type: 'AWS::CloudFront::ResponseHeadersPolicy',
      Properties: { ResponseHeadersPolicyConfig: { Name: 'headers', ...HEADERS } },
    },
    Distribution: {
      Type: 'AWS::CloudFront::Distribution',
      Properties: {
        DistributionConfig: {
          Enabled: true,
          Origins: [
            { Id: 'files', DomainName: { 'Fn::GetAtt': ['Bucket', 'RegionalDomainName'] } },
            { Id: 'api', DomainName: { 'Fn::Join': ['', [{ Ref: 'Web' }, '.execute-api.eu-west-1.amazonaws.com']] } },
          ],
          DefaultCacheBehavior: {
            TargetOriginId: 'files',
            AllowedMethods: ['GET', 'HEAD'],
            Compress: true,
            ViewerProtocolPolicy: 'redirect-to-https',
            FunctionAssociations: [
              { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': ['Edge', 'FunctionARN'] } },
            ],
            ...headers,
          },
          CacheBehaviors: [
            {
              TargetOriginId: 'api',
              PathPattern: '/app/api/*',
              AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
              CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
              OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
              ...headers,
              ...more.behavior,
            },
          ],
          ...more.config,
        },
      },
    },
  };
}

/** The API behind the distribution: stage `app`, resource `api`, with methods for signed-in users. */
export function webApi(methods: string[], functions: Record<string, string> = {}): Resources {
  const cognito = { AuthorizationType: 'COGNITO_USER_POOLS', AuthorizerId: { Ref: 'Authorizer' } };
  const api = restApi(
    Object.fromEntries(methods.map((method) => [method, { function: functions[method] ?? 'WebEcho', ...cognito }])),
    {
      StageName: 'app',
    },
  );
  const renamed = JSON.parse(JSON.stringify(api).replaceAll('"Api"', '"Web"')) as Resources;
  const prefixed = Object.fromEntries(
    Object.entries(renamed).map(([id, resource]) => [id === 'Web' ? id : `Web${id}`, resource]),
  );
  const text = JSON.stringify(prefixed).replaceAll(/\{"Ref":"(Resource\w*|Deployment)"\}/g, '{"Ref":"Web$1"}');
  return {
    ...(JSON.parse(text) as Resources),
    WebEcho: lambda('echo'),
    Authorizer: {
      Type: 'AWS::ApiGateway::Authorizer',
      Properties: {
        Type: 'COGNITO_USER_POOLS',
        RestApiId: { Ref: 'Web' },
        IdentitySource: 'method.request.header.Authorization',
        AuthorizerResultTtlInSeconds: 0,
        ProviderARNs: [{ 'Fn::GetAtt': ['Users', 'Arn'] }],
      },
    },
  };
}

export const SITE_FILES = {
  assets: { 'assets/app-1a2b.js': "export const text = 'page';\n" },
  page: { 'index.html': '<!doctype html><title>page</title>\n' },
  config: {
    'config.json':
      '{"authority":"<<marker:1>>",' +
      '"logoutUrl":"https://<<marker:0>>.auth.eu-west-1.amazoncognito.com/logout",' +
      '"clientId":"<<marker:2>>","note":"<<marker:3>>"}',
  },
};

/** The complete fixture, with a second API at the stage `api`. */
export function writeSite(resources: Resources = {}, sources: Record<string, string> = {}): string {
  const all = {
    ...signInResources(),
    ...siteResources(),
    ...webApi(['GET /api/me', 'POST /api/me']),
    Echo: lambda('echo'),
    ...restApi({ 'GET /v1/thing': { function: 'Echo' } }),
    ...resources,
  };
  return writeAssembly({ Stack: { resources: all } }, { echo: ECHO, ...sources }, SITE_FILES);
}
