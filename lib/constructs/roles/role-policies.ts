import { Aws } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Stage } from '../../stacks/stages.ts';

const { PARTITION, ACCOUNT_ID, REGION } = Aws;

/** Of the bootstrap (`cdk bootstrap`), whose qualifier is not changed. */
const BOOTSTRAP = 'cdk-hnb659fds';

const arn = (service: string, resource: string) => `arn:${PARTITION}:${service}:${REGION}:${ACCOUNT_ID}:${resource}`;
const globalArn = (service: string, resource: string) => `arn:${PARTITION}:${service}::${ACCOUNT_ID}:${resource}`;
const bucketArn = (bucket: string) => `arn:${PARTITION}:s3:::${bucket}`;
/** IAM has one set of names for all regions, and deletes no policy that a role of a lost region still has. */
export const policyName = ({ name }: Stage, part: 'execution' | 'boundary') =>
  `payment-service-${name}-${part}-${REGION}`;

const allow = (actions: string[], resources: string[], conditions?: Record<string, Record<string, unknown>>) =>
  new PolicyStatement({ actions, resources, ...(conditions && { conditions }) });

/** CloudFormation begins the names that it makes with the stack's, except those of secrets. */
function ownOf(stage: Stage) {
  const own = `payment-service-${stage.name}-*`;
  const secrets = [`payment-service/${stage.name}/*`, 'Keyring*'].map((name) =>
    arn('secretsmanager', `secret:${name}`),
  );
  return { own, secrets };
}

/**
 * What CloudFormation may do for the stage: given to `cdk bootstrap` instead of administrator's rights. A role that it
 * makes has the boundary, so that no template reaches further than it. Services that name resources by random ids are
 * limited by account and region only.
 */
export function executionStatements(stage: Stage): PolicyStatement[] {
  const { own, secrets } = ownOf(stage);
  const roles = [globalArn('iam', `role/${own}`)];
  const bounded = {
    StringEquals: { 'iam:PermissionsBoundary': globalArn('iam', `policy/${policyName(stage, 'boundary')}`) },
  };
  return [
    allow(['dynamodb:*'], [arn('dynamodb', `table/${own}`)]),
    allow(['sqs:*'], [arn('sqs', own)]),
    allow(['sns:*'], [arn('sns', own)]),
    allow(['events:*'], [arn('events', `rule/${own}`)]),
    allow(['logs:*'], [arn('logs', `log-group:${own}`)]),
    allow(['logs:DescribeLogGroups', 'logs:*QueryDefinition*', 'logs:*LogDelivery'], ['*']),
    allow(['cloudwatch:*'], [arn('cloudwatch', `alarm:${own}`)]),
    allow(['lambda:*'], [arn('lambda', `function:${own}`), arn('lambda', 'layer:*')]),
    // The id of a mapping is random.
    allow(['lambda:*EventSourceMapping*', 'lambda:ListTags', 'lambda:TagResource'], ['*']),
    allow(['secretsmanager:*'], secrets),
    allow(['secretsmanager:GetRandomPassword'], ['*']),
    allow(['s3:*'], [bucketArn(own), bucketArn(`${own}/*`)]),
    allow(['s3:GetObject*'], [bucketArn(`${BOOTSTRAP}-assets-${ACCOUNT_ID}-${REGION}/*`)]),
    allow(['ssm:GetParameters'], [arn('ssm', `parameter/${BOOTSTRAP.replace('-', '-bootstrap/')}/version`)]),
    allow(['apigateway:*'], [`arn:${PARTITION}:apigateway:${REGION}::/*`]),
    allow(['cloudfront:*'], [globalArn('cloudfront', '*')]),
    allow(['cognito-idp:*'], [arn('cognito-idp', 'userpool/*')]),
    allow(['cognito-idp:DescribeUserPoolDomain'], ['*']),
    allow(['wafv2:*'], [arn('wafv2', 'regional/*')]),
    allow(['route53:ChangeResourceRecordSets', 'route53:GetHostedZone', 'route53:ListResourceRecordSets'], ['*']),
    allow(['route53:GetChange'], ['*']),
    allow(['acm:DescribeCertificate'], ['*']),
    allow(
      ['iam:CreateRole', 'iam:PutRolePermissionsBoundary', 'iam:PutRolePolicy', 'iam:DeleteRolePolicy'],
      roles,
      bounded,
    ),
    allow(['iam:GetRole*', 'iam:ListRole*', 'iam:ListAttachedRolePolicies', 'iam:DeleteRole', 'iam:TagRole'], roles),
    allow(['iam:UntagRole', 'iam:UpdateRole*', 'iam:UpdateAssumeRolePolicy'], roles),
    allow(['iam:PassRole'], roles, {
      StringEquals: { 'iam:PassedToService': ['lambda.amazonaws.com', 'apigateway.amazonaws.com'] },
    }),
    allow(['iam:CreateServiceLinkedRole'], [globalArn('iam', 'role/aws-service-role/*')], {
      StringEquals: { 'iam:AWSServiceName': ['ops.apigateway.amazonaws.com', 'email.cognito-idp.amazonaws.com'] },
    }),
  ];
}

/** The most that a function of the stage may do, whatever its own role allows. */
export function boundaryStatements(stage: Stage): PolicyStatement[] {
  const { own, secrets } = ownOf(stage);
  const table = arn('dynamodb', `table/${own}`);
  return [
    allow(
      ['dynamodb:*Item', 'dynamodb:Query', 'dynamodb:*Stream*', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      [table],
    ),
    allow(['sqs:*Message', 'sqs:ChangeMessageVisibility', 'sqs:GetQueue*'], [arn('sqs', own)]),
    allow(['secretsmanager:GetSecretValue', 'secretsmanager:DescribeSecret'], secrets),
    // Of API Gateway's role; a function's own role names its group.
    allow(['logs:Create*', 'logs:Describe*', 'logs:PutLogEvents', 'logs:GetLogEvents', 'logs:FilterLogEvents'], ['*']),
    // The function of the CDK that copies the page, and the one that empties its bucket.
    allow(['s3:*Object*', 's3:GetBucket*', 's3:List*', 's3:Abort*'], [bucketArn(own), bucketArn(`${own}/*`)]),
    allow(
      ['s3:GetObject*', 's3:GetBucket*', 's3:List*'],
      ['', '/*'].map((suffix) => bucketArn(`${BOOTSTRAP}-assets-${ACCOUNT_ID}-${REGION}${suffix}`)),
    ),
    allow(['cloudfront:CreateInvalidation', 'cloudfront:GetInvalidation'], [globalArn('cloudfront', 'distribution/*')]),
  ];
}

/** A deployment: the bootstrap's roles, and what tells whether a revision must be rolled back. */
export function deployerStatements(stage: Stage): PolicyStatement[] {
  const roles = ['deploy', 'file-publishing'].map((part) =>
    globalArn('iam', `role/${BOOTSTRAP}-${part}-role-${ACCOUNT_ID}-${REGION}`),
  );
  return [allow(['sts:AssumeRole'], roles), allow(['cloudformation:DescribeStacks'], stacksOf(stage))];
}

/** The templates of the stage, which hold no secret. No table, log or secret. */
export function readerStatements(stage: Stage): PolicyStatement[] {
  return [allow(['cloudformation:GetTemplate'], stacksOf(stage))];
}

/**
 * The commands with `--stage`, the smoke test among them, the pre-flight, the saved queries, and the `aws` commands of
 * the documents that only read (`test/judges/operator.judge.ts`).
 */
export function operatorStatements(stage: Stage): PolicyStatement[] {
  const { own, secrets } = ownOf(stage);
  const table = arn('dynamodb', `table/${own}`);
  return [
    allow(['cloudformation:DescribeStacks'], [...stacksOf(stage), arn('cloudformation', 'stack/CDKToolkit/*')]),
    allow(['cloudformation:ListStackResources'], stacksOf(stage)),
    // Scan and DescribeTable: of a restored table, whose name begins with the stage's too.
    allow(['dynamodb:*Item', 'dynamodb:Query', 'dynamodb:Scan', 'dynamodb:DescribeTable'], [table, `${table}/index/*`]),
    allow(['sqs:SendMessage', 'sqs:ReceiveMessage', 'sqs:DeleteMessage'], [arn('sqs', own)]),
    allow(['sqs:ChangeMessageVisibility', 'sqs:GetQueueAttributes'], [arn('sqs', own)]),
    allow(['secretsmanager:GetSecretValue'], secrets),
    allow(['logs:StartQuery', 'logs:FilterLogEvents'], [arn('logs', `log-group:${own}`)]),
    // They name no resource.
    allow(['logs:GetQueryResults', 'logs:StopQuery', 'logs:DescribeQueryDefinitions', 'logs:DescribeLogGroups'], ['*']),
    allow(['lambda:GetAccountSettings', 'ses:GetAccount', 'ses:GetEmailIdentity', 'acm:DescribeCertificate'], ['*']),
    allow(['sns:ListSubscriptionsByTopic'], [arn('sns', own)]),
    // A function's configuration has names only in its environment.
    allow(['lambda:GetFunctionConfiguration', 'lambda:GetFunctionRecursionConfig'], [arn('lambda', `function:${own}`)]),
    allow(['secretsmanager:ListSecretVersionIds'], secrets),
    allow(['cloudwatch:DescribeAlarms', 'cloudwatch:DescribeAlarmHistory', 'cloudwatch:GetMetricData'], ['*']),
    allow(['cloudwatch:ListMetrics', 'lambda:ListEventSourceMappings', 'events:ListRules'], ['*']),
    allow(['cloudformation:ListExports', 'dynamodb:ListBackups', 'tag:GetResources'], ['*']),
    // A role of the stage is enough: nobody becomes another one by it.
    new PolicyStatement({ effect: Effect.DENY, actions: ['sts:AssumeRole', 'iam:*'], resources: ['*'] }),
  ];
}

const stacksOf = (stage: Stage) => [arn('cloudformation', `stack/payment-service-${stage.name}-*/*`)];
