import { CfnResource, Stack, Validations } from 'aws-cdk-lib';
import { CfnManagedPolicy, CfnPolicy } from 'aws-cdk-lib/aws-iam';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import type { IConstruct } from 'constructs';

/** The rules of cdk-nag and Control Tower that we do not follow, and why. */
export interface Decision {
  reason: string;
  rules: readonly string[];
}

/** The decisions that hold for more than one resource (`docs/decisions/0055-rules-of-others.md`). */
export const DECISIONS = {
  accessLog: {
    reason: 'The page’s files are public, and its addresses hold codes of sign-ins. The page’s API has an access log.',
    rules: [
      'AwsSolutions-S1',
      's3_bucket_logging_enabled_check',
      'AwsSolutions-CFR3',
      'cloudfront_access_logs_enabled_check',
    ],
  },
  firewall: {
    reason: 'The setting `firewall` puts one in front of both APIs, from the last stack, for $8 a month.',
    rules: ['AwsSolutions-APIG3'],
  },
  throttle: {
    reason:
      'The authorizer counts each address and says when to come back. One limit for all lets one caller stop the others.',
    rules: ['Serverless-APIGWDefaultThrottling'],
  },
  tracing: {
    reason: 'Log lines carry the request’s id to each attempt of its webhook. X-Ray takes $5 a million traces.',
    rules: ['Serverless-LambdaTracing', 'Serverless-APIGWXrayEnabled', 'api_gw_xray_enabled_check'],
  },
  tls: {
    reason: 'CloudFront sets TLS of its own name. `dashboardDomain` sets TLS 1.2; a warning of production asks for it.',
    rules: [
      'AwsSolutions-CFR4',
      'cloudfront_security_policy_check',
      'cloudfront_custom_ssl_certificate_check',
      'cloudfront_sni_enabled_check',
    ],
  },
  logRole: {
    reason:
      'Execution logs repeat parameters, and with them a bank’s key or data of persons. The functions and the access log do not.',
    rules: ['AwsSolutions-APIG6', 'api_gw_v1_execution_logging_enabled_check'],
  },
  retention: {
    reason:
      'All logs go when no bank repeats its report: lines name users by id (`logRetentionDays`, docs/security.md).',
    rules: ['cloudwatch_log_group_retention_period_check'],
  },
  ownKey: {
    reason: 'AWS encrypts with its own key. Ours would cost $1 a month and $0.03 for 10,000 uses, and could be lost.',
    rules: [
      'cloudwatch_log_group_encrypted_check',
      'dynamodb_table_encrypted_kms_check',
      's3_bucket_default_encryption_kms_check',
    ],
  },
  network: {
    reason: 'Nothing that it calls is in a network of ours. A way out of one is $35 a month for each zone.',
    rules: ['lambda_inside_vpc_check'],
  },
  failures: {
    reason:
      'A caller gets the error, a queue or stream has dead letters, and a schedule’s next call does the same work.',
    rules: ['Serverless-LambdaDLQ', 'Serverless-LambdaAsyncFailureDestination', 'Serverless-EventBusDLQ'],
  },
  permission: {
    reason: 'Its SourceArn names the account and the API. The rule does not read a joined text.',
    rules: ['lambda_function_public_access_prohibited_check'],
  },
  streams: {
    reason: 'ListStreams, which Lambda needs, names no table and reads no record.',
    rules: ['AwsSolutions-IAM5[Resource::*]'],
  },
} satisfies Record<string, Decision>;

/**
 * Records why rules are not followed at a resource, or at a construct's own one. It covers nothing that is made below:
 * `npm run judges` refuses a finding without a reason at the resource itself.
 */
export function explain(construct: IConstruct, ...decisions: readonly Decision[]): void {
  const resource = construct.node.defaultChild ?? construct;
  if (!CfnResource.isCfnResource(resource)) throw new Error(`a reason is for a resource, not for all of ${construct}`);
  for (const { reason, rules } of decisions)
    Validations.of(resource).acknowledge(...rules.map((rule) => ({ id: idOf(rule), reason })));
}

/** Why Lambda may be called by what has no account: only where a SourceArn names it. */
export function explainPermission(permission: IConstruct): void {
  if (permission instanceof CfnPermission && permission.sourceArn) explain(permission, DECISIONS.permission);
}

/** The same for each wildcard that the policies in a construct have now, because cdk-nag accepts none for all. */
export function explainWildcards(construct: IConstruct, reason: string): void {
  const policies = construct.node
    .findAll()
    .filter((node) => node instanceof CfnPolicy || node instanceof CfnManagedPolicy);
  for (const policy of policies) {
    const { Statement } = Stack.of(policy).resolve(policy.policyDocument) as { Statement: Statement[] };
    const allowed = Statement.filter(({ Effect }) => Effect === 'Allow');
    const named = allowed.flatMap(({ Action, Resource }) => [
      ...[Action].flat().map((action) => `Action::${action}`),
      ...[Resource].flat().map((resource) => `Resource::${flat(resource)}`),
    ]);
    const rules = [...new Set(named)].filter((each) => each.includes('*')).map((each) => `AwsSolutions-IAM5[${each}]`);
    explain(policy, { reason, rules });
  }
}

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
}

/** Rules of Control Tower have names in lower case, and the CDK knows them by the plugin that finds them. */
function idOf(rule: string): string {
  return /^[a-z]/.test(rule) ? `cdk-validator-cfnguard::${rule}` : rule;
}

/** A reference as cdk-nag writes it: `<SiteFiles.Arn>/*`. */
function flat(value: unknown): string {
  if (typeof value === 'string') return value;
  const [[kind, inner] = ['', '']] = Object.entries(value as Record<string, unknown>);
  const parts = [inner].flat();
  return kind === 'Fn::Join' ? (parts[1] as unknown[]).map(flat).join(String(parts[0])) : `<${parts.join('.')}>`;
}
