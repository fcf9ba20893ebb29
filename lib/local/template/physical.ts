import { randomText, type SecretStore } from '../engines/secret-store.ts';
import { ISSUER_PATH } from '../issuer/routes.ts';
import { poolArn } from '../issuer/user-pool.ts';
import { type Json, type JsonObject, objectOf } from '../json.ts';
import { publicAddresses } from '../public-addresses.ts';
import { ACCOUNT, arnOf, generatedId, generatedName, PARTITION, REGION, URL_SUFFIX } from './names.ts';
import type { Physical, Resource } from './stacks.ts';
import { UnsupportedError } from './unsupported.ts';

export interface Surroundings {
  /** Base address of the queue engine; a queue's `Ref` is its URL. */
  sqsEndpoint: string;
  secrets: SecretStore;
  /** Public address of the host, `http://localhost:PORT`. */
  url: string;
  /** ARN of a table's stream, once the table exists. */
  streamArn(tableName: string): string | undefined;
}

/** Names, ARNs and addresses of the resources hosted here. */
export function physicalOf(surroundings: Surroundings): Physical {
  return {
    physicalId: (resource) => physicalId(resource, surroundings),
    attribute: (resource, name) => attribute(resource, name, surroundings),
    finish: (text) => publicAddresses(text, surroundings.url),
  };
}

function physicalId(resource: Resource, surroundings: Surroundings): string {
  const { properties } = resource;
  switch (resource.type) {
    case 'AWS::Lambda::Function':
      return text(properties.FunctionName) ?? generatedName(resource, 64);
    case 'AWS::SQS::Queue':
      return `${surroundings.sqsEndpoint}/000000000000/${queueName(resource)}`;
    case 'AWS::SecretsManager::Secret':
      return secretArn(resource, surroundings.secrets);
    case 'AWS::ApiGateway::Stage':
      return String(properties.StageName);
    case 'AWS::ApiGateway::RestApi':
      return apiId(resource);
    case 'AWS::Cognito::UserPool':
      return `${REGION}_${generatedId(resource, 9)}`;
    case 'AWS::Cognito::UserPoolClient':
      return generatedId(resource, 26);
    case 'AWS::Cognito::UserPoolDomain':
      return String(properties.Domain);
    case 'AWS::S3::Bucket':
      return generatedName(resource, 63).toLowerCase();
    case 'AWS::CloudFront::Function':
      return `arn:${PARTITION}:cloudfront::${ACCOUNT}:function/${String(properties.Name)}`;
    default:
      return generatedName(resource, 128);
  }
}

export function queueName(resource: Resource): string {
  return generatedName(resource, 80);
}

/** An API id, which must be a valid host name label. */
function apiId(resource: Resource): string {
  return `${generatedName(resource, 63).slice(-8)}ab`;
}

/** `Fn::GetAtt`; undefined when the type has no such attribute here. */
function attribute(resource: Resource, name: string, surroundings: Surroundings): Json | undefined {
  switch (`${resource.type}.${name}`) {
    case 'AWS::DynamoDB::Table.Arn':
      return arnOf('dynamodb', `table/${resource.physicalId}`);
    case 'AWS::DynamoDB::Table.StreamArn':
      return surroundings.streamArn(resource.physicalId);
    case 'AWS::Lambda::Function.Arn':
      return arnOf('lambda', `function:${resource.physicalId}`);
    case 'AWS::SQS::Queue.Arn':
      return arnOf('sqs', queueName(resource));
    case 'AWS::ApiGateway::RestApi.RootResourceId':
      return rootResourceId(resource.physicalId);
    case 'AWS::Cognito::UserPool.Arn':
      return poolArn(resource);
    case 'AWS::Cognito::UserPool.ProviderURL':
      return surroundings.url + ISSUER_PATH;
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

export function rootResourceId(apiIdOfRoot: string): string {
  return `${apiIdOfRoot}-root`;
}

/**
 * The ARN of a secret, which is created with its first value when missing. An existing secret keeps a generated value.
 * A value given in the template replaces a different one, because it may contain this host's address.
 */
function secretArn(resource: Resource, secrets: SecretStore): string {
  const { Name, SecretString: given, GenerateSecretString: generated } = resource.properties;
  const name = text(Name) ?? generatedName(resource, 200);
  const existing = secrets.find(name);
  if (!existing) return secrets.create(name, text(given) ?? generatedValue(resource, objectOf(generated))).arn;
  if (given !== undefined && existing.value !== given) secrets.put(existing, String(given));
  return existing.arn;
}

/** The JSON template with a random password as the value of its key. */
function generatedValue(resource: Resource, settings: JsonObject): string {
  const { SecretStringTemplate: template, GenerateStringKey: key, PasswordLength, ExcludePunctuation } = settings;
  if (ExcludePunctuation !== true)
    throw new UnsupportedError(resource, 'property GenerateSecretString', 'it needs ExcludePunctuation');
  return JSON.stringify({ ...JSON.parse(String(template)), [String(key)]: randomText(Number(PasswordLength)) });
}

function text(value: Json | undefined): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}
