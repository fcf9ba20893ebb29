import type { SecretStore } from '../engines/secret-store.ts';
import { isObject, type Json } from '../json.ts';
import { publicAddresses } from '../public-addresses.ts';
import { webAttribute, webPhysicalId } from '../web/physical.ts';
import { generateSecretString } from './generated-secret.ts';
import { arnOf, generatedName } from './names.ts';
import type { Physical, Resource } from './stacks.ts';

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
    case 'AWS::DynamoDB::Table':
    case 'AWS::DynamoDB::GlobalTable':
      return text(properties.TableName) ?? generatedName(resource, 255);
    case 'AWS::Lambda::Function':
      return text(properties.FunctionName) ?? generatedName(resource, 64);
    case 'AWS::SQS::Queue':
      return `${surroundings.sqsEndpoint}/000000000000/${queueName(resource)}`;
    case 'AWS::SecretsManager::Secret':
      return secretArn(resource, surroundings.secrets);
    case 'AWS::Events::Rule':
      return text(properties.Name) ?? generatedName(resource, 64);
    case 'AWS::ApiGateway::Stage':
      return text(properties.StageName) ?? '';
    case 'AWS::ApiGateway::RestApi':
      return apiId(resource);
    default:
      return webPhysicalId(resource) ?? generatedName(resource, 128);
  }
}

export function queueName(resource: Resource): string {
  return text(resource.properties.QueueName) ?? generatedName(resource, 80);
}

/** An API id, which must be a valid host name label. */
function apiId(resource: Resource): string {
  return `${generatedName(resource, 63).slice(-8)}ab`;
}

function attribute(resource: Resource, name: string, surroundings: Surroundings): Json | undefined {
  const key = `${resource.type}.${name}`;
  switch (key) {
    case 'AWS::DynamoDB::Table.Arn':
    case 'AWS::DynamoDB::GlobalTable.Arn':
      return arnOf('dynamodb', `table/${resource.physicalId}`);
    case 'AWS::DynamoDB::Table.StreamArn':
    case 'AWS::DynamoDB::GlobalTable.StreamArn':
      return surroundings.streamArn(resource.physicalId);
    case 'AWS::Lambda::Function.Arn':
      return arnOf('lambda', `function:${resource.physicalId}`);
    case 'AWS::SQS::Queue.Arn':
      return arnOf('sqs', queueName(resource));
    case 'AWS::SQS::Queue.QueueName':
      return queueName(resource);
    case 'AWS::SQS::Queue.QueueUrl':
    case 'AWS::SecretsManager::Secret.Id':
    case 'AWS::Lambda::EventSourceMapping.Id':
    case 'AWS::ApiGateway::RestApi.RestApiId':
    case 'AWS::ApiGateway::Resource.ResourceId':
    case 'AWS::ApiGateway::ApiKey.APIKeyId':
    case 'AWS::ApiGateway::UsagePlan.Id':
      return resource.physicalId;
    case 'AWS::Events::Rule.Arn':
      return arnOf('events', `rule/${resource.physicalId}`);
    case 'AWS::ApiGateway::RestApi.RootResourceId':
      return rootResourceId(resource.physicalId);
    default:
      return webAttribute(resource, name, surroundings.url);
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
  const { properties } = resource;
  const name = text(properties.Name) ?? generatedName(resource, 200);
  const given = text(properties.SecretString);
  const existing = secrets.find(name);
  if (existing) {
    const isOutdated = given !== undefined && secrets.value({ SecretId: existing.arn }).SecretString !== given;
    if (isOutdated) secrets.put({ SecretId: existing.arn, SecretString: given });
    return existing.arn;
  }
  const generate = properties.GenerateSecretString;
  const value = given ?? (isObject(generate) ? generateSecretString(generate, resource) : undefined);
  const description = text(properties.Description);
  return secrets.create({
    Name: name,
    ...(value === undefined ? {} : { SecretString: value }),
    ...(description === undefined ? {} : { Description: description }),
  }).ARN;
}

function text(value: Json | undefined): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}
