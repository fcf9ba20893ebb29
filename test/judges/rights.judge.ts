import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { ACCOUNT } from '../../lib/local/template/names.ts';
import { type RecordedRight, recordedRights } from '../support/recorded-rights.ts';
import { type FunctionRole, type Statement, synthesizedRoles } from './synthesized-roles.ts';

/** As far as it is used here: the types come with the package, which only the judges install. */
interface Simulator {
  runSimulation(
    simulation: object,
    options: object,
  ): Promise<{ resultType: string; errors?: unknown; overallResult?: string }>;
}
const { runSimulation } = createRequire(import.meta.url)('@cloud-copilot/iam-simulate') as Simulator;

/** One action on one resource that a role allows. */
interface Grant {
  role: FunctionRole;
  action: string;
  resource: string;
}

const ROLES = synthesizedRoles();
const RIGHTS = recordedRights(ROLES.flatMap(({ statements }) => statements.flatMap((each) => each.Resource)));

const FROM_QUEUE = /^sqs:(ReceiveMessage|DeleteMessage|GetQueueAttributes)$/;
const FROM_STREAM = /^dynamodb:(DescribeStream|GetRecords|GetShardIterator)$/;

/** Why a role allows what its function was not seen to use. */
const REASONS: [why: string, holds: (grant: Grant) => boolean][] = [
  ['Lambda writes the lines of the function', ({ action }) => action.startsWith('logs:')],
  [
    'Lambda reads the queue or the stream of the mapping',
    ({ role, action, resource }) =>
      role.mappings.some(({ source }) => source === resource) && (FROM_QUEUE.test(action) || FROM_STREAM.test(action)),
  ],
  [
    'Lambda finds the stream of the mapping; AWS supports no narrower resource',
    ({ role, action }) =>
      action === 'dynamodb:ListStreams' && role.mappings.some(({ source }) => /stream/.test(source)),
  ],
  [
    'Lambda sends what the mapping gave up',
    ({ role, action, resource }) =>
      action === 'sqs:SendMessage' && role.mappings.some(({ onFailure }) => onFailure === resource),
  ],
  [
    'the CDK grants it with the mapping, on the queues of the mapping only',
    ({ role, action, resource }) =>
      /^sqs:(ChangeMessageVisibility|GetQueueUrl|GetQueueAttributes)$/.test(action) &&
      role.mappings.some(({ source, onFailure }) => source === resource || onFailure === resource),
  ],
  [
    'a function learns from the transaction which account of the stage it asks the bank with',
    ({ role, action, resource }) =>
      role.functionName.endsWith('payments-poll') &&
      action === 'secretsmanager:GetSecretValue' &&
      resource.includes('/bank-accounts/'),
  ],
  [
    'the functions that ask banks record money that contradicts what is recorded: an exception is read, then written',
    ({ role, action }) =>
      /payments-(mbway|multibanco|poll)$/.test(role.functionName) && /^dynamodb:(Query|PutItem)$/.test(action),
  ],
  [
    'the night records what a list has and the service lacks, and reads the other payments of an order',
    ({ role, action }) =>
      role.functionName.endsWith('finance-night') && /^dynamodb:(BatchGetItem|PutItem)$/.test(action),
  ],
];

const listOf = <Value>(value: Value | Value[]): Value[] => [value].flat() as Value[];

function grantsOf(role: FunctionRole): Grant[] {
  return role.statements
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap(({ Action, Resource }) =>
      listOf(Action).flatMap((action) => listOf(Resource).map((resource) => ({ role, action, resource }))),
    );
}

const isLog = ({ action }: Grant) => action.startsWith('logs:');

/** Whether a name matches a pattern of IAM. */
function matches(pattern: string, name: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`).test(name);
}

/**
 * Which calls a role does not allow, by AWS's rules as IAM Simulate implements them. All keys of a call are judged at
 * once: the conditions of our roles are for all values.
 */
async function denied(roles: readonly FunctionRole[], rights: readonly RecordedRight[]): Promise<string[]> {
  const found: string[] = [];
  for (const { functionName, action, resource, leadingKeys } of rights) {
    const statements = roles.find((role) => role.functionName === functionName)?.statements ?? [];
    const answer = await runSimulation(
      {
        request: {
          action,
          principal: `arn:aws:iam::${ACCOUNT}:role/${functionName}`,
          resource: { resource, accountId: ACCOUNT },
          contextVariables: leadingKeys.length > 0 ? { 'dynamodb:LeadingKeys': leadingKeys } : {},
        },
        identityPolicies: [{ name: functionName, policy: { Version: '2012-10-17', Statement: statements } }],
        serviceControlPolicies: [],
        resourceControlPolicies: [],
      },
      {},
    );
    const result = answer.resultType === 'error' ? JSON.stringify(answer.errors) : answer.overallResult;
    if (result !== 'Allowed') found.push(`${functionName}: ${action} ${resource}: ${result}`);
  }
  return found;
}

/** Functions with rights that made no call. */
function silent(roles: readonly FunctionRole[], rights: readonly RecordedRight[]): string[] {
  return roles
    .filter((role) => grantsOf(role).some((grant) => !isLog(grant)))
    .filter(({ functionName }) => !rights.some((right) => right.functionName === functionName))
    .map(({ functionName }) => functionName);
}

/** Grants that no call used, by the reason for each. */
function unused(roles: readonly FunctionRole[], rights: readonly RecordedRight[]): Map<string, Grant[]> {
  const isUsed = ({ role, action, resource }: Grant) =>
    rights.some(
      (right) =>
        right.functionName === role.functionName && matches(action, right.action) && matches(resource, right.resource),
    );
  const grants = roles.flatMap(grantsOf).filter((grant) => !isUsed(grant));
  return Map.groupBy(grants, (grant) => REASONS.find(([, holds]) => holds(grant))?.[0] ?? NO_REASON);
}

const NO_REASON = 'without a reason';
const nameOf = ({ role, action, resource }: Grant) => `${role.functionName}: ${action} ${resource}`;
const withoutReason = (roles: readonly FunctionRole[], rights: readonly RecordedRight[]) =>
  (unused(roles, rights).get(NO_REASON) ?? []).map(nameOf);

test('the role of each function allows every call that it made in the latest `npm test`', async () => {
  const calls = RIGHTS.reduce((sum, right) => sum + right.calls, 0);
  const functions = new Set(RIGHTS.map(({ functionName }) => functionName)).size;
  console.log(`  ${calls} calls of ${functions} functions, ${RIGHTS.length} by function, action and resource`);
  expect(RIGHTS.length, 'recorded by the latest `npm test`').toBeGreaterThan(200);
  expect(await denied(ROLES, RIGHTS)).toEqual([]);
  const conditions = ROLES.flatMap(({ statements }) =>
    statements.flatMap(({ Condition }) => (Condition ? [Condition] : [])),
  );
  // Those that the evaluation above gives the keys of a call for.
  for (const condition of conditions)
    expect(JSON.stringify(condition)).toMatch(
      /^{"ForAllValues:String(Equals|Like)":{"dynamodb:LeadingKeys":\[[^\]]+]}}$/,
    );
});

test('every function with rights made a call', () => {
  console.log(`  ${ROLES.length} functions in the templates`);
  expect(silent(ROLES, RIGHTS)).toEqual([]);
});

test('every right was used, or has a reason', () => {
  const grants = ROLES.flatMap(grantsOf);
  const reasons = [...unused(ROLES, RIGHTS)];
  console.log(`  ${grants.length} rights; not used by a call of the function:`);
  for (const [why, of] of reasons) console.log(`    ${of.length}: ${why}`);
  for (const [why, holds] of REASONS) expect(grants.some(holds), `a right: ${why}`).toBe(true);
  expect(withoutReason(ROLES, RIGHTS)).toEqual([]);
});

/** The roles with one function's statements changed. */
function changed(functionName: string, change: (statements: Statement[]) => Statement[]): FunctionRole[] {
  const name = `payment-service-dev-${functionName}`;
  expect(ROLES.map((role) => role.functionName)).toContain(name);
  return ROLES.map((role) => (role.functionName === name ? { ...role, statements: change(role.statements) } : role));
}

const actsOnTables = ({ Action }: Statement) => listOf(Action).some((action) => action.startsWith('dynamodb:'));

const PLANTED: [what: string, functionName: string, change: (statements: Statement[]) => Statement[], finds: RegExp][] =
  [
    [
      'a right that is missing',
      'payments-status',
      (statements) => statements.filter((each) => !actsOnTables(each)),
      /payments-status: dynamodb:GetItem .*ImplicitlyDenied/,
    ],
    [
      'a right on the table without its index',
      'events-feed',
      (statements) =>
        statements.map((each) => ({
          ...each,
          Resource: listOf(each.Resource).map((of) => of.replace(/\/index.*/, '')),
        })),
      /events-feed: dynamodb:Query .*\/index\/settled: ImplicitlyDenied/,
    ],
    [
      'a denial',
      'payments-init',
      (statements) => [...statements, { Effect: 'Deny', Action: 'dynamodb:Put*', Resource: '*' }],
      /payments-init: dynamodb:PutItem .*ExplicitlyDenied/,
    ],
  ];

test.each(PLANTED)('IAM Simulate finds what is planted: %s', async (_, functionName, change, finds) => {
  const own = RIGHTS.filter((right) => right.functionName.endsWith(functionName));
  const found = await denied(changed(functionName, change), own);
  console.log(`  ${found.length} denied: ${found[0]}`);
  expect(found.join('\n')).toMatch(finds);
});

test('a function that made no call, and a right without a reason, are found', () => {
  const name = 'payment-service-dev-payments-status';
  const others = RIGHTS.filter(({ functionName }) => functionName !== name);
  expect(silent(ROLES, others)).toEqual([name]);
  const table = (ROLES.find((role) => role.functionName === name)?.statements ?? []).filter(actsOnTables);
  const Resource = table.flatMap((each) => each.Resource);
  const wider = changed('payments-status', (each) => [...each, { Effect: 'Allow', Action: 'dynamodb:Scan', Resource }]);
  expect(withoutReason(wider, RIGHTS)).toEqual([`${name}: dynamodb:Scan ${Resource}`]);
});
