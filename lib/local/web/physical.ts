import { ISSUER_PATH } from '../issuer/routes.ts';
import { poolArn } from '../issuer/user-pool.ts';
import type { Json } from '../json.ts';
import { ACCOUNT, generatedId, generatedName, PARTITION, REGION, URL_SUFFIX } from '../template/names.ts';
import type { Resource } from '../template/stacks.ts';

/** `Ref` of the types behind a page: sign-in, buckets, distributions; undefined for any other type. */
export function webPhysicalId(resource: Resource): string | undefined {
  const { properties } = resource;
  switch (resource.type) {
    case 'AWS::Cognito::UserPool':
      return `${REGION}_${generatedId(resource, 9)}`;
    case 'AWS::Cognito::UserPoolClient':
      return generatedId(resource, 26);
    case 'AWS::Cognito::UserPoolDomain':
      return String(properties.Domain);
    case 'AWS::Cognito::UserPoolGroup':
      return String(properties.GroupName);
    case 'AWS::S3::Bucket':
      return String(properties.BucketName ?? generatedName(resource, 63).toLowerCase());
    case 'AWS::CloudFront::Distribution':
    case 'AWS::CloudFront::OriginAccessControl':
      return `E${generatedId(resource, 13).toUpperCase()}`;
    case 'AWS::CloudFront::Function':
      return `arn:${PARTITION}:cloudfront::${ACCOUNT}:function/${String(properties.Name)}`;
    default:
      return undefined;
  }
}

/** `Fn::GetAtt` of the same types; undefined when there is no such attribute. */
export function webAttribute(resource: Resource, name: string, hostUrl: string): Json | undefined {
  const { physicalId } = resource;
  switch (`${resource.type}.${name}`) {
    case 'AWS::Cognito::UserPool.Arn':
      return poolArn(resource);
    case 'AWS::Cognito::UserPool.ProviderURL':
      return hostUrl + ISSUER_PATH;
    case 'AWS::Cognito::UserPool.ProviderName':
      return `cognito-idp.${REGION}.${URL_SUFFIX}/${physicalId}`;
    case 'AWS::S3::Bucket.Arn':
      return `arn:${PARTITION}:s3:::${physicalId}`;
    case 'AWS::S3::Bucket.DomainName':
      return `${physicalId}.s3.${URL_SUFFIX}`;
    case 'AWS::S3::Bucket.RegionalDomainName':
      return `${physicalId}.s3.${REGION}.${URL_SUFFIX}`;
    case 'AWS::CloudFront::Distribution.DomainName':
      return `d${generatedId(resource, 13)}.cloudfront.net`;
    case 'AWS::CloudFront::Function.FunctionARN':
    case 'AWS::CloudFront::ResponseHeadersPolicy.Id':
    case 'AWS::CloudFront::OriginAccessControl.Id':
    case 'AWS::CloudFront::Distribution.Id':
    case 'AWS::Cognito::UserPool.UserPoolId':
    case 'AWS::Cognito::UserPoolClient.ClientId':
      return physicalId;
    case 'Custom::CDKBucketDeployment.DestinationBucketArn':
      return resource.properties.DestinationBucketArn;
    default:
      return undefined;
  }
}
