import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleDir } from '../../../lib/bundling/bundle.ts';
import { devAndProd, functionNamesById, idOf, type Resource, type Templates } from '../templates.ts';

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
}

/** The table's name for a resource of a policy: an export of the data stack or of the service stack. */
const EXPORTS: [pattern: RegExp, name: string][] = [
  [/ExportsOutput(FnGetAtt|Ref)Transactions/, 'transactions'],
  [/ExportsOutput(FnGetAtt|Ref)Merchants/, 'merchants'],
  [/ExportsOutput(FnGetAtt|Ref)RateLimits/, 'rateLimits'],
  [/ExportsOutput(FnGetAtt|Ref)Keyring/, 'keyring'],
  [/ExportsOutput(FnGetAtt|Ref)DeliveryDeliveriesQueue/, 'deliveries'],
];

/** Beside reading tables, what a function may do, and which: a right more would be a way to money, keys or secrets. */
const CHANGES_ACCOUNTS = [
  ...['account-status', 'api-key-end-old', 'api-key-reveal', 'api-key-rotate', 'company', 'webhook-secret-reveal'],
  ...['webhook-secret-rotate', 'webhook-secret-switch', 'webhook-test', 'webhook-toggle', 'webhook-url'],
];
const RESENDS = ['transaction-resend', 'undelivered-resend'];
const HOLDERS: Record<string, string[]> = {
  'transactions PutItem': [...RESENDS, 'webhook-test'],
  'transactions UpdateItem': [...RESENDS, 'exception-close', 'exception-note', 'night-again'],
  'merchants PutItem': ['me', ...CHANGES_ACCOUNTS],
  'merchants UpdateItem': CHANGES_ACCOUNTS,
  'merchants DeleteItem': ['api-key-end-old', 'api-key-rotate'],
  'keyring GetSecretValue': [
    ...['api-key-reveal', 'api-key-rotate', 'me'],
    ...['webhook-secret-reveal', 'webhook-secret-rotate', 'webhook-settings'],
  ],
  'deliveries SendMessage': RESENDS,
};
const READS = /^(transactions|merchants|rateLimits)\S* (GetItem|BatchGetItem|Query)$/;

function resourceOf(resource: unknown): string {
  const text = JSON.stringify(resource);
  const [, name = text] = EXPORTS.find(([pattern]) => pattern.test(text)) ?? [];
  const [, suffix = ''] = /"(\/index\/\w+)"\]\]/.exec(text) ?? [];
  return name + suffix;
}

function policiesOf(resources: readonly Resource[], roleId: string | undefined): Record<string, string[]> {
  const rights = new Map<string, Set<string>>();
  const policies = resources.filter(
    ({ type, properties }) =>
      type === 'AWS::IAM::Policy' && (properties.Roles as unknown[]).some((role) => idOf(role) === roleId),
  );
  for (const { properties } of policies) {
    for (const { Effect, Action, Resource } of (properties.PolicyDocument as { Statement: Statement[] }).Statement) {
      expect(Effect).toBe('Allow');
      // Every function has the right to write its own log: `logs.test.ts` checks it.
      if ([Action].flat().every((action) => action.startsWith('logs:'))) continue;
      for (const resource of [Resource].flat().map(resourceOf)) {
        const known = rights.get(resource) ?? new Set<string>();
        for (const action of [Action].flat()) known.add(action.slice(action.indexOf(':') + 1));
        rights.set(resource, known);
      }
    }
  }
  return Object.fromEntries([...rights].map(([resource, actions]) => [resource, [...actions].sort()]));
}

interface Deployed {
  rights: Record<string, string[]>;
  variables: string[];
}

/** The functions of the routes by their names, `webhook-url`. */
function deployedIn(templates: Templates): Map<string, Deployed> {
  const resources = templates.resources('dashboard');
  return new Map(
    [...functionNamesById(resources, templates.stage)].map(([id, name]) => {
      const { properties } = resources.find((resource) => resource.id === id) as Resource;
      const { Variables = {} } = (properties.Environment ?? {}) as { Variables?: Record<string, unknown> };
      const rights = policiesOf(resources, idOf(properties.Role));
      return [name.replace('dashboard-', ''), { rights, variables: Object.keys(Variables).sort() }];
    }),
  );
}

const STAGES = devAndProd();

describe.each(STAGES)('the functions of the dashboard, stage %s', (_stage, templates) => {
  const deployed = deployedIn(templates);

  test('may change, send and open what is listed, and beside that only read tables', () => {
    const holders = new Map<string, string[]>();
    for (const [name, { rights }] of deployed)
      for (const right of Object.entries(rights).flatMap(([resource, actions]) =>
        actions.map((each) => `${resource} ${each}`),
      ))
        if (!READS.test(right)) holders.set(right, [...(holders.get(right) ?? []), name].sort());
    const wanted = Object.entries(HOLDERS).map(([right, names]) => [right, names.toSorted()]);
    expect(Object.fromEntries(holders)).toEqual(Object.fromEntries(wanted));
  });

  test('have exactly the variables that their code reads', () => {
    const known = new Set([...deployed.values()].flatMap(({ variables }) => variables));
    expect(deployed.size).toBeGreaterThan(30);
    for (const [name, { variables }] of deployed) {
      const code = readFileSync(join(bundleDir(`dashboard/${name}`), 'index.mjs'), 'utf8');
      expect(variables, name).toEqual([...known].filter((each) => new RegExp(`\\b${each}\\b`).test(code)).sort());
    }
  });
});
