import { type CfnResource, CustomResourceProviderBase, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Stage } from '../stacks/stages.ts';

/** A function's log group, with the stage's retention. Production's survive their stack. */
export function functionLogs(scope: Construct, stage: Stage): LogGroup {
  const logGroup = new LogGroup(scope, 'Logs', {
    retention: stage.logRetentionDays,
    removalPolicy: stage.production ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
  });
  return logGroup;
}

/**
 * A function's role, which may write to its own log group. Lambda's managed policy allows every group of the account:
 * a compromised function could forge the lines that alarms count.
 */
export function functionRole(scope: Construct, logGroup: LogGroup): Role {
  const role = new Role(scope, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  logGroup.grantWrite(role);
  return role;
}

/** The same for the function by which the CDK empties a bucket. It has no properties for a log group or a role. */
export class BucketEmptierLogs extends Construct {
  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id);
    const provider = Stack.of(this).node.findChild('Custom::S3AutoDeleteObjectsCustomResourceProvider');
    if (!(provider instanceof CustomResourceProviderBase))
      throw new Error('the CDK no longer empties buckets by a custom resource: adapt BucketEmptierLogs');
    const logGroup = functionLogs(this, stage);
    const handler = provider.node.findChild('Handler') as CfnResource;
    handler.addPropertyOverride('LoggingConfig', { LogGroup: logGroup.logGroupName });
    provider.addToRolePolicy({
      Effect: 'Allow',
      Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      Resource: logGroup.logGroupArn,
    });
    (provider.node.findChild('Role') as CfnResource).addPropertyDeletionOverride('ManagedPolicyArns');
  }
}
