import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, CfnResource, type IPolicyValidationPlugin, type Stack, Validations } from 'aws-cdk-lib';
import { MockIntegration, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import type { IConstruct } from 'constructs';
import { expect, test } from 'vitest';
import { paymentService, rolesOf, stageOf } from '../../lib/stacks/payment-service.ts';
import { cdkContext, fullStage } from '../infra/templates.ts';
import { REASONS } from './reasons.ts';

const require = createRequire(import.meta.url);
const { AwsSolutionsChecks, ServerlessChecks } = require('cdk-nag') as Record<
  'AwsSolutionsChecks' | 'ServerlessChecks',
  new (
    scope: App,
  ) => IPolicyValidationPlugin
>;
/** cfn-guard 3.1.1 with the rules of Control Tower. */
const { CfnGuardValidator } = require('@cdklabs/cdk-validator-cfnguard') as {
  CfnGuardValidator: new (settings: object) => IPolicyValidationPlugin;
};
const PACKAGES = join(import.meta.dirname, 'node_modules');
const CONTROLS = globSync('@cdklabs/cdk-validator-cfnguard/rules/control-tower/cfn-guard/*/*.guard', {
  cwd: PACKAGES,
}).map((file) => join(PACKAGES, file));

interface Report {
  pluginReports: {
    pluginName: string;
    violations: { ruleName: string; violatingConstructs: { constructPath: string }[] }[];
  }[];
}

/** A stage's findings, `path rule`, by the plugins of the CDK: they see its tree, and then its templates. */
function judge(context: object, add: (app: App) => void = () => undefined): string[] {
  const outdir = mkdtempSync(join(tmpdir(), 'payment-service-rules-'));
  const settings = { 'aws:cdk:bundling-stacks': [], '@aws-cdk/core:failSynthOnValidationErrors': false };
  const app = new App({ outdir, context: { ...cdkContext(), ...settings, stage: 'prod', ...context } });
  try {
    paymentService(app);
    add(app);
    const resources = app.node.findAll().filter((node) => CfnResource.isCfnResource(node));
    // As much as all findings of all rules as JSON.
    const maxBuffer = 256 * 1_024 * 1_024;
    const guard = { controlTowerRulesEnabled: false, rules: controlsOf(resources), maxBuffer };
    const plugins = [new AwsSolutionsChecks(app), new ServerlessChecks(app), new CfnGuardValidator(guard)];
    Validations.of(app).addPlugins(...plugins);
    app.synth();
    const { pluginReports } = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')) as Report;
    const found = pluginReports
      .filter(({ pluginName }) => plugins.some(({ name }) => name === pluginName))
      .flatMap(({ violations }) => violations)
      .flatMap(({ ruleName, violatingConstructs }) =>
        violatingConstructs.map(({ constructPath }) => `${constructPath} ${ruleName}`),
      );
    return [...new Set(found)];
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** The rules that name a type of the templates: the others find nothing in them, and take twice the time of these. */
function controlsOf(resources: CfnResource[]): string[] {
  const types = [...new Set(resources.map(({ cfnResourceType }) => `"${cfnResourceType}"`))];
  return CONTROLS.filter((file) => {
    const text = readFileSync(file, 'utf8');
    return types.some((type) => text.includes(type));
  });
}

const isListed = (finding: string) => {
  const [path = '', rule = ''] = finding.split(' ');
  return REASONS.some(({ at, rules }) => at.test(path) && rules.some((each) => rule.startsWith(each)));
};

const shipped = judge({});

test('every finding in production as shipped is explained', () => {
  console.log(`  production as shipped: ${shipped.length} findings, ${REASONS.length} reasons`);
  // Each stack was judged, and nothing that is found is without a reason.
  const stacks = ['dashboard', 'data', 'service'].map((part) => `payment-service-prod-${part}`);
  expect([...new Set(shipped.map((finding) => finding.split('/')[0]))].sort()).toEqual(stacks);
  expect(shipped.filter((finding) => !isListed(finding))).toEqual([]);
});

type Planted = [what: string, part: string, plant: (stack: Stack) => void, finds: RegExp[]];
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
    [/DDB3$/, /dynamodb_table_pitr_enabled_check$/].map(at('PlantedTable')),
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
  [
    'a permission for everybody',
    'service',
    (stack) =>
      new CfnPermission(stack, 'Planted', { action: 'lambda:InvokeFunction', functionName: 'planted', principal: '*' }),
    [/lambda_function_public_access_prohibited_check$/].map(at('Planted')),
  ],
  [
    'an open method beside the notifications',
    'service',
    (stack) => {
      const api = below(stack, 'PaymentApi/Api') as RestApi;
      api.root.resourceForPath(NOTIFICATIONS).addMethod('DELETE', new MockIntegration());
    },
    [/APIG4$/, /COG4$/].map(at(`PaymentApi/Api/Default${NOTIFICATIONS}/DELETE`)),
  ],
];

function below(stack: Stack, path: string): IConstruct {
  return path.split('/').reduce<IConstruct>((scope, id) => scope.node.findChild(id), stack);
}

function at(path: string) {
  return ({ source }: RegExp) => new RegExp(`-[a-z]+/${path.replace(/[{}]/g, '\\$&')}(/.*)? .*${source}`);
}

const pipeline = { repository: 'shop/payments' };
const everything = judge(fullStage({ pipeline, logRetentionDays: 90 }), (app) => {
  rolesOf(app, stageOf(app));
  for (const [, part, plant] of PLANTED) plant(app.node.findChild(`payment-service-prod-${part}`) as Stack);
});
const unexplained = everything.filter((finding) => !isListed(finding));

test.each(PLANTED)('%s is found', (_what, _part, _plant, finds) => {
  for (const each of finds)
    expect(
      unexplained.filter((found) => each.test(found)),
      `${each}`,
    ).not.toEqual([]);
});

test('every finding in a stage with every setting, and in its roles, is explained', () => {
  const isPlanted = (found: string) => PLANTED.some(([, , , finds]) => finds.some((each) => each.test(found)));
  const planted = new Set(unexplained.filter(isPlanted).map((found) => found.split(' ')[0]));
  expect(unexplained.filter((found) => !planted.has(found.split(' ')[0]))).toEqual([]);
});

test('each reason explains something, and each rule of it', () => {
  const findings = [...shipped, ...everything].map((finding) => finding.split(' ') as [string, string]);
  const idle = REASONS.flatMap(({ at, rules }) =>
    rules
      .filter((each) => !findings.some(([path, rule]) => at.test(path) && rule.startsWith(each)))
      .map((each) => `${at} ${each}`),
  );
  expect(idle).toEqual([]);
});
