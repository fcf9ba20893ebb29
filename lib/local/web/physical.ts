import { ISSUER_PATH } from '../issuer/routes.ts';
import { poolArn } from '../issuer/user-pool.ts';
import type { Json } from '../json.ts';
import { ACCOUNT, generatedId, generatedName, PARTITION, REGION, URL_SUFFIX } from '../template/names.ts';
import type { Resource } from '../template/stacks.ts';

/** `Ref` of the types behind a page: sign-in, buckets, distributions; undefined for any other type. */
export function webPhysicalId(resource: Resource): string | undefined {
  switch (resource.type) {
    case 'AWS::Cognito::UserPool':
      return `${REGION}_${generatedId(resource, 9)}`;
    case 'AWS::Cognito::UserPoolClient':
      return generatedId(resource, 26);
    case 'AWS::Cognito::UserPoolDomain':
      return String(resource.properties.Domain);
    case 'AWS::S3::Bucket':
      return generatedName(resource, 63).toLowerCase();
    case 'AWS::CloudFront::Function':
      return `arn:${PARTITION}:cloudfront::${ACCOUNT}:function/${String(resource.properties.Name)}`;
    default:
      return undefined;
  }
}

/** `Fn::GetAtt` of the same types; undefined when there is no such attribute. */
export function webAttribute(resource: Resource, name: string, hostUrl: string): Json | undefined {
  switch (`${resource.type}.${name}`) {
    case 'AWS::Cognito::UserPool.Arn':
      return poolArn(resource);
    case 'AWS::Cognito::UserPool.ProviderURL':
      return hostUrl + ISSUER_PATH;
    case 'AWS::S3::Bucket.RegionalDomainName':
      return `${resource.physicalId}.s3.${REGION}.${URL_SUFFIX}`;
    case 'AWS::CloudFront::Distribution.DomainName':
      return `d${generatedId(resource, 13)}.cloudfront.net`;
    case 'AWS::CloudFront::Function.FunctionARN':
      return resource.physicalId;
    default:
      return undefined;
  }
}
