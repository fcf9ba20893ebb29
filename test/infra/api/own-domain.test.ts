import { describe, expect, test } from 'vitest';
import { localContext } from '../../../lib/startup/synthesize.ts';
import { fullTemplates, idOf, only, PRODUCTION, synthesized, type Templates } from '../templates.ts';

const ACCOUNT = { name: 'main', provider: 'sibs', baseUrl: 'https://bank.example/v2' };
const SETTINGS = { ...PRODUCTION, bankAccounts: [ACCOUNT], defaultBankAccount: 'main' };
const arn = (region: string, account = PRODUCTION.account) => `arn:aws:acm:${region}:${account}:certificate/0a1b-2c`;
const API = { name: 'api.pay.pt', certificateArn: arn('eu-west-1') };
const DASHBOARD = { name: 'app.pay.pt', certificateArn: arn('us-east-1') };
const ZONE = { id: 'Z0123456789ABCDEFGHIJ', name: 'pay.pt' };

const trial = (settings: object = {}): Templates =>
  synthesized('trial', { stages: { trial: { ...SETTINGS, ...settings } } });

const bare = trial();
const elsewhere = trial({ apiDomain: API, dashboardDomain: DASHBOARD });
/** With `pay.pt` as hosted zone. */
const own = fullTemplates();

describe('the API’s own domain', () => {
  const domain = only(own, 'service', 'AWS::ApiGateway::DomainName');

  test('is regional, with the certificate of the stage’s region and the TLS policy of the API', () => {
    const { SecurityPolicy, EndpointAccessMode } = only(own, 'service', 'AWS::ApiGateway::RestApi').properties;
    expect(domain.properties).toMatchObject({
      DomainName: 'api.pay.pt',
      RegionalCertificateArn: API.certificateArn,
      EndpointConfiguration: { Types: ['REGIONAL'] },
      SecurityPolicy,
      EndpointAccessMode,
    });
  });

  test('serves the API below /api, so that paths are those of the contract, §7', () => {
    const { BasePath, DomainName, RestApiId, Stage } = only(
      own,
      'service',
      'AWS::ApiGateway::BasePathMapping',
    ).properties;
    expect(BasePath).toBe('api');
    expect(idOf(DomainName)).toBe(domain.id);
    expect(idOf(RestApiId)).toBe(only(own, 'service', 'AWS::ApiGateway::RestApi').id);
    expect(idOf(Stage)).toBe(only(own, 'service', 'AWS::ApiGateway::Stage').id);
  });

  test('is the address that merchants, the bank and the page are given', () => {
    expect(own.output('service', 'BaseUrl')).toBe('https://api.pay.pt/api/v1');
    expect(JSON.stringify(bare.output('service', 'BaseUrl'))).toContain('execute-api');
    const page = own.resources('dashboard', 'Custom::CDKBucketDeployment');
    expect(JSON.stringify(page)).not.toContain('execute-api');
  });
});

describe('records of the own domains', () => {
  const records = (templates: Templates) =>
    (['service', 'dashboard'] as const).flatMap((part) =>
      templates.resources(part, 'AWS::Route53::RecordSet').map(({ properties }) => [
        properties.Name,
        properties.Type,
        properties.HostedZoneId,
        Object.values((properties.AliasTarget as { DNSName: object }).DNSName)
          .flat()
          .join('.'),
      ]),
    );

  test('are made where the zone is ours: aliases to the API’s regional name and to the distribution', () => {
    const api = only(own, 'service', 'AWS::ApiGateway::DomainName').id;
    const site = only(own, 'dashboard', 'AWS::CloudFront::Distribution').id;
    expect(records(own)).toEqual([
      ['api.pay.pt.', 'A', ZONE.id, `${api}.RegionalDomainName`],
      ['app.pay.pt.', 'A', ZONE.id, `${site}.DomainName`],
      ['app.pay.pt.', 'AAAA', ZONE.id, `${site}.DomainName`],
    ]);
  });

  test('elsewhere are left to the owner of the zone, who is given their targets', () => {
    expect(records(elsewhere)).toEqual([]);
    const target = idOf(elsewhere.output('service', 'ApiDomainTarget'));
    expect(target).toBe(only(elsewhere, 'service', 'AWS::ApiGateway::DomainName').id);
    const site = idOf(elsewhere.output('dashboard', 'DashboardDomainTarget'));
    expect(site).toBe(only(elsewhere, 'dashboard', 'AWS::CloudFront::Distribution').id);
  });
});

test('without its own domains a production stage warns, once for each address that others enter', () => {
  expect(bare.notes.join('\n')).toMatch(/^warning: stage trial: apiDomain: none: every merchant and the bank/m);
  expect(bare.notes.join('\n')).toMatch(/^warning: stage trial: dashboardDomain: none: /m);
  expect(own.notes.join('\n')).not.toMatch(/Domain/);
});

test('on one machine a stage has no own domain, whose address is that of a deployment', () => {
  const dev = { ...SETTINGS, apiDomain: API, dashboardDomain: DASHBOARD };
  const stages = JSON.parse(JSON.stringify(localContext({ stages: { dev } }).stages));
  const baseUrl = synthesized('dev', { stages }).output('service', 'BaseUrl');
  expect(JSON.stringify(baseUrl)).toContain('execute-api');
});

test.each([
  [
    'a certificate of another region than the stage',
    { apiDomain: { ...API, certificateArn: arn('us-east-1') } },
    /apiDomain: certificateArn must be of the stage's region, eu-west-1/,
  ],
  ['no ARN', { apiDomain: { ...API, certificateArn: 'api.pay.pt' } }, /apiDomain\.certificateArn/],
  [
    'a certificate of another account',
    { apiDomain: { ...API, certificateArn: arn('eu-west-1', '999999999999') } },
    /apiDomain: certificateArn must be of the stage's account, 210987654321/,
  ],
  [
    'a dashboard’s certificate of another account',
    { dashboardDomain: { ...DASHBOARD, certificateArn: arn('us-east-1', '999999999999') } },
    /dashboardDomain: certificateArn must be of the stage's account/,
  ],
  [
    'a dashboard’s certificate outside us-east-1',
    { dashboardDomain: { ...DASHBOARD, certificateArn: arn('eu-west-1') } },
    /dashboardDomain\.certificateArn: of ACM in us-east-1/,
  ],
  ['a name with a path', { apiDomain: { ...API, name: 'api.pay.pt/api' } }, /apiDomain\.name: a host name/],
  [
    'a zone that does not contain the name',
    { apiDomain: { ...API, hostedZone: { ...ZONE, name: 'ay.pt' } } },
    /apiDomain: name must be in hostedZone, ay\.pt/,
  ],
  [
    'a zone’s name for its id',
    { apiDomain: { ...API, hostedZone: { id: 'pay.pt', name: 'pay.pt' } } },
    /apiDomain\.hostedZone\.id/,
  ],
  [
    'one name for both',
    { apiDomain: API, dashboardDomain: { ...DASHBOARD, name: API.name } },
    /apiDomain and dashboardDomain must have different names/,
  ],
])('%s stops the synth with the reason', (_name, settings, message) => {
  expect(() => trial(settings)).toThrow(message);
  expect(() => trial(settings)).toThrow(/^stage trial: /);
});
