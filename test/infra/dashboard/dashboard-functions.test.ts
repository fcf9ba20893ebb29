import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleDir } from '../../../lib/bundling/bundle.ts';
import type { Rights } from '../../../lib/constructs/dashboard/right-sets.ts';
import { DASHBOARD_FUNCTIONS } from '../../../lib/constructs/dashboard/rights.ts';
import { REDRIVE_QUEUES } from '../../../lib/operator/deliveries/commands.ts';
import { devAndProd, functionNamesById, idOf, type Resource, type Templates } from '../templates.ts';

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
}

const SENDS_TO_QUEUE = ['SendMessage'];
const READS_SECRET = ['GetSecretValue'];

/** AWS actions of the table's rights. Actions on tables have the same names. */
function actionsOf(resource: keyof Rights, actions: readonly string[]): readonly string[] {
  if (resource === 'keyring' || resource === 'bankAccounts') return READS_SECRET;
  if (resource === 'deliveries') return SENDS_TO_QUEUE;
  return resource === 'deadLetters' ? ['GetQueueAttributes'] : actions;
}

/** The table's name for a resource of a policy: an export of the data stack or of the service stack. */
const EXPORTS: [pattern: RegExp, name: keyof Rights][] = [
  [/ExportsOutput(FnGetAtt|Ref)Transactions/, 'transactions'],
  [/ExportsOutput(FnGetAtt|Ref)Merchants/, 'merchants'],
  [/ExportsOutput(FnGetAtt|Ref)RateLimits/, 'rateLimits'],
  [/ExportsOutput(FnGetAtt|Ref)Totals/, 'totals'],
  [/ExportsOutput(FnGetAtt|Ref)Keyring/, 'keyring'],
  [/:secret:payment-service\/\w+\/bank-accounts\//, 'bankAccounts'],
  [/ExportsOutput(FnGetAtt|Ref)Delivery(\w+DeadLetters|UnrelayedRecords)/, 'deadLetters'],
  [/ExportsOutput(FnGetAtt|Ref)DeliveryDeliveriesQueue/, 'deliveries'],
];

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

function wanted(rights: Rights): Record<string, string[]> {
  const entries = Object.entries(rights) as [keyof Rights, readonly string[]][];
  return Object.fromEntries(entries.map(([resource, actions]) => [resource, actionsOf(resource, actions).toSorted()]));
}

interface Deployed {
  rights: Record<string, string[]>;
  variables: string[];
  timeoutSeconds: unknown;
}

/** The functions of the routes by their short names, without those that serve the page. */
function deployedIn(templates: Templates): Map<string, Deployed> {
  const resources = templates.resources('dashboard');
  return new Map(
    [...functionNamesById(resources, templates.stage)].map(([id, name]) => {
      const { properties } = resources.find((resource) => resource.id === id) as Resource;
      const { Variables = {} } = (properties.Environment ?? {}) as { Variables?: Record<string, unknown> };
      const rights = policiesOf(resources, idOf(properties.Role));
      return [name, { rights, variables: Object.keys(Variables).sort(), timeoutSeconds: properties.Timeout }];
    }),
  );
}

const STAGES = devAndProd();

describe.each(STAGES)('the functions of the dashboard, stage %s', (_stage, templates) => {
  const deployed = deployedIn(templates);
  const functions = Object.values(DASHBOARD_FUNCTIONS);
  const nameOf = (handler: string) => handler.replaceAll('/', '-');

  test('are one for each route', () => {
    expect([...deployed.keys()].sort()).toEqual(functions.map(({ handler }) => nameOf(handler)).sort());
  });

  test.each(functions)('$handler has the rights of the table and no other', ({ handler, rights }) => {
    expect(deployed.get(nameOf(handler))?.rights).toEqual(wanted(rights));
  });

  test.each(functions)('$handler has exactly the variables that its code reads', ({ handler }) => {
    const code = readFileSync(join(bundleDir(handler), 'index.mjs'), 'utf8');
    const known = new Set([...deployed.values()].flatMap(({ variables }) => variables));
    const asked = [...known].filter((variable) => new RegExp(`\\b${variable}\\b`).test(code)).sort();
    expect(deployed.get(nameOf(handler))?.variables).toEqual(asked);
  });

  test('count dead letters in each queue that the operator can redrive', () => {
    const counted = deployed.get('dashboard-unnotified')?.variables.filter((name) => name.endsWith('_QUEUE_URL'));
    expect(counted).toHaveLength(REDRIVE_QUEUES.length);
  });

  test('read the keyring only where a secret is shown, created or hinted at', () => {
    const holders = [...deployed].filter(([, { rights }]) => 'keyring' in rights).map(([name]) => name);
    expect(holders.sort()).toEqual([
      'dashboard-api-key-reveal',
      'dashboard-api-key-rotate',
      'dashboard-me',
      'dashboard-webhook-secret-reveal',
      'dashboard-webhook-secret-rotate',
      'dashboard-webhook-settings',
    ]);
  });

  test('write to transactions only where something is sent, tested, assigned or closed', () => {
    const writes = ['PutItem', 'UpdateItem', 'DeleteItem'];
    const writers = [...deployed].filter(([, { rights }]) =>
      rights.transactions?.some((action) => writes.includes(action)),
    );
    expect(writers.map(([name]) => name).sort()).toEqual([
      'dashboard-exception-assign',
      'dashboard-exception-close',
      'dashboard-transaction-resend',
      'dashboard-undelivered-resend',
      'dashboard-webhook-test',
    ]);
    for (const [name, { rights }] of deployed) {
      expect(rights.transactions?.includes('DeleteItem') ?? false, name).toBe(false);
    }
  });
});
