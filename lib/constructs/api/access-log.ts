import { CfnResource, RemovalPolicy } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  CfnAccount,
  LogGroupLogDestination,
  type RestApi,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Stage } from '../../stacks/stages.ts';
import { functionLogs } from '../function-logs.ts';

/**
 * One line for each request, also where no function runs: a 403, a 429 or a 500 of API Gateway. The resource, and not
 * the path: no id or text of a caller, and no query, which holds a bank's key. Of a person only the address, by which a
 * limit or a ban is decided. Every value is text, because API Gateway writes `-` for what there is not.
 */
const FORMAT = {
  message: 'request answered',
  requestId: '$context.requestId',
  sourceIp: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  resource: '$context.resourcePath',
  status: '$context.status',
  merchantId: '$context.authorizer.merchantId',
  /** The kind of a response that API Gateway made itself, such as `THROTTLED`. */
  responseType: '$context.error.responseType',
  authorizerStatus: '$context.authorizer.status',
  authorizerMs: '$context.authorizer.latency',
  wafStatus: '$context.waf.status',
  integrationStatus: '$context.integration.status',
  integrationMs: '$context.integration.latency',
  durationMs: '$context.responseLatency',
};

/** The settings of an API's stage with an access log of its own, stored as long as the functions' logs. */
export function withAccessLog(scope: Construct, stage: Stage): StageOptions {
  return {
    accessLogDestination: new LogGroupLogDestination(functionLogs(scope, stage)),
    accessLogFormat: AccessLogFormat.custom(JSON.stringify(FORMAT)),
  };
}

/**
 * The role by which API Gateway writes the access logs of this account and region. A setting of the account: it must
 * exist before the first stage with such a log. The rights are those that API Gateway requires
 * of the role before it accepts it ("Set up CloudWatch logging for REST APIs").
 */
export class AccessLogRole extends Construct {
  private readonly account: CfnAccount;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });
    const actions = ['CreateLogGroup', 'CreateLogStream', 'DescribeLogGroups', 'DescribeLogStreams'];
    const reads = ['PutLogEvents', 'GetLogEvents', 'FilterLogEvents'];
    role.addToPolicy(
      new PolicyStatement({ actions: [...actions, ...reads].map((name) => `logs:${name}`), resources: ['*'] }),
    );
    // Other stages of the account and region write by it too.
    for (const part of role.node.findAll())
      if (CfnResource.isCfnResource(part)) part.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    this.account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn });
    this.account.node.addDependency(role);
  }

  /** The API's stage is made after the role is in force. */
  attach(api: RestApi): void {
    api.deploymentStage.node.addDependency(this.account);
  }
}
