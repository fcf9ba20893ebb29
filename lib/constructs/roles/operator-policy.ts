import { Aws } from 'aws-cdk-lib';
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Stage } from '../../stacks/stages.ts';

const arn = (service: string, resource: string) =>
  `arn:${Aws.PARTITION}:${service}:${Aws.REGION}:${Aws.ACCOUNT_ID}:${resource}`;

const allow = (actions: string[], resources: string[]) => new PolicyStatement({ actions, resources });

/**
 * The commands with `--stage`, the smoke test among them, the pre-flight, the saved queries, the repair of a person's
 * sign-in, and the `aws` commands of the documents that only read (`test/judges/operator.judge.ts`). CloudFormation
 * begins the names that it makes with the stack's, except those of secrets.
 */
export function operatorStatements(stage: Stage): PolicyStatement[] {
  const own = `payment-service-${stage.name}-*`;
  const secrets = [`payment-service/${stage.name}/*`, 'Keyring*'].map((name) =>
    arn('secretsmanager', `secret:${name}`),
  );
  const table = arn('dynamodb', `table/${own}`);
  return [
    allow(['cloudformation:DescribeStacks'], [arn('cloudformation', `stack/${own}/*`)]),
    // Scan and DescribeTable: of a restored table, whose name begins with the stage's too.
    allow(['dynamodb:Query', 'dynamodb:Scan', 'dynamodb:DescribeTable'], [table, `${table}/index/*`]),
    allow(
      ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'].map(
        (name) => `dynamodb:${name}`,
      ),
      [table],
    ),
    allow(['sqs:SendMessage', 'sqs:ReceiveMessage', 'sqs:GetQueueAttributes'], [arn('sqs', own)]),
    allow(['secretsmanager:GetSecretValue', 'secretsmanager:ListSecretVersionIds'], secrets),
    allow(['logs:StartQuery', 'logs:FilterLogEvents'], [arn('logs', `log-group:${own}`)]),
    // A lost phone: the user is deleted, and the person signs up again (runbook).
    allow(
      ['ListUsers', 'AdminGetUser', 'AdminListGroupsForUser', 'AdminDisableUser', 'AdminDeleteUser'].map(
        (name) => `cognito-idp:${name}`,
      ),
      [arn('cognito-idp', 'userpool/*')],
    ),
    allow(['sns:ListSubscriptionsByTopic'], [arn('sns', own)]),
    // A function's configuration has names only in its environment.
    allow(['lambda:GetFunctionConfiguration'], [arn('lambda', `function:${own}`)]),
    // They name no resource.
    allow(['logs:GetQueryResults', 'logs:StopQuery', 'logs:DescribeQueryDefinitions', 'logs:DescribeLogGroups'], ['*']),
    allow(['lambda:GetAccountSettings', 'lambda:ListEventSourceMappings', 'events:ListRules'], ['*']),
    allow(['ses:GetAccount', 'sns:ListTopics'], ['*']),
    allow(['cloudwatch:DescribeAlarms', 'cloudwatch:DescribeAlarmHistory', 'cloudwatch:GetMetricData'], ['*']),
    allow(['cloudwatch:ListMetrics', 'dynamodb:ListBackups', 'tag:GetResources'], ['*']),
    // A role of the stage is enough: nobody becomes another one by it.
    new PolicyStatement({ effect: Effect.DENY, actions: ['sts:AssumeRole', 'iam:*'], resources: ['*'] }),
  ];
}
