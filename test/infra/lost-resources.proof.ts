import { App, Stack } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { describe, expect, test } from 'vitest';
import { remakeLost } from '../../lib/stacks/lost-resources.ts';
import { deadlocks, exportsOf, fullTemplates, PARTS, type Templates } from './templates.ts';

const HOLDERS = ['AWS::DynamoDB::Table', 'AWS::SecretsManager::Secret', 'AWS::SQS::Queue', 'AWS::SQS::QueuePolicy'];
/** The keyring that replaces the first one, which is lost too. */
const SECOND_KEYRING = 'KeyringAED0CD55';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The ids of tables, secrets, queues and the queues' policies, in the order of the templates. */
function holdersOf(templates: Templates): { id: string; type: string }[] {
  const parts = PARTS.filter((part) => templates.has(part));
  return HOLDERS.flatMap((type) => parts.flatMap((part) => templates.resources(part, type))).map(({ id, type }) => ({
    id,
    type,
  }));
}

/** The value with each text, key or not, as `change` makes it. */
function mapTexts(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [change(key), mapTexts(each, change)]));
}

/** Where any text of a template names one of the ids: resource, reference, output, dimension, environment, policy. */
function namesOf(ids: readonly string[], value: Json, path = ''): string[] {
  const isNamed = (text: string) => ids.some((id) => text.includes(id));
  if (typeof value === 'string') return isNamed(value) ? [path] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, each]) => [
    ...(isNamed(key) ? [`${path}/${key}`] : []),
    ...namesOf(ids, each, `${path}/${key}`),
  ]);
}

/** The CDK ends the name of an output with a hash of what it names. */
const withoutHash = (text: string) => text.replace(/(ExportsOutput\w+)[0-9A-F]{8}$/, '$1');

/** As `aws cloudformation list-exports` prints those whose names contain the id. */
function listExports(templates: Templates, id: string): { Name: string; Value: string }[] {
  const names = PARTS.flatMap((part) => exportsOf(templates, part)).filter((name) => name.includes(id));
  return names.map((name) => ({ Name: name, Value: `value of ${name}` }));
}

/** Without the exports of what is gone. */
function withoutStated(templates: Templates): Record<string, Json> {
  const isStated = (output: unknown) => JSON.stringify(output).includes('value of ');
  return Object.fromEntries(
    PARTS.map((part) => {
      const { Outputs = {}, ...rest } = templates.template(part) ?? {};
      const outputs = Object.entries(Outputs).filter(([, output]) => !isStated(output));
      return [part, { ...rest, Outputs: Object.fromEntries(outputs) } as unknown as Json];
    }),
  );
}

const before = fullTemplates();
const held = holdersOf(before);
const ids = held.map(({ id }) => id);
const stated = held.filter(({ type }) => type !== 'AWS::SQS::QueuePolicy').map(({ id }) => id);
const lost = Object.fromEntries([...stated, SECOND_KEYRING].map((id) => [id, listExports(before, id)]));
const after = fullTemplates({ lost });
const renamed = new Map(holdersOf(after).map(({ id }, index) => [id, ids[index] ?? '']));

describe('0056: tables, secrets and queues that were deleted', () => {
  test('are new resources to CloudFormation, and no place of a template names an old one', () => {
    expect(stated.length).toBeGreaterThan(15);
    for (const part of PARTS)
      expect(namesOf([...ids, SECOND_KEYRING], withoutStated(after)[part] ?? null), part).toEqual([]);
  });

  test('leave everything else as it was', () => {
    const original = (text: string) => [...renamed].reduce((now, [id, was]) => now.replaceAll(id, was), text);
    const comparable = (templates: Templates, of: (text: string) => string) =>
      mapTexts(withoutStated(templates), (text) => withoutHash(of(text)));
    expect(comparable(after, original)).toEqual(comparable(before, (text) => text));
  });

  test('are refused where no stack has them', () => {
    const app = new App();
    new Secret(new Stack(app, 'data'), 'Keyring');
    expect(() => remakeLost(app, { name: 'prod', lost: { Keyring: [] } })).toThrow(
      /^stage prod: lost: Keyring: not one of Keyring5277DB2C$/,
    );
  });

  test('are made in one `deploy --all`: what deployed stacks import stays, with its value', () => {
    expect(deadlocks(before, after)).toEqual([]);
    const exports = Object.values(lost).flat();
    expect(exports.length).toBeGreaterThan(15);
    for (const { Name, Value } of exports) {
      const [, output = ''] = Name.split(':');
      const part = PARTS.find((each) => after.template(each)?.Outputs?.[output]) ?? 'data';
      expect(after.template(part)?.Outputs?.[output]).toEqual({ Value, Export: { Name } });
      expect(JSON.stringify(before.template(part)?.Outputs)).toContain(output);
    }
  });

  test('are refused with an export of another stage', () => {
    const app = new App();
    new Secret(new Stack(app, 'data'), 'Keyring');
    const exports = [{ Name: 'payment-service-dev-data:ExportsOutputRefKeyring', Value: 'arn' }];
    expect(() => remakeLost(app, { name: 'prod', lost: { Keyring5277DB2C: exports } })).toThrow(
      /^stage prod: lost: no stack payment-service-dev-data: payment-service-dev-data:ExportsOutputRefKeyring$/,
    );
  });
});
