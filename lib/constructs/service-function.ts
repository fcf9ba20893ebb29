import { Duration, Stack } from 'aws-cdk-lib';
import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  type CfnFunction,
  Code,
  Function as LambdaFunction,
  RecursiveLoop,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { bundleDir } from '../bundling/bundle.ts';
import { names } from '../stacks/names.ts';
import type { Stage } from '../stacks/stages.ts';
import { type ErrorLinesAlarm, errorLines } from './alarms/error-lines-alarm.ts';
import { LATE_MINUTES, ServiceAlarm } from './alarms/service-alarm.ts';
import { environmentProblems } from './environment-size.ts';
import { functionLogs, functionRole } from './function-logs.ts';

export interface ServiceFunctionProps {
  stage: Stage;
  alarmTopic: ITopic;
  /** `payments/init` for `functions/payments/init/init.handler.ts` (`handlerFiles`). */
  handler: string;
  /** What a merchant or customer notices when this function fails: the sentence of its alarm. */
  errorImpact: string;
  environment: Record<string, string>;
  timeoutSeconds?: number;
  memoryMb?: number;
  /**
   * It sends to a queue that invokes it. By default Lambda stops it after about 16 invocations in a chain, and all
   * messages of a batch continue one chain. Only where a record bounds the attempts.
   */
  isInLoop?: boolean;
  /** An alarm that it shares with other functions behind the same API, instead of its own. */
  sharedAlarm?: ErrorLinesAlarm;
}

/**
 * A Lambda function with our defaults: arm64, Node 24, its own bundle, its own role, logs with a retention, an
 * environment within Lambda's limit, and an alarm. Its own alarm counts failed invocations and lines at level ERROR.
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
      ...(props.isInLoop && { recursiveLoop: RecursiveLoop.ALLOW }),
    });
    this.node.addValidation({ validate: () => environmentProblems(functionName, this.renderedEnvironment()) });
    this.addAlarm(props, logGroup);
  }

  private addAlarm(
    { errorImpact, alarmTopic, sharedAlarm, timeoutSeconds = 0 }: ServiceFunctionProps,
    logGroup: LogGroup,
  ) {
    if (sharedAlarm) {
      sharedAlarm.add(errorImpact);
      errorLines(this, logGroup, sharedAlarm.metricName);
      return;
    }
    const logged = errorLines(this, logGroup, `${this.function.node.path.replaceAll('/', '.')}.ErrorLines`);
    const failed = this.function.metricErrors({ statistic: 'Sum', period: Duration.minutes(1) });
    new ServiceAlarm(this, 'Alarm', {
      alarmTopic,
      metric: sum(failed, logged),
      // A metric has the time at which the invocation began, and is sent when it ends.
      evaluationPeriods: LATE_MINUTES + Math.ceil(timeoutSeconds / 60),
      impact: errorImpact,
    });
  }

  private renderedEnvironment(): Record<string, unknown> {
    const { environment } = this.function.node.defaultChild as CfnFunction;
    const { variables = {} } = (Stack.of(this).resolve(environment) ?? {}) as { variables?: Record<string, unknown> };
    return variables;
  }
}

function sum(failed: Metric, logged: Metric): MathExpression {
  return new MathExpression({
    expression: 'FILL(failed, 0) + FILL(logged, 0)',
    usingMetrics: { failed, logged },
    period: Duration.minutes(1),
    label: 'failures',
  });
}

/** Grants rights on the table's items. The table's own grant methods would include its indexes. */
export function grantItems(table: Table, grantee: LambdaFunction, ...actions: `dynamodb:${string}`[]): void {
  grantee.addToRolePolicy(new PolicyStatement({ actions, resources: [table.tableArn] }));
}

/**
 * Calls a function at a rate, each time at most once. By default EventBridge retries a call that Lambda did not
 * accept, and Lambda retries one that failed or was throttled (twice, for up to six hours). Both retries are off,
 * because the next call does the same work: retries would run beside it, and after an outage all together.
 */
export function callEvery(scope: Construct, id: string, interval: Duration, target: LambdaFunction): void {
  new Rule(scope, id, {
    schedule: Schedule.rate(interval),
    targets: [new LambdaTarget(target, { retryAttempts: 0, maxEventAge: interval })],
  });
  target.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: interval });
}
