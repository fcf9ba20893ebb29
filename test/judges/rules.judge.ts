import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, CfnResource, type IPolicyValidationPlugin, Stack, Validations } from 'aws-cdk-lib';
import { MockIntegration, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct, type IConstruct } from 'constructs';
import { expect, test } from 'vitest';
import { DECISIONS, explain, explainPermission } from '../../lib/constructs/explain.ts';
import { paymentService, rolesOf, stageOf } from '../../lib/stacks/payment-service.ts';
import { cdkContext, fullStage } from '../infra/templates.ts';

interface NagRule {
  node: CfnResource;
  ruleSuffixOverride?: string;
  rule(node: CfnResource): string | string[];
}
interface NagPack extends IPolicyValidationPlugin {
  applyRule(applied: NagRule): void;
}

const require = createRequire(import.meta.url);
const { AwsSolutionsChecks, ServerlessChecks } = require('cdk-nag') as Record<
  'AwsSolutionsChecks' | 'ServerlessChecks',
  new (
    scope: App,
  ) => NagPack
>;
/** cfn-guard 3.1.1 with the rules of Control Tower. */
const { CfnGuardValidator } = require('@cdklabs/cdk-validator-cfnguard') as {
  CfnGuardValidator: new (settings: object) => IPolicyValidationPlugin;
};
const PACKAGES = join(import.meta.dirname, 'node_modules');
const CONTROLS = globSync('@cdklabs/cdk-validator-cfnguard/rules/control-tower/cfn-guard/*/*.guard', {
  cwd: PACKAGES,
}).map((file) => join(PACKAGES, file));

/** cdk-nag's result of a rule that finds something. */
const FOUND = 'Non-Compliant';

interface Finding {
  rule: string;
  path: string;
}
interface Explained extends Finding {
  reason: string;
}
interface Reported {
  ruleName: string;
  violatingConstructs: { constructPath: string }[];
}
interface Report {
  pluginReports: { pluginName: string; violations: Reported[]; suppressedViolations?: Reported[] }[];
}

/** A stage's findings, by the plugins of the CDK: they see its tree, and then its templates. */
interface Judgement {
  /** Those without a reason at the resource itself: the plugins also accept one of any construct above it. */
  unexplained: string[];
  explained: Explained[];
  /** The reasons in the tree. */
  recorded: Explained[];
  examined: string;
}

function judge(context: object, add: (app: App) => void = () => undefined): Judgement {
  const outdir = mkdtempSync(join(tmpdir(), 'payment-service-rules-'));
  const settings = { 'aws:cdk:bundling-stacks': [], '@aws-cdk/core:failSynthOnValidationErrors': false };
  const app = new App({ outdir, context: { ...cdkContext(), ...settings, stage: 'prod', ...context } });
  try {
    paymentService(app);
    add(app);
    const resources = app.node.findAll().filter((node) => CfnResource.isCfnResource(node));
    const packs = [AwsSolutionsChecks, ServerlessChecks].map((Pack) => counting(Pack, app));
    const controls = controlsOf(resources);
    // As much as all findings of all rules as JSON.
    const maxBuffer = 256 * 1_024 * 1_024;
    const guard = new CfnGuardValidator({ controlTowerRulesEnabled: false, rules: controls, maxBuffer });
    const plugins = [...packs, guard];
    Validations.of(app).addPlugins(...plugins);
    app.synth();
    const { pluginReports } = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')) as Report;
    const reports = pluginReports.filter(({ pluginName }) => plugins.some(({ name }) => name === pluginName));
    const stacks = app.node.children.filter((node) => Stack.isStack(node));
    const recorded = app.node.findAll().flatMap(reasonsAt);
    const reasons = new Map(recorded.map((each) => [keyOf(each), each.reason]));
    const reported = reports.flatMap(({ violations }) => violations.flatMap(listed));
    const suppressed = reports.flatMap(({ suppressedViolations = [] }) => suppressedViolations.flatMap(listed));
    const found = [...packs.flatMap((pack) => pack.found), ...suppressed];
    return {
      unexplained: [...new Set([...reported, ...found.filter((each) => !reasons.has(keyOf(each)))].map(keyOf))],
      explained: found.flatMap((each) => {
        const reason = reasons.get(keyOf(each));
        return reason === undefined ? [] : [{ ...each, reason }];
      }),
      recorded,
      examined:
        `${stacks.length} stacks, ${resources.length} resources, by ` +
        packs.map(({ name, applied }) => `${applied.size} rules of ${name}, `).join('') +
        `${controls.length} of ${CONTROLS.length} of Control Tower (the others are for other types)`,
    };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** A pack that also counts the findings that it does not report because a reason is recorded at or above them. */
function counting(Pack: typeof AwsSolutionsChecks, app: App) {
  class Counting extends Pack {
    readonly applied = new Set<string>();
    readonly found: Finding[] = [];

    override applyRule({ rule, ruleSuffixOverride = rule.name, ...each }: NagRule): void {
      const id = `${this.name}-${ruleSuffixOverride}`;
      this.applied.add(id);
      const counted = (node: CfnResource) => {
        const result = rule(node);
        const names = Array.isArray(result) ? result.map((part) => `${id}[${part}]`) : result === FOUND ? [id] : [];
        this.found.push(...names.map((name) => ({ rule: name, path: node.node.path })));
        return result;
      };
      super.applyRule({ ...each, ruleSuffixOverride, rule: counted });
    }
  }
  return new Counting(app);
}

/** The rules that name a type of the templates: the others find nothing in them, and take twice the time of these. */
function controlsOf(resources: CfnResource[]): string[] {
  const types = [...new Set(resources.map(({ cfnResourceType }) => `"${cfnResourceType}"`))];
  return CONTROLS.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return types.some((type) => text.includes(type));
  });
}

function listed({ ruleName, violatingConstructs }: Reported): Finding[] {
  return violatingConstructs.map(({ constructPath: path }) => ({ rule: ruleName, path }));
}

function keyOf({ rule, path }: Finding): string {
  return `${path} ${rule}`;
}

/** Reasons by rule, as the plugins name it: without the namespace that the CDK adds. */
function reasonsAt({ node }: IConstruct): Explained[] {
  return node.metadata
    .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
    .flatMap(({ data }) => Object.entries(data as Record<string, string>))
    .map(([id, reason]) => ({
      rule: id.replace(/^(Annotation|cdk-validator-cfnguard)::/, ''),
      path: node.path,
      reason,
    }));
}

function print(title: string, { examined, explained }: Judgement, unexplained: string[], planted: string[] = []): void {
  const names = new Map<string, string>(Object.entries(DECISIONS).map(([name, { reason }]) => [reason, name]));
  const groups = Object.entries(Object.groupBy(explained, ({ reason }) => names.get(reason) ?? reason));
  console.log(
    `  ${title}: ${examined}\n` +
      `    explained ${explained.length}, each at its resource:\n` +
      groups.map(([reason, covered]) => `      ${covered?.length} ${reason}\n`).join('') +
      `    unexplained ${unexplained.length}${planted.length > 0 ? `, beside ${planted.length} that are planted` : ''}`,
  );
}

const shipped = judge({});

test('every finding in production as shipped is explained', () => {
  print('production as shipped', shipped, shipped.unexplained);
  expect(shipped.explained.length).toBeGreaterThan(300);
  expect(shipped.unexplained).toEqual([]);
});

type Planted = [what: string, part: string, plant: (stack: Stack) => void, finds: RegExp[]];
const OPEN = { action: 'lambda:InvokeFunction', functionName: 'planted', principal: '*' };
const NOTIFICATIONS = '/bank/{account}/notifications';

/** Mistakes among what is explained: what is made in a stack, and the rules that must find it. */
const PLANTED: Planted[] = [
  [
    'a queue without encryption, TLS or dead letters',
    'service',
    (stack) => new CfnQueue(stack, 'PlantedQueue'),
    [/SQS4$/, /SQSRedrivePolicy$/, /sqs_queue_encrypted_check$/, /sqs_dlq_check$/].map(at('PlantedQueue')),
  ],
  [
    'a public bucket',
    'dashboard',
    (stack) => new CfnBucket(stack, 'PlantedBucket', { publicAccessBlockConfiguration: { blockPublicAcls: false } }),
    [/S1$/, /S2$/, /S10$/, /s3_bucket_level_public_access_prohibited_check$/].map(at('PlantedBucket')),
  ],
  [
    'a table without a backup',
    'data',
    (stack) => new CfnTable(stack, 'PlantedTable', { keySchema: [{ attributeName: 'id', keyType: 'HASH' }] }),
    [/DDB3$/, /dynamodb_table_pitr_enabled_check$/, /dynamodb_table_encrypted_kms_check$/].map(at('PlantedTable')),
  ],
  [
    'a right on everything of a role that has an explained one',
    'service',
    (stack) => {
      (below(stack, 'Delivery/Relay/Role') as Role).addToPolicy(
        new PolicyStatement({ actions: ['s3:*'], resources: ['*'] }),
      );
    },
    [/IAM5\[Action::s3:\*\]$/].map(at('Delivery/Relay/Role')),
  ],
  [
    'a call without authorization',
    'dashboard',
    (stack) => (below(stack, 'Api/Api') as RestApi).root.addMethod('GET', new MockIntegration()),
    [/APIG4$/, /COG4$/].map(at('Api/Api/Default/GET')),
  ],
  ...(
    [
      ['an API', 'PaymentApi/Api'],
      ['a method', 'PaymentApi/Api/Default/bank/{account}/notifications/POST'],
      ['a method’s resource', 'PaymentApi/Api/Default/bank/{account}/notifications/POST/Resource'],
      ['the authorizer’s function', 'Authorize/Function'],
      ['the permission of a whole API', 'PaymentApi/Api/Default/v1/ANY'],
    ] as const
  ).map(
    ([where, path]): Planted => [
      `everybody’s permission below ${where}`,
      'service',
      (stack) => new CfnPermission(below(stack, path), 'Planted', OPEN),
      [/lambda_function_public_access_prohibited_check$/].map(at(`${path}/Planted`)),
    ],
  ),
  [
    'everybody’s permission without a source, beside a reason for those that have one',
    'service',
    (stack) => explainPermission(new CfnPermission(stack, 'PlantedPermission', OPEN)),
    [/lambda_function_public_access_prohibited_check$/].map(at('PlantedPermission')),
  ],
  ...(
    [
      ['ANY', ''],
      ['ANY', '/planted'],
      ['DELETE', ''],
    ] as const
  ).map(
    ([method, path]): Planted => [
      `an open ${method} of notifications${path}`,
      'service',
      (stack) => {
        const api = below(stack, 'PaymentApi/Api') as RestApi;
        api.root.resourceForPath(`${NOTIFICATIONS}${path}`).addMethod(method, new MockIntegration());
      },
      [/APIG4$/, /COG4$/].map(at(`PaymentApi/Api/Default${NOTIFICATIONS}${path}/${method}`)),
    ],
  ),
  [
    'a queue below a construct with a reason',
    'service',
    (stack) => {
      const scope = new Construct(stack, 'PlantedScope');
      Validations.of(scope).acknowledge({ id: 'AwsSolutions-SQS3', reason: 'planted' });
      new CfnQueue(scope, 'Queue');
    },
    [/SQS3$/].map(at('PlantedScope/Queue')),
  ],
];

function below(stack: Stack, path: string): IConstruct {
  return path.split('/').reduce<IConstruct>((scope, id) => scope.node.findChild(id), stack);
}

function at(path: string) {
  return ({ source }: RegExp) => new RegExp(`-[a-z]+/${path.replace(/[{}]/g, '\\$&')}(/.*)? .*${source}`);
}

const pipeline = { repository: 'shop/payments', environment: 'production' };
const everything = judge(fullStage({ pipeline, logRetentionDays: 90 }), (app) => {
  rolesOf(app, stageOf(app));
  for (const [, part, plant] of PLANTED) plant(app.node.findChild(`payment-service-prod-${part}`) as Stack);
});
const resourceOf = (found: string) => found.split(' ')[0];
const isPlanted = (found: string) => PLANTED.some(([, , , finds]) => finds.some((each) => each.test(found)));

test.each(PLANTED)('%s is found', (_what, _part, _plant, finds) => {
  for (const each of finds)
    expect(
      everything.unexplained.filter((found) => each.test(found)),
      `${each}`,
    ).toHaveLength(1);
});

test('every finding in a stage with every setting, and in its roles, is explained', () => {
  const resources = new Set(everything.unexplained.filter(isPlanted).map(resourceOf));
  const { true: planted = [], false: unexplained = [] } = Object.groupBy(everything.unexplained, (found) =>
    String(resources.has(resourceOf(found))),
  );
  print('with every setting, the roles and mistakes', everything, unexplained, planted);
  expect(unexplained).toEqual([]);
});

test('each reason explains something at its resource, and each rule of it something somewhere', () => {
  const found = [...shipped.explained, ...everything.explained];
  const explains = new Set(found.map(({ path, reason }) => `${path} ${reason}`));
  const rules = new Set(found.map(({ rule, reason }) => `${rule} ${reason}`));
  const recorded = [...shipped.recorded, ...everything.recorded];
  const idle = recorded.filter(
    ({ rule, path, reason }) => !explains.has(`${path} ${reason}`) || !rules.has(`${rule} ${reason}`),
  );
  expect(recorded.length).toBeGreaterThan(1_000);
  expect(idle.map(keyOf)).toEqual(['payment-service-prod-service/PlantedScope AwsSolutions-SQS3']);
});

test('a reason for more than a resource is refused', () => {
  expect(() => explain(new Stack(), DECISIONS.failures)).toThrow('a reason is for a resource');
});
