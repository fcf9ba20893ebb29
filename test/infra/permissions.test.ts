import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleDir } from '../../lib/bundling/bundle.ts';
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
 * PutItem of the functions that call banks writes exceptions for finance. A write of merchants says of which items: an
 * account, its keys, its history, or the account of a user.
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
    'Transactions/index/undelivered': ['Query'],
    'Transactions/index/exceptions': ['Query'],
    'Transactions/index/undeliveredByMerchant': ['Query'],
    Merchants: ['BatchGetItem', 'GetItem', 'UpdateItem merchant#*'],
    'Merchants/index/byStatus': ['Query'],
    'Merchants/index/hourlyResend': ['Query'],
    Deliveries: SENDS_TO_QUEUE,
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
    Merchants: ['GetItem', 'UpdateItem merchant#*'],
    Keyring: READS_SECRET,
    Deliveries: READS_FROM_QUEUE,
    DeliveryRetries: [...READS_FROM_QUEUE, 'SendMessage'],
  },
};

/** The page's. A right more would be a way to money, keys or secrets: `dashboard-secrets` alone has the keyring. */
const RIGHTS_OF_PAGE: Record<string, Rights> = {
  'dashboard-me': {
    Merchants: ['BatchGetItem', 'GetItem'],
    'Merchants/index/byStatus': ['Query'],
    RateLimits: ['GetItem'],
    // A resend is an update, and an item that stores the delivery before.
    Transactions: ['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
    'Transactions/index/byMerchant': ['Query'],
    'Transactions/index/byOrder': ['Query'],
    'Transactions/index/paid': ['Query'],
    'Transactions/index/settled': ['Query'],
    'Transactions/index/undelivered': ['Query'],
    'Transactions/index/undeliveredByMerchant': ['Query'],
    'Transactions/index/exceptions': ['Query'],
    'Transactions/index/exceptionsByMerchant': ['Query'],
    Deliveries: SENDS_TO_QUEUE,
  },
  'dashboard-merchant': {
    Merchants: ['GetItem', 'PutItem history#*', 'UpdateItem merchant#*'],
    // A test is an event.
    Transactions: ['PutItem test_*'],
  },
  'dashboard-secrets': {
    Merchants: [
      'DeleteItem key#*',
      'GetItem',
      'PutItem history#* key#* merchant#* user#*',
      'UpdateItem key#* merchant#*',
    ],
    Keyring: READS_SECRET,
  },
  'dashboard-finance': {
    Merchants: ['BatchGetItem', 'GetItem'],
    'Merchants/index/byStatus': ['Query'],
    Transactions: ['GetItem', 'Query', 'UpdateItem'],
  },
  'dashboard-operator': {
    // The keys of an account have its status.
    Merchants: ['GetItem', 'PutItem history#*', 'UpdateItem key#* merchant#*'],
  },
};

const POLLS = 'BankingPollsBankPolls';

/** A stage with a provider whose live pushes are polled has one more function and queue. The mail names its sender. */
function rightsWanted({ stage }: Templates): Record<string, Rights> {
  const sender = stage === 'dev' ? 'mail@demo.example' : 'codes@payment-service.example';
  const common = { ...RIGHTS, 'finance-night': { ...RIGHTS['finance-night'], Senders: [`SendEmail ${sender}`] } };
  if (stage !== 'dev') return common;
  const polling = { Transactions: STARTS_PAYMENTS, BankAccount: READS_SECRET };
  return {
    ...common,
    'payments-mbway': { ...RIGHTS['payments-mbway'], [POLLS]: SENDS_TO_QUEUE },
    'payments-poll': { ...polling, [POLLS]: [...READS_FROM_QUEUE, 'SendMessage'] },
  };
}

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  /** The values of keys by operators. */
  Condition?: Record<string, Record<string, string | string[]>>;
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
  for (const { Effect, Action, Resource: resource, Condition } of statements) {
    expect(Effect).toBe('Allow');
    const keys = Object.values(Condition ?? {})
      .flatMap((values) => Object.values(values).flat())
      .sort();
    if (writesOwnLog(Action)) continue;
    for (const ref of [resource].flat()) {
      const known = rights.get(nameOf(ref)) ?? new Set<string>();
      for (const action of [Action].flat()) known.add([action.slice(action.indexOf(':') + 1), ...keys].join(' '));
      rights.set(nameOf(ref), known);
    }
  }
  return Object.fromEntries([...rights].map(([name, actions]) => [name, [...actions].sort()]));
}

/** `Transactions`, `Transactions/index/due`, `Transactions/stream`, `Keyring`, `Deliveries` … */
function nameOf(ref: unknown): string {
  const text = JSON.stringify(ref);
  if (text.includes(':identity/')) return 'Senders';
  if (text.includes('/bank-accounts/')) return 'BankAccount';
  if (typeof ref === 'string') return ref;
  const [, suffix = ''] = /"(\/[^"]+)"\]\]/.exec(text) ?? [];
  const [, exported] = /ExportsOutput(?:FnGetAtt|Ref)(Transactions|Merchants|RateLimits|Keyring)/.exec(text) ?? [];
  if (exported) return exported + (text.includes('StreamArn') ? '/stream' : suffix);
  if (text.includes('ExportsOutputFnGetAttDeliveryDeliveriesQueue')) return 'Deliveries';
  const id = String(idOf(ref)).replace(/[0-9A-F]{8}$/, '');
  return id.replace(/^Delivery/, '').replace(/Queue$/, '') + suffix;
}

const STAGES = devAndProd();

describe.each(STAGES)('the rights of the functions, stage %s', (_stage, templates) => {
  const rights = { ...rightsOf(templates), ...rightsOf(templates, 'dashboard') };
  const allWanted = { ...rightsWanted(templates), ...RIGHTS_OF_PAGE };

  test('are listed for every function', () => {
    expect(Object.keys(rights).sort()).toEqual(Object.keys(allWanted).sort());
  });

  test.each(Object.entries(allWanted))('of %s are exactly its calls', (name, wanted) => {
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

  test('of the page come with exactly the variables that their code reads', () => {
    const resources = templates.resources('dashboard');
    const functions = [...functionNamesById(resources, templates.stage)].map(([id, name]) => {
      const environment = resources.find((each) => each.id === id)?.properties.Environment;
      return { name, variables: Object.keys((environment as { Variables: object }).Variables).sort() };
    });
    const known = [...new Set(functions.flatMap(({ variables }) => variables))];
    for (const { name, variables } of functions) {
      const code = readFileSync(join(bundleDir(name), 'index.mjs'), 'utf8');
      expect(variables, name).toEqual(known.filter((each) => new RegExp(`\\b${each}\\b`).test(code)).sort());
    }
  });

  test('to invoke are given only to the gateway and the schedule, each for its own API or rule', () => {
    for (const { id, properties } of templates.resources('service', 'AWS::Lambda::Permission')) {
      expect(['apigateway.amazonaws.com', 'events.amazonaws.com'], id).toContain(properties.Principal);
      expect(properties.SourceArn, id).toBeDefined();
    }
  });
});
