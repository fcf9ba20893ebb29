import { Duration, Stack } from 'aws-cdk-lib';
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
import { Construct } from 'constructs';
import { bundleDir } from '../bundling/bundle.ts';
import { names } from '../stacks/names.ts';
import type { Stage } from '../stacks/stages.ts';
import type { Urgency } from './alarms/alarm-topic.ts';
import { LATE_MINUTES, ServiceAlarm } from './alarms/service-alarm.ts';
import type { StageAlarms } from './alarms/stage-alarms.ts';
import { environmentProblems } from './environment-size.ts';
import { DECISIONS, explain } from './explain.ts';
import { functionLogs, functionRole } from './function-logs.ts';

export interface ServiceFunctionProps {
  stage: Stage;
  alarms: StageAlarms;
  /** What a person must do when it fails. */
  urgency: Urgency;
  /** `payments/init` for `functions/payments/init/init.handler.ts` (`handlerFiles`). */
  handler: string;
  /** What a merchant or customer notices when this function fails: the sentence of its alarm. */
  errorImpact: string;
  /** The sentence of the alarm, where it names many functions at once. */
  alarmImpact?: string;
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
  /** An API calls it, whose alarm counts what fails without a line. */
  hasCaller?: boolean;
}

/**
 * A Lambda function with our defaults: arm64, Node 24, its own bundle, its own role, logs with a retention, an
 * environment within Lambda's limit, and alarms: a shared one counts its lines at level ERROR, and where nobody waits
 * for its answer one of its own counts failed invocations.
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
    explain(this.function, DECISIONS.tracing, DECISIONS.network, DECISIONS.failures);
    this.node.addValidation({ validate: () => environmentProblems(functionName, this.renderedEnvironment()) });
    this.addAlarms(props, logGroup);
  }

  private addAlarms(props: ServiceFunctionProps, logGroup: LogGroup) {
    const { errorImpact, alarmImpact = errorImpact, alarms, urgency, hasCaller, timeoutSeconds = 0 } = props;
    alarms.errorLines(urgency).add(this, logGroup, alarmImpact);
    if (hasCaller) return;
    new ServiceAlarm(this, 'Alarm', {
      topics: alarms.topics,
      urgency,
      metric: this.function.metricErrors({ statistic: 'Sum', period: Duration.minutes(1) }),
      // A metric has the time at which the invocation began, and is sent when it ends.
      evaluationPeriods: LATE_MINUTES + Math.ceil(timeoutSeconds / 60),
      impact: errorImpact,
      rollsBack: urgency === 'page',
    });
  }

  private renderedEnvironment(): Record<string, unknown> {
    const { environment } = this.function.node.defaultChild as CfnFunction;
    const { variables = {} } = (Stack.of(this).resolve(environment) ?? {}) as { variables?: Record<string, unknown> };
    return variables;
  }
}

/** Grants rights on the table's items. The table's own grant methods would include its indexes. */
export function grantItems(table: Table, grantee: LambdaFunction, ...actions: `dynamodb:${string}`[]): void {
  grantee.addToRolePolicy(new PolicyStatement({ actions, resources: [table.tableArn] }));
}

/**
 * Calls a function at a rate, each time at most once. By default EventBridge retries a call that Lambda did not
 * accept, and Lambda retries one that failed or was throttled (twice, for up to six hours). Both retries are off,
 * because the next call does the same work: retries would run at the same time, and after an outage all at once.
 */
export function callEvery(scope: Construct, id: string, interval: Duration, target: LambdaFunction): void {
  const rule = new Rule(scope, id, {
    schedule: Schedule.rate(interval),
    targets: [new LambdaTarget(target, { retryAttempts: 0, maxEventAge: interval })],
  });
  target.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: interval });
  for (const each of [rule, target.node.findChild('EventInvokeConfig')]) explain(each, DECISIONS.failures);
}
