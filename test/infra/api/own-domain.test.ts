import { describe, expect, test } from 'vitest';
import { fullTemplates, idOf, only, synthesized } from '../templates.ts';

const bare = synthesized('prod');

/** Its hosted zone, `pay.pt`. */
const ZONE = 'Z0123456789ABCDEFGHIJ';
const own = fullTemplates();

describe('the API’s own domain', () => {
  const domain = only(own, 'service', 'AWS::ApiGateway::DomainName');

  test('is regional, with the certificate of the stage’s region and the TLS policy of the API', () => {
    const { SecurityPolicy, EndpointAccessMode } = only(own, 'service', 'AWS::ApiGateway::RestApi').properties;
    expect(domain.properties).toMatchObject({
      DomainName: 'api.pay.pt',
      RegionalCertificateArn: 'arn:aws:acm:eu-west-1:210987654321:certificate/0a1b-2c',
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

test('the records of own domains are aliases of the API’s regional name and of the distribution', () => {
  const records = (['service', 'dashboard'] as const).flatMap((part) =>
    own.resources(part, 'AWS::Route53::RecordSet').map(({ properties }) => [
      ...[properties.Name, properties.Type, properties.HostedZoneId],
      Object.values((properties.AliasTarget as { DNSName: object }).DNSName)
        .flat()
        .join('.'),
    ]),
  );
  const api = only(own, 'service', 'AWS::ApiGateway::DomainName').id;
  const site = only(own, 'dashboard', 'AWS::CloudFront::Distribution').id;
  expect(records).toEqual([
    ['api.pay.pt.', 'A', ZONE, `${api}.RegionalDomainName`],
    ['app.pay.pt.', 'A', ZONE, `${site}.DomainName`],
    ['app.pay.pt.', 'AAAA', ZONE, `${site}.DomainName`],
  ]);
});
