import { describe, expect, test } from 'vitest';
import { devAndProd, functionNamesById, idOf, type Part, type Resource, type Templates } from './templates.ts';

type Rights = Record<string, string[]>;

const READS_FROM_QUEUE = [
  'ChangeMessageVisibility',
  'DeleteMessage',
  'GetQueueAttributes',
  'GetQueueUrl',
  'ReceiveMessage',
];
const SENDS_TO_QUEUE = ['SendMessage'];
/** What the CDK grants for what a mapping gives up. */
const SENDS_GIVEN_UP = ['GetQueueAttributes', 'GetQueueUrl', 'SendMessage'];
const READS_SECRET = ['GetSecretValue'];
const STARTS_PAYMENTS = ['GetItem', 'PutItem', 'Query', 'UpdateItem'];

/**
 * The exact rights of each function. A missing right fails only on AWS, because the local host grants everything.
 * PutItem of the functions that call banks writes exceptions for finance.
 */
const RIGHTS: Record<string, Rights> = {
  'gateway-authorize': { Merchants: ['GetItem'], RateLimits: ['UpdateItem'] },
  'gateway-not-found': {},
  'payments-init': { Transactions: ['PutItem'] },
  'payments-status': { Transactions: ['GetItem'] },
  'events-feed': {
    Transactions: ['BatchGetItem'],
    'Transactions/index/settled': ['Query'],
  },
  'payments-mbway': { Transactions: STARTS_PAYMENTS, BankAccount: READS_SECRET, Keyring: READS_SECRET },
  'payments-multibanco': { Transactions: STARTS_PAYMENTS, BankAccount: READS_SECRET },
  'payments-notification': { Transactions: ['DeleteItem', ...STARTS_PAYMENTS], BankAccount: READS_SECRET },
  'payments-sweep': {
    Transactions: STARTS_PAYMENTS,
    'Transactions/index/due': ['Query'],
    BankAccount: READS_SECRET,
    Deliveries: SENDS_TO_QUEUE,
  },
  'finance-night': {
    Transactions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    'Transactions/index/byOrder': ['Query'],
    'Transactions/index/paid': ['Query'],
    'Merchants/index/byStatus': ['Query'],
    BankAccount: READS_SECRET,
  },
  'webhooks-relay': {
    'Transactions/stream': ['DescribeStream', 'GetRecords', 'GetShardIterator'],
    // AWS supports no narrower resource.
    '*': ['ListStreams'],
    Deliveries: SENDS_TO_QUEUE,
    UnrelayedRecords: SENDS_GIVEN_UP,
  },
  'webhooks-deliver': {
    Transactions: ['GetItem', 'PutItem', 'UpdateItem'],
    Merchants: ['GetItem', 'UpdateItem'],
    Keyring: READS_SECRET,
    Deliveries: READS_FROM_QUEUE,
    DeliveryRetries: [...READS_FROM_QUEUE, 'SendMessage'],
  },
};

const POLLS = 'BankingPollsBankPolls';

/** A stage with a provider whose live pushes are polled has one more function and queue. */
function rightsWanted({ stage }: Templates): Record<string, Rights> {
  if (stage !== 'dev') return RIGHTS;
  const polling = { Transactions: STARTS_PAYMENTS, BankAccount: READS_SECRET };
  return {
    ...RIGHTS,
    'payments-mbway': { ...RIGHTS['payments-mbway'], [POLLS]: SENDS_TO_QUEUE },
    'payments-poll': { ...polling, [POLLS]: [...READS_FROM_QUEUE, 'SendMessage'] },
  };
}

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

/** The rights of each function by its short name, with resources by the names of our constructs. */
function rightsOf(templates: Templates, part: Part = 'service'): Record<string, Rights> {
  const resources = templates.resources(part);
  const functions = functionNamesById(resources, templates.stage);
  return Object.fromEntries(
    [...functions].map(([id, name]) => {
      const role = idOf(resources.find((resource) => resource.id === id)?.properties.Role);
      return [name, sorted(statementsOf(resources, role))];
    }),
  );
}

function statementsOf(resources: readonly Resource[], role: string | undefined): Statement[] {
  return resources
    .filter(
      ({ type, properties }) =>
        type === 'AWS::IAM::Policy' && (properties.Roles as unknown[]).some((each) => idOf(each) === role),
    )
    .flatMap(({ properties }) => (properties.PolicyDocument as { Statement: Statement[] }).Statement);
}

/** The right that every function has, which `logs.test.ts` checks. */
const writesOwnLog = (actions: string | string[]) => [actions].flat().every((action) => action.startsWith('logs:'));

function sorted(statements: readonly Statement[]): Rights {
  const rights = new Map<string, Set<string>>();
  for (const { Effect, Action, Resource: resource } of statements) {
    expect(Effect).toBe('Allow');
    if (writesOwnLog(Action)) continue;
    for (const ref of [resource].flat()) {
      const known = rights.get(nameOf(ref)) ?? new Set<string>();
      for (const action of [Action].flat()) known.add(action.slice(action.indexOf(':') + 1));
      rights.set(nameOf(ref), known);
    }
  }
  return Object.fromEntries([...rights].map(([name, actions]) => [name, [...actions].sort()]));
}

/** `Transactions`, `Transactions/index/due`, `Transactions/stream`, `Keyring`, `Deliveries` … */
function nameOf(ref: unknown): string {
  const text = JSON.stringify(ref);
  if (text.includes('/bank-accounts/')) return 'BankAccount';
  if (typeof ref === 'string') return ref;
  const [, suffix = ''] = /"(\/[^"]+)"\]\]/.exec(text) ?? [];
  const [, exported] = /ExportsOutput(?:FnGetAtt|Ref)(Transactions|Merchants|RateLimits|Keyring)/.exec(text) ?? [];
  if (exported) return exported + (text.includes('StreamArn') ? '/stream' : suffix);
  const id = String(idOf(ref)).replace(/[0-9A-F]{8}$/, '');
  return id.replace(/^Delivery/, '').replace(/Queue$/, '') + suffix;
}

const STAGES = devAndProd();

describe.each(STAGES)('the rights of the functions, stage %s', (_stage, templates) => {
  const rights = rightsOf(templates);

  test('are listed for every function', () => {
    expect(Object.keys(rights).sort()).toEqual(Object.keys(rightsWanted(templates)).sort());
  });

  test.each(Object.entries(rightsWanted(templates)))('of %s are exactly its calls', (name, wanted) => {
    const inOrder = Object.fromEntries(Object.entries(wanted).map(([name, actions]) => [name, [...actions].sort()]));
    expect(rights[name]).toEqual(inOrder);
  });

  test('come from no managed policy, and from no policy within a role', () => {
    for (const { id, properties } of templates.resources('service', 'AWS::IAM::Role')) {
      expect(properties, id).not.toHaveProperty('ManagedPolicyArns');
      expect(properties, id).not.toHaveProperty('Policies');
    }
  });

  test('name no action with a wildcard', () => {
    const actions = templates
      .resources('service', 'AWS::IAM::Policy')
      .flatMap(({ properties }) => (properties.PolicyDocument as { Statement: Statement[] }).Statement)
      .flatMap(({ Action }) => Action);
    expect(actions.filter((action) => action.includes('*'))).toEqual([]);
  });

  test('to invoke are given only to the gateway and the schedule, each for its own API or rule', () => {
    for (const { id, properties } of templates.resources('service', 'AWS::Lambda::Permission')) {
      expect(['apigateway.amazonaws.com', 'events.amazonaws.com'], id).toContain(properties.Principal);
      expect(properties.SourceArn, id).toBeDefined();
    }
  });
});
