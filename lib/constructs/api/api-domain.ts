import { CfnOutput, Stack } from 'aws-cdk-lib';
import { type CfnDomainName, DomainName, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { DomainSettings } from '../../stacks/domain-settings.ts';
import { TLS } from './service-api.ts';

export interface ApiDomainProps {
  domain: DomainSettings;
  api: RestApi;
  /** The first part of every path, which is the API's stage at its own address. */
  basePath: string;
}

/**
 * A host name of our own in front of an API, which can be pointed to another one: merchants and banks have entered it.
 */
export class ApiDomain extends Construct {
  constructor(scope: Construct, id: string, { domain, api, basePath }: ApiDomainProps) {
    super(scope, id);
    const { name: domainName, certificateArn, hostedZone } = domain;
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    const target = new DomainName(this, 'Name', { domainName, certificate });
    Object.assign(target.node.defaultChild as CfnDomainName, TLS);
    target.addBasePathMapping(api, { basePath, stage: api.deploymentStage });
    if (hostedZone) {
      const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: hostedZone.id,
        zoneName: hostedZone.name,
      });
      new ARecord(this, 'Record', {
        zone,
        recordName: domainName,
        target: RecordTarget.fromAlias(new ApiGatewayDomain(target)),
      });
    }
    const description = `The target of the DNS record of ${domainName}`;
    new CfnOutput(Stack.of(this), 'ApiDomainTarget', { value: target.domainNameAliasDomainName, description });
  }
}
