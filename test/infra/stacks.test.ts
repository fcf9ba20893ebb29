import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../lib/local/json.ts';
import { honouredProperties } from '../../lib/local/template/support.ts';
import {
  cdkContext,
  deadlocks,
  devTemplates,
  fullTemplates,
  importsOf,
  PARTS,
  type Part,
  type Resource,
  synthesized,
  type Templates,
} from './templates.ts';

const { stages } = cdkContext() as { stages: Record<string, object> };
const [prod, full] = [synthesized('prod'), fullTemplates()];
const STAGES: [string, Templates][] = [
  ...Object.keys(stages).map((name): [string, Templates] => [
    name,
    name === 'dev' ? devTemplates() : synthesized(name),
  ]),
  ['full', full],
];

// CloudFormation allows 500 resources in a stack. Beyond this number a part of the stack belongs into another one.
const MAX_RESOURCES = 450;

describe.each(STAGES)('the stacks of stage %s', (_stage, templates) => {
  const parts = (['data', 'simulator', 'service', 'dashboard'] as Part[]).filter((part) => templates.has(part));
  const nameOf = (part: Part) => `payment-service-${templates.stage}-${part}`;

  test('are the data, the service, the dashboard and, in a sandbox, the simulated bank', () => {
    expect(templates.stacks.map(({ name }) => name).sort()).toEqual(parts.map(nameOf).sort());
    expect(parts).toEqual(expect.arrayContaining(['data', 'service', 'dashboard']));
  });

  test('depend on each other in one direction: data, bank, service, dashboard', () => {
    for (const [index, part] of parts.entries()) {
      const before = parts.slice(0, index).map(nameOf);
      expect(before, part).toEqual(expect.arrayContaining(templates.neededBy[nameOf(part)] ?? []));
    }
  });

  test.each(parts)('%s has only types and properties that the local host knows', (part) => {
    const resources = templates.resources(part) as (Resource & { properties: JsonObject })[];
    // The host does the work of the CDK's own providers itself.
    const known = resources.filter(
      ({ type, properties }) => type !== 'AWS::Lambda::Function' || properties.FunctionName,
    );
    for (const { id, type, properties } of known)
      expect(() => honouredProperties(part, id, { Type: type, Properties: properties })).not.toThrow();
  });

  test.each(parts)('%s has room for more resources', (part) => {
    expect(templates.resources(part).length).toBeLessThanOrEqual(MAX_RESOURCES);
  });
});

// The two differ in bank accounts and their provider, own domains, firewall and tags.
test('`deploy --all` succeeds when a stage gets these settings, and when it loses them', () => {
  expect(deadlocks(prod, full)).toEqual([]);
  expect(deadlocks(full, prod)).toEqual([]);
});

test.each(STAGES)('no stack of %s imports a bank account: it could not be removed', (_stage, templates) => {
  const imports = PARTS.flatMap((part) => importsOf(templates, part));
  expect(imports.length).toBeGreaterThan(10);
  expect(imports.filter((name) => /BankAccount/i.test(name))).toEqual([]);
});
