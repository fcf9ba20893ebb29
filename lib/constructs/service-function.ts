import { Duration } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, RecursiveLoop, Runtime } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { bundleDir } from '../bundling/bundle.ts';
import { names } from '../stacks/names.ts';
import type { Stage } from '../stacks/stages.ts';
import { ErrorLinesAlarm } from './alarms/error-lines-alarm.ts';
import type { StageAlarms } from './alarms/stage-alarms.ts';
import { functionLogs, functionRole } from './function-logs.ts';

export interface ServiceFunctionProps {
  stage: Stage;
  alarms: StageAlarms;
  /** `payments/init` for `functions/payments/init/init.handler.ts` (`handlerFiles`). */
  handler: string;
  /** What a merchant or customer notices when this function fails: its description. */
  errorImpact: string;
  /** Its lines at level ERROR: an alarm of their own, a line in the stack's ticket, or none where the API has one. */
  errorLines?: 'page' | 'ticket' | 'none';
  environment: Record<string, string>;
  timeoutSeconds?: number;
  memoryMb?: number;
  /**
   * It sends to a queue that invokes it. By default Lambda stops it after about 16 invocations in a chain, and all
   * messages of a batch continue one chain. Only where a record bounds the attempts.
   */
  isInLoop?: boolean;
  /** Executions that no other function can use, and the most that it has. */
  reservedConcurrency?: number | undefined;
}

/**
 * A Lambda function with our defaults: arm64, Node 24, its own bundle, its own role, logs with a retention, and an
 * alarm on its lines at level ERROR.
 */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { stage, handler, timeoutSeconds = 10, memoryMb = 512 } = props;
    const functionName = names.function(stage, handler);
    const logGroup = functionLogs(this, stage);
    this.function = new LambdaFunction(this, 'Function', {
      functionName,
      description: `Fails: ${props.errorImpact}`.slice(0, 256),
      code: Code.fromAsset(bundleDir(handler)),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      timeout: Duration.seconds(timeoutSeconds),
      memorySize: memoryMb,
      logGroup,
      role: functionRole(this, logGroup),
      environment: props.environment,
      ...(props.reservedConcurrency !== undefined && { reservedConcurrentExecutions: props.reservedConcurrency }),
      ...(props.isInLoop && { recursiveLoop: RecursiveLoop.ALLOW }),
    });
    this.countErrors(props, logGroup);
  }

  private countErrors({ alarms, errorLines = 'ticket', errorImpact: impact }: ServiceFunctionProps, logs: LogGroup) {
    const { topics } = alarms;
    if (errorLines === 'ticket') alarms.errorLines.add(this, logs);
    if (errorLines === 'page') new ErrorLinesAlarm(this, 'Errors', { topics, urgency: 'page', impact }).add(this, logs);
  }
}

/** Grants rights on the table's items. The table's own grant methods would include its indexes. */
export function grantItems(table: Table, grantee: LambdaFunction, ...actions: `dynamodb:${string}`[]): void {
  grantee.addToRolePolicy(new PolicyStatement({ actions, resources: [table.tableArn] }));
}

/** Grants to query these indexes. The table's own grant methods would include all of them. */
export function grantQuery(table: Table, grantee: LambdaFunction, ...indexes: string[]): void {
  const resources = indexes.map((index) => `${table.tableArn}/index/${index}`);
  grantee.addToRolePolicy(new PolicyStatement({ actions: ['dynamodb:Query'], resources }));
}

/**
 * Grants each write for items whose partition key has one of the forms, such as `key#*` (`functions/merchants/tables.ts`).
 */
export function grantWrites(
  table: Table,
  grantee: LambdaFunction,
  writes: Partial<Record<'PutItem' | 'UpdateItem' | 'DeleteItem', string[]>>,
): void {
  for (const [action, keys] of Object.entries(writes)) {
    const conditions = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } };
    const resources = [table.tableArn];
    grantee.addToRolePolicy(new PolicyStatement({ actions: [`dynamodb:${action}`], resources, conditions }));
  }
}

/**
 * Calls a function at a rate, each time at most once. By default EventBridge retries a call that Lambda did not
 * accept, and Lambda retries one that failed or was throttled (twice, for up to six hours). Both retries are off,
 * because the next call does the same work: retries would run at the same time, and after an outage all at once.
 */
export function callEvery(scope: Construct, id: string, interval: Duration, target: LambdaFunction): void {
  new Rule(scope, id, {
    schedule: Schedule.rate(interval),
    targets: [new LambdaTarget(target, { retryAttempts: 0, maxEventAge: interval })],
  });
  target.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: interval });
}
