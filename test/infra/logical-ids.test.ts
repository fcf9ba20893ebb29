import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fullTemplates, type Part, type Resource } from './templates.ts';

const FILE = 'lib/stacks/logical-ids.json';
const PARTS: Part[] = ['data', 'service', 'dashboard'];

/**
 * Types whose replacement loses an address, an identity, data or messages, with the properties that CloudFormation can
 * change only by replacement ("Update requires: Replacement", template reference). A new mapping on a stream starts at
 * its beginning: a day of payments is relayed again. A new subscription sends nothing until a person confirms it.
 */
const PINNED: Record<string, readonly string[]> = {
  'AWS::ApiGateway::DomainName': ['DomainName'],
  'AWS::ApiGateway::RestApi': [],
  'AWS::CloudFront::Distribution': [],
  'AWS::Cognito::UserPool': ['UsernameAttributes', 'AliasAttributes', 'UsernameConfiguration'],
  'AWS::Cognito::UserPoolDomain': ['Domain'],
  'AWS::DynamoDB::Table': ['TableName'],
  'AWS::Lambda::EventSourceMapping': ['StartingPosition'],
  'AWS::SNS::Subscription': ['Endpoint', 'Protocol', 'TopicArn'],
  'AWS::SNS::Topic': ['TopicName'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::SecretsManager::Secret': ['Name'],
};

type Pins = Record<string, Record<string, string>>;

/** By stack and type, each logical id with the properties that would replace the resource. */
function pinsOf(resourcesOf: (part: Part) => readonly Resource[]): Pins {
  const pins: Pins = {};
  for (const part of PARTS)
    for (const [type, names] of Object.entries(PINNED)) {
      const own = resourcesOf(part).filter((each) => each.type === type);
      const entries = own.map(({ id, properties }) => {
        const set = names.filter((name) => name in properties);
        return [id, set.map((name) => `${name} ${textOf(properties[name])}`).join(', ')];
      });
      if (entries.length > 0) pins[`${part} ${type}`] = Object.fromEntries(entries);
    }
  return pins;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value).replaceAll('"', "'"));

/** One line for each difference: what CloudFormation would do, and how to accept it. */
function differences(listed: Pins, found: Pins): string[] {
  const lines: string[] = [];
  for (const stack of new Set([...Object.keys(listed), ...Object.keys(found)])) {
    const [before = {}, now = {}] = [listed[stack], found[stack]];
    for (const id of new Set([...Object.keys(before), ...Object.keys(now)])) {
      const [was, is] = [before[id], now[id]];
      if (was === is) continue;
      const entry = `"${id}": "${is}"`;
      if (is === undefined)
        lines.push(`${stack} ${id}: CloudFormation would DELETE it. If meant, remove its entry in ${FILE}.`);
      else if (was === undefined)
        lines.push(
          `${stack} ${id}: is new. If meant, and no other of its type would be deleted, add ${entry} to ${FILE}.`,
        );
      else
        lines.push(
          `${stack} ${id}: CloudFormation would REPLACE it: ${was} → ${is}. If meant, change its entry in ${FILE} to ${entry}.`,
        );
    }
  }
  return lines.sort();
}

/**
 * Not a stage of `cdk.json`, whose settings may change: the entries of domains, subscriptions and bank accounts are
 * those of the settings of `fullTemplates`.
 */
const full = fullTemplates();
const found = pinsOf((part) => full.resources(part));
const listed = () => JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', FILE), 'utf8')) as Pins;

test('no resource with an address, an identity, data or messages is deleted or replaced unnoticed', () => {
  expect(differences(listed(), found)).toEqual([]);
});
